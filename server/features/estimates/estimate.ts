import { MAX_AMOUNT, type Sums, sumsOf } from '../../domain/money.ts';
import type { Deposit, EstimateLine, EstimateOption } from './schemas.ts';

/** The rules of estimates, without a database: statuses, what each allows, deposits, and what a choice comes to. */

export const STATUSES = [
  'draft',
  'sent',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'superseded',
] as const;
export type Status = (typeof STATUSES)[number];

/** The customer can still accept it. The index `estimates_to_expire` has the same statuses. */
export const OPEN: readonly Status[] = ['sent', 'viewed'];

export const STEPS = ['update', 'send', 'accept', 'decline', 'revise'] as const;
export type Step = (typeof STEPS)[number];

const FROM: Record<Step, readonly Status[]> = {
  update: ['draft'],
  send: ['draft', ...OPEN],
  accept: OPEN,
  decline: OPEN,
  revise: [...OPEN, 'declined', 'expired'],
};

export function isAllowed(step: Step, status: Status): boolean {
  return FROM[step].includes(status);
}

/** Listed in the problem when a caller asks for a step that is not allowed. */
export function allowedSteps(status: Status): Step[] {
  return STEPS.filter((step) => isAllowed(step, status));
}

/**
 * The status on a day. The task that ends estimates runs every few minutes; meanwhile one that is over counts as expired
 * already. Dates are `YYYY-MM-DD`, so they can be compared as text.
 */
export function statusOn(
  { status, expires_on }: { status: Status; expires_on: string },
  today: string,
): Status {
  return OPEN.includes(status) && expires_on < today ? 'expired' : status;
}

/** What is to be paid in advance of a total, in minor units. Halves are rounded away from zero, as on lines. */
export function depositOf(deposit: Deposit | null, total: number): number {
  if (deposit === null) return 0;
  if (deposit.amount !== undefined) return Math.min(deposit.amount, total);
  return Number((BigInt(total) * BigInt(deposit.percent ?? 0) + 50n) / 100n);
}

/** The lines of an option that are bought: all that are not optional, and the chosen ones. */
export function chosenLines(
  { lines }: Pick<EstimateOption, 'lines'>,
  chosen: readonly number[],
): EstimateLine[] {
  return lines.filter((line, position) => !line.optional || chosen.includes(position));
}

/** What lines come to. They were checked with the estimate, whatever is chosen of them. */
export function totalsOf(lines: readonly EstimateLine[]): Sums {
  const sums = sumsOf(lines);
  if (sums === null) throw new Error('The lines of an estimate come to more than they can');
  return sums;
}

/** Whether every choice of optional lines has a total from 0 to the largest amount: the cheapest, and the dearest. */
export function lowestTotal(lines: readonly EstimateLine[]): number | null {
  const total = (wanted: (line: EstimateLine) => boolean) =>
    sumsOf(lines.filter((line) => !line.optional || wanted(line)))?.total ?? null;
  const lowest = total(({ amount }) => amount < 0);
  const highest = total(({ amount }) => amount >= 0);
  if (lowest === null || highest === null || highest > MAX_AMOUNT) return null;
  return lowest;
}
