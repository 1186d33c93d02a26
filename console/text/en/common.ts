/** Texts that belong to no screen, or to the frame around all of them. */

export const product = 'Throughline';
export const unreachable = 'The service does not respond. Check your connection, then try again.';
export const problems = {
  storage_full:
    'Nothing was saved, because the service has no space left. Tell the person who runs it, and try again later. What you typed is still here.',
  database_unavailable:
    'Nothing was saved, because the service cannot reach its data. Try again in a minute. What you typed is still here.',
};
export const copy = 'Copy';
export const copied = 'Copied.';
export const copyOf = (what: string) => `Copy ${what}`;
export const copyRequestId = 'Copy request id';
export const working = 'One moment …';
export const loading = 'Loading …';
export const tryAgain = 'Try again';
export const close = 'Close';
export const cancel = 'Cancel';
export const save = 'Save';
export const undo = 'Undo';
export const nothingFound = 'Nothing found. Try another word.';
export const find = 'Find';
export const keys = 'Keyboard shortcuts';
export const lettersOn = 'Single letters are shortcuts';
export const switchTheme = 'Light or dark';
export const skipToContent = 'Skip to the content';
export const showMore = 'Show more';
export const noAccess =
  'You do not have access to this page. The owner of your company can change your role.';
export const notFound = 'There is nothing at this address.';
export const offlineSince = (time: string) =>
  `Offline since ${time}. You see what was there before.`;
export const changesWait = (count: number) =>
  count === 1 ? '1 change waits for a connection.' : `${count} changes wait for a connection.`;
export const screens = {
  inbox: 'Inbox',
  leads: 'Leads',
  dispatch: 'Dispatch',
  calendar: 'Calendar',
  customers: 'Customers',
  jobs: 'Jobs',
  playbooks: 'Playbooks',
  reports: 'Reports',
  settings: 'Settings',
  developers: 'Developers',
  myDay: 'My day',
};
export const palette = {
  label: 'A name, a phone number, a lifecycle number, a screen …',
  nothing: 'Nothing found. Try a part of the name or of the phone number.',
  screen: 'Screen',
  action: 'Action',
  kinds: {
    lifecycle: 'Number',
    customer: 'Customer',
    lead: 'Lead',
    job: 'Job',
    invoice: 'Invoice',
    estimate: 'Estimate',
  },
};
