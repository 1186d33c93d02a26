/** The rules of invoices, without a database: statuses, and the steps that each allows. */

export const STATUSES = ['draft', 'sent', 'partially_paid', 'paid', 'void'] as const;
export type Status = (typeof STATUSES)[number];

export const METHODS = ['cash', 'card', 'check', 'transfer', 'other'] as const;
export type Method = (typeof METHODS)[number];

/** Those who report payments by themselves. */
export const PROVIDER_KINDS = ['stripe'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Invoices with an open balance. The index `invoices_owed` has the same statuses. */
export const OWED: readonly Status[] = ['sent', 'partially_paid'];

export interface PaymentState {
  status: Status;
  total: number;
  paid: number;
}

interface Rule {
  from: readonly Status[];
  /** True: a payment is required. False: no payment may exist. Undefined: either. */
  hasPayments?: boolean;
}

export const STEPS = ['update', 'send', 'pay', 'refund', 'void'] as const;
export type Step = (typeof STEPS)[number];

/** The steps of an invoice, and when each is allowed. An invoice with a total of 0 is `paid` without a payment. */
const RULES: Record<Step, Rule> = {
  update: { from: ['draft'] },
  send: { from: ['draft'] },
  pay: { from: OWED },
  refund: { from: ['partially_paid', 'paid'], hasPayments: true },
  void: { from: ['draft', 'sent', 'paid'], hasPayments: false },
};

export function isAllowed(step: Step, { status, paid }: PaymentState): boolean {
  const { from, hasPayments } = RULES[step];
  return from.includes(status) && (hasPayments ?? paid > 0) === paid > 0;
}

const or = new Intl.ListFormat('en', { type: 'disjunction' });

/** When a step is allowed, for the description of its operation. */
export function whenAllowed(step: Step): string {
  const { from, hasPayments } = RULES[step];
  const statuses = or.format(from.map((status) => `\`${status}\``));
  if (hasPayments === undefined) return `Allowed while the invoice is ${statuses}.`;
  const amount = hasPayments ? 'above 0' : '0';
  return `Allowed while the invoice is ${statuses} and its \`paid\` amount is ${amount}.`;
}

/** Listed in the problem when a caller asks for a step that is not allowed. */
export function allowedSteps(invoice: PaymentState): Step[] {
  return STEPS.filter((step) => isAllowed(step, invoice));
}

/** The status of a sent invoice by the amount paid. An invoice with a total of 0 is paid as soon as it is sent. */
export function statusForPaid(total: number, paid: number): Status {
  if (paid === total) return 'paid';
  return paid === 0 ? 'sent' : 'partially_paid';
}

/** Dates are `YYYY-MM-DD`, so they can be compared as text. The invoice is not yet overdue on the due date itself. */
export function isOverdue({ status, due_on }: { status: Status; due_on: string }, today: string) {
  return OWED.includes(status) && due_on < today;
}
