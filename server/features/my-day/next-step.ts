import type { Due } from '../invoices/index.ts';

/** Pure rules: what the technician does next at a visit. */

export const NEXT_STEPS = ['en_route', 'start', 'complete', 'collect'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

const BY_STATUS: Readonly<Record<string, NextStep>> = {
  booked: 'en_route',
  confirmed: 'en_route',
  dispatched: 'en_route',
  en_route: 'start',
  in_progress: 'complete',
};

/** After the work, what is owed is collected. Null if nothing is left to do. */
export function nextStepOf(status: string, due: Pick<Due, 'amount'> | null): NextStep | null {
  if (status === 'completed') return due === null ? null : 'collect';
  return BY_STATUS[status] ?? null;
}
