/** What was done without signal and is not sent yet. */
export const outbox = {
  allSent: 'All sent',
  waiting: (count: number) => `${count} waiting`,
  needsYou: (count: number) => `${count} need you`,
  waitingTitle: 'Not sent yet',
  isWaiting: 'Not sent yet',
  isRefused: 'Needs you',
  sendAgain: 'Send again',
  drop: 'Delete',
  tooOld:
    'This was saved more than a day ago. Check whether it has arrived, then send it or delete it.',
  notKept: 'This browser has no space left, so this was not saved. Free some space and try again.',
  notAPhoto: (name: string) => `${name} is not a picture that this browser can open.`,
  what: {
    step: 'Step of a visit',
    check: 'Checklist',
    note: 'Note',
    photo: 'Photo',
    collect: 'Payment',
  },
};
