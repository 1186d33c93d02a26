export const calendar = {
  caption: 'Visits of the week, by person and day',
  previous: 'Previous week',
  next: 'Next week',
  asList: 'As a list',
  team: 'Team',
  everyone: 'Everyone',
  free: (where: string) => `${where}. Free.`,
  taken: (where: string, by: string) => `${where}. Taken by ${by}.`,
};
