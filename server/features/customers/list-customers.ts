import Type from 'typebox';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { type ReadOverviews, withOverviews } from '../leads/index.ts';
import { listCustomerRows, toCustomer } from './queries.ts';
import { Customer } from './schemas.ts';

export const listCustomers = (readOverviews: ReadOverviews) =>
  read({
    id: 'listCustomers',
    path: '/v1/customers',
    tag: 'Customers',
    resource: 'customer',
    scopes: ['customers:read', 'customers:own'],
    summary: 'List customers',
    description:
      'Returns the customers of your organization, newest first, with their next visit and open balance.',
    query: listQuery({ q: Type.Optional(searchParameter) }),
    responses: pagesOf(Customer, 'The customers, newest first.'),
    async run(tx, { query }) {
      const search = query.q === undefined ? null : readSearch(query.q, 'customer');
      if (query.q !== undefined && search === null) throw validationFailed([SEARCH_TOO_SHORT]);
      const page = await pageById(
        query,
        'customer',
        (before, limit) => listCustomerRows(tx, search, before, limit),
        toCustomer,
      );
      return withOverviews(
        page,
        (people) => readOverviews(tx, people),
        ({ lifecycle_numbers }) => lifecycle_numbers,
      );
    },
  });
