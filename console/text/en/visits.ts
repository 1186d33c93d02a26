export const visits = {
  startsAt: 'When',
  duration: 'Length',
  minutes: (minutes: number) => {
    const hours = minutes / 60;
    return minutes < 60 ? `${minutes} minutes` : hours === 1 ? '1 hour' : `${hours} hours`;
  },
  assignedTo: 'Who goes',
  unassigned: 'Decide later',
  notes: 'Notes for the technician',
  timeNeeded: 'Enter a day and a time.',
  alternatives: 'Free times nearby',
  book: 'Book the visit',
  add: 'Book a visit',
  booked: (time: string) => `Visit booked for ${time}.`,
  next: 'Next visit',
  owed: 'Open balance',
};
