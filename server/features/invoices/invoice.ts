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

interface Rule {
  from: readonly Status[];
  /** Whether something has to be paid for it, or nothing; left out where it does not matter. */
  isPaidFor?: boolean;
}

export const STEPS = ['update', 'send', 'pay', 'refund', 'void'] as const;
export type Step = (typeof STEPS)[number];

/** What can be done to an invoice, and when. One over nothing is `paid` with nothing paid for it. */
const RULES: Record<Step, Rule> = {
  update: { from: ['draft'] },
  send: { from: ['draft'] },
  pay: { from: OWED },
  refund: { from: ['partially_paid', 'paid'], isPaidFor: true },
  void: { from: ['draft', 'sent', 'paid'], isPaidFor: false },
};

export function isAllowed(step: Step, { status, paid }: Standing): boolean {
  const { from, isPaidFor } = RULES[step];
  return from.includes(status) && (isPaidFor ?? paid > 0) === paid > 0;
}

/** When a step is allowed, for the description of its operation. */
export function whenAllowed(step: Step): string {
  const { from, isPaidFor } = RULES[step];
  const statuses = from.map((status) => `\`${status}\``).join(', ');
  if (isPaidFor === undefined) return `From ${statuses}.`;
  return `From ${statuses}, while ${isPaidFor ? 'something' : 'nothing'} is paid for it.`;
}

/** What can be done from here, for whoever asked for something else. */
export function allowedSteps(invoice: Standing): Step[] {
  return STEPS.filter((step) => isAllowed(step, invoice));
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
