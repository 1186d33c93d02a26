export const customers = {
  filters: 'Which customers',
  search: 'Find customers',
  searchHint: 'Name, phone, email, street or number',
  columns: {
    name: 'Name',
    phone: 'Phone',
    address: 'Address',
    numbers: 'Numbers',
    visit: 'Next visit',
    balance: 'Open balance',
    since: 'Customer since',
  },
  noName: 'No name',
  empty:
    'There are no customers yet. A lead becomes a customer when you sell the first job. You can also import leads from a file.',
  nothingFound: (typed: string) =>
    `No customer matches “${typed}”. Try a part of the name or the last digits of the phone number.`,
  found: (count: number, hasMore: boolean) =>
    `${count}${hasMore ? ' or more' : ''} ${count === 1 && !hasMore ? 'customer' : 'customers'}`,
  doNotContact: 'Do not contact',
};
