import type { LeadSearch } from '../leads/search.ts';
import type { Stage } from './funnel-sums.ts';

/** The filters of the list that show what a stage counts. The list cannot tell who has paid. */
const FILTERS: Record<Stage, LeadSearch | null> = {
  captured: { deleted: true },
  qualified: { status: ['qualified', 'converted'], deleted: true },
  booked: { booked: true, deleted: true },
  converted: { status: ['converted'], deleted: true },
  sold: { outcome: 'won', deleted: true },
  paid: null,
};

/** Undefined if the list cannot show these leads: it has a first day, but always ends now. */
export function leadsBehind(
  stage: Stage,
  { from, to }: { from: string; to: string },
  today: string,
  of: Pick<LeadSearch, 'source' | 'assigned'> = {},
): LeadSearch | undefined {
  const filters = FILTERS[stage];
  if (filters === null || to < today) return undefined;
  return { ...filters, since: from, ...of };
}
