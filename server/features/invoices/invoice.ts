/** The rules of an invoice, without a database: its states, and what can be done in which. */

export const STATUSES = ['draft', 'sent', 'partially_paid', 'paid', 'void'] as const;
export type Status = (typeof STATUSES)[number];

export const METHODS = ['cash', 'card', 'check', 'transfer', 'other'] as const;
export type Method = (typeof METHODS)[number];

/** Something is still to come of these; the index of what is owed names the same. */
export const OWED: readonly Status[] = ['sent', 'partially_paid'];

/** Where an invoice stands. */
export interface Standing {
  status: Status;
  total: number;
  paid: number;
}

/** What can be done to an invoice, and when. */
const STEPS = {
  update: ({ status }) => status === 'draft',
  send: ({ status }) => status === 'draft',
  pay: ({ status }) => OWED.includes(status),
  refund: ({ paid }) => paid > 0,
  void: ({ status, paid }) => status !== 'void' && paid === 0,
} as const satisfies Record<string, (invoice: Standing) => boolean>;

export type Step = keyof typeof STEPS;

export function isAllowed(step: Step, invoice: Standing): boolean {
  return STEPS[step](invoice);
}

/** What can be done from here, for whoever asked for something else. */
export function allowedSteps(invoice: Standing): Step[] {
  return (Object.keys(STEPS) as Step[]).filter((step) => isAllowed(step, invoice));
}

/** The status of one that was sent, by what was paid of it. One over nothing is paid as it is sent. */
export function statusAsPaid(total: number, paid: number): Status {
  if (paid === total) return 'paid';
  return paid === 0 ? 'sent' : 'partially_paid';
}

/** Dates are `YYYY-MM-DD`, which sort as they are. The day it is due is still in time. */
export function isOverdue({ status, due_on }: { status: Status; due_on: string }, today: string) {
  return OWED.includes(status) && due_on < today;
}
