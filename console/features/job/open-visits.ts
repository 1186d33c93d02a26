import type { Appointment } from '../../../packages/sdk/src/index.ts';

const OVER: readonly string[] = ['completed', 'no_show', 'canceled', 'expired'];

/** Booked, and not over. */
export function isOpen({ status }: Pick<Appointment, 'status'>): boolean {
  return !OVER.includes(status);
}
