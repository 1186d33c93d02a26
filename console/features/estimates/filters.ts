import type { Estimate } from '../../../packages/sdk/src/index.ts';
import { OPEN, type Status } from '../../../server/features/estimates/estimate.ts';
import { addDays } from '../../time/days.ts';

/** Which estimates a list shows. Pure. */

export const FILTERS = [
  'open',
  'expiring',
  'draft',
  'accepted',
  'declined',
  'expired',
  'all',
] as const;
export type Filter = (typeof FILTERS)[number];
/** Those that the service can page. */
export type PagedFilter = Exclude<Filter, 'expiring'>;

const SOON_DAYS = 7;

export function statusesOf(filter: PagedFilter): readonly Status[] | undefined {
  if (filter === 'all') return undefined;
  return filter === 'open' ? OPEN : [filter];
}

export function isShown(status: string, filter: PagedFilter): boolean {
  const statuses: readonly string[] | undefined = statusesOf(filter);
  return statuses?.includes(status) ?? true;
}

/** It can still be accepted, but not for long. */
export function isExpiring(
  { status, valid_until }: Pick<Estimate, 'status' | 'valid_until'>,
  today: string,
): boolean {
  const isOpen = OPEN.some((one) => one === status);
  return isOpen && valid_until <= addDays(today, SOON_DAYS);
}
