export const jobs = {
  tabs: { board: 'Board', invoices: 'Invoices', claims: 'Warranty claims' },
  search: 'Find jobs',
  searchHint: 'Title, customer, phone or number',
  whose: 'Show',
  everyone: 'All jobs',
  mine: 'My jobs',
  columnLabel: 'Status',
  jobsIn: (status: string) => `Jobs: ${status}`,
  count: (count: number, hasMore: boolean) => `${count}${hasMore ? '+' : ''}`,
  sum: (amount: string, hasMore: boolean) => `${amount}${hasMore ? ' or more' : ''}`,
  emptyColumn: 'No jobs',
  empty: 'There are no jobs yet. Open the page of a customer and create one when the work is sold.',
  toCustomers: 'Open customers',
  nothingFound: (typed: string) => `No job matches “${typed}”.`,
  nextVisit: (time: string, who: string | null) =>
    who === null ? `Visit ${time}` : `Visit ${time}, ${who}`,
  unassigned: 'Unassigned',
  openClaims: (count: number) => (count === 1 ? '1 open claim' : `${count} open claims`),
  menu: (title: string) => `Steps for ${title}`,

  /** The steps, as buttons. */
  steps: {
    schedule: 'Schedule',
    start: 'Start',
    pause: 'Pause',
    resume: 'Resume',
    complete: 'Complete',
    'enroll-warranty': 'Start the warranty',
    close: 'Close',
    cancel: 'Cancel the job',
  },
  /** What is said after them. */
  done: {
    schedule: (title: string) => `${title}: scheduled.`,
    start: (title: string) => `${title}: started.`,
    pause: (title: string) => `${title}: paused.`,
    resume: (title: string) => `${title}: resumed.`,
    complete: (title: string) => `${title}: completed.`,
    'enroll-warranty': (title: string) => `${title}: the warranty has started.`,
    close: (title: string) => `${title}: closed.`,
    cancel: (title: string) => `${title}: canceled.`,
  },
  waits: (done: string) => `${done} Saved in 5 seconds.`,
  refused: {
    over: (status: string) => `This job is over: ${status}. It cannot be moved.`,
    allowed: (status: string, steps: string) =>
      `Not possible from “${status}”. Possible now: ${steps}.`,
    noWarranty: 'This job has no warranty. Set its length on the page of the job first.',
    noRight: 'You do not have the right to do this step.',
  },
  pauseTitle: (title: string) => `Pause: ${title}`,
  pauseAbout: 'The visits of the job stay booked.',
  cancelTitle: (title: string) => `Cancel: ${title}`,
  cancelAbout: 'The visits of the job are canceled too. A canceled job stays canceled.',
  reason: 'Reason',
  pauseHint: 'For example: waiting for parts',
  cancelHint: 'For example: the customer sold the house',
  completeTitle: (title: string) => `Complete: ${title}`,
  completeAbout: (count: number) =>
    count === 1
      ? 'One more visit is booked for this job.'
      : `${count} more visits are booked for this job.`,
  cancelVisits: 'Cancel the visits that are left',
  scheduleTitle: (title: string) => `Schedule: ${title}`,
  scheduleAbout: 'Book the first visit now, or leave the time empty and book it later.',

  /** Moving a card with the keyboard. */
  pickedUp: (title: string, status: string) =>
    `Picked up ${title}, in ${status}. Left and right arrows choose a status, Enter drops it, Escape puts it back.`,
  over: (status: string, step: string) => `${status}. Enter: ${step}.`,
  overRefused: (status: string, why: string) => `${status}. ${why}`,
  overOwn: (status: string) => `${status}. It is here now.`,
  putBack: 'Put back.',
  dropped: (title: string, status: string) => `${title} dropped on ${status}.`,
  keyHelp: 'Space picks up the card.',
  keyHint: 'picks up a card',

  claims: {
    open: 'Open',
    closed: 'Closed',
    show: 'Show',
    emptyOpen: 'No open warranty claims.',
    emptyClosed: 'No closed warranty claims.',
    since: (time: string) => `Since ${time}`,
  },
};
