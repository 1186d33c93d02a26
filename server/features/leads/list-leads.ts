import type { Static } from 'typebox';
import { isDate } from '../../domain/date-or-time.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  type Page,
  pageById,
  pageOf,
  pagesOf,
  readCursor,
} from '../../platform/paging.ts';
import { findOrganization } from '../organizations/index.ts';
import { ListLeadsQuery, readLeadFilters } from './lead-filters.ts';
import {
  type ActivityPosition,
  type LeadFilters,
  listLeadRows,
  listLeadRowsByActivity,
} from './list-leads-query.ts';
import { type ReadOverviews, withOverviews } from './overviews.ts';
import { type LeadRow, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const listLeads = (readOverviews: ReadOverviews) =>
  read({
    id: 'listLeads',
    path: '/v1/leads',
    tag: 'Leads',
    resource: 'lead',
    scopes: ['leads:read', 'leads:own'],
    summary: 'List leads',
    description:
      'Returns the leads of your organization, newest first, with their next visit and open balance. Filters are combined: `status=qualified&booked=false` lists those to call. Deleted and merged leads are left out unless `include_deleted` is true.',
    query: ListLeadsQuery,
    ignoresEmpty: true,
    responses: pagesOf(Lead, 'The leads, newest first.'),
    async run(tx, { query, caller }) {
      const timeZone = hasDays(query) ? (await findOrganization(tx)).time_zone : 'UTC';
      const page = await readPage(tx, query, readLeadFilters(query, caller, tx.now, timeZone));
      return withOverviews(
        page,
        (people) => readOverviews(tx, people),
        ({ lifecycle_number }) => [lifecycle_number],
      );
    },
  });

/** Days begin at another moment in each time zone; times do not. */
function hasDays({ from = '', to = '' }: Static<typeof ListLeadsQuery>): boolean {
  return isDate(from) || isDate(to);
}

async function readPage(
  tx: Tx,
  query: Static<typeof ListLeadsQuery>,
  filters: LeadFilters,
): Promise<Page<Lead>> {
  if (query.sort === 'last_activity_at' && filters.search === null) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const after = readPosition(query.cursor);
    const rows = await listLeadRowsByActivity(tx, filters, after, limit + 1);
    return pageOf(rows, limit, toLead, positionOf);
  }
  return pageById(
    query,
    'lead',
    (before, limit) => listLeadRows(tx, filters, before, limit),
    toLead,
  );
}

const POSITION = /^(\d{1,15}) (\d+-\d)$/;

function readPosition(cursor: string | undefined): ActivityPosition | null {
  const [, at, lifecycleNumber] = readCursor(cursor, POSITION) ?? [];
  return lifecycleNumber === undefined ? null : { at: new Date(Number(at)), lifecycleNumber };
}

function positionOf({ last_activity_at, lifecycle_number }: LeadRow): string {
  return `${last_activity_at.getTime()} ${lifecycle_number}`;
}
