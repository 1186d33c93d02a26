import Type from 'typebox';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import { meets } from '../../platform/auth/needs.ts';
import { holds } from '../../platform/auth/scopes.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { MAX_LIMIT, pagesOf } from '../../platform/paging.ts';
import { findCustomers, findEstimates, findInvoices, findJobs, findLeads } from './kinds.ts';
import { ranked } from './rank.ts';
import { SearchResult } from './schemas.ts';

const DEFAULT_LIMIT = 10;

/** Each resource that can be found, and how. */
const KINDS = [
  ['customers', findCustomers],
  ['leads', findLeads],
  ['jobs', findJobs],
  ['invoices', findInvoices],
  ['estimates', findEstimates],
] as const;

export const findAnything = read({
  id: 'findAnything',
  path: '/v1/search',
  tag: 'Search',
  resource: 'search result',
  scopes: [
    'leads:read',
    'leads:own',
    'customers:read',
    'customers:own',
    'jobs:read',
    'jobs:own',
    'invoices:read',
    'invoices:own',
    'estimates:read',
    'estimates:own',
  ],
  summary: 'Find anything',
  description:
    'Finds lifecycle numbers, customers, leads, jobs, invoices and estimates in one request, the best match first. You get the kinds that your token can read. The list is not paged.',
  query: Type.Object(
    {
      q: Type.String({
        ...searchParameter,
        description:
          'Search text, as in the lists of leads and customers, or the number of an invoice or an estimate.',
      }),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIMIT,
          default: DEFAULT_LIMIT,
          description: 'Maximum number of results.',
          examples: [10],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: pagesOf(SearchResult, 'The results, the best match first.'),
  async run(tx, { query: { q, limit = DEFAULT_LIMIT }, caller }) {
    const found = await Promise.all(
      KINDS.map(([resource, find]) => (sees(caller, resource) ? find(tx, q, limit) : [])),
    );
    if (found.includes(null)) throw validationFailed([SEARCH_TOO_SHORT]);
    const results = found.flatMap((some) => some ?? []);
    return { data: ranked(withoutTwins(results), limit), has_more: false, next_cursor: null };
  },
});

/**
 * An `own` scope counts only if the whole request is limited to own work. Jobs are compared with the names and phone
 * numbers of their customers, as in their list.
 */
function sees({ scopes, ownerId }: Caller, resource: string): boolean {
  if (resource === 'jobs' && !meets(scopes, [CONTACT_SCOPES])) return false;
  return (
    holds(scopes, `${resource}:read`) || (ownerId !== null && holds(scopes, `${resource}:own`))
  );
}

/** A customer and its lead have the same number: one result is enough. */
function withoutTwins(results: readonly SearchResult[]): SearchResult[] {
  const numbersOf = (kind: SearchResult['kind']) =>
    new Set(results.filter((one) => one.kind === kind).map((one) => one.lifecycle_number));
  const lifecycles = numbersOf('lifecycle');
  const customers = numbersOf('customer');
  return results.filter(({ kind, lifecycle_number }) => {
    if (kind === 'customer') return !lifecycles.has(lifecycle_number);
    return (
      kind !== 'lead' || !(lifecycles.has(lifecycle_number) || customers.has(lifecycle_number))
    );
  });
}
