export const visitList = {
  title: 'Visits',
  filters: 'Which visits',
  from: 'From',
  to: 'To',
  person: 'Person',
  everyone: 'Everyone',
  review: 'Review',
  anyReview: 'With or without',
  reviews: { true: 'With a review', false: 'Without a review' },
  empty: 'No visits in these days.',
  shown: (count: number, hasMore: boolean) => {
    const visits = count === 1 ? '1 visit' : `${count} visits`;
    return hasMore ? `${visits}, and more` : visits;
  },
  columns: {
    when: 'When',
    who: 'Customer',
    what: 'Service',
    person: 'Who goes',
    length: 'Length',
    status: 'Status',
  },
};
