import Type from 'typebox';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listCustomerRows, toCustomer } from './queries.ts';
import { Customer } from './schemas.ts';

export const listCustomers = read({
  id: 'listCustomers',
  path: '/v1/customers',
  tag: 'Customers',
  resource: 'customer',
  scopes: ['customers:read'],
  summary: 'List customers',
  description: 'The customers of your organization, newest first.',
  query: listQuery({ q: Type.Optional(searchParameter) }),
  answers: {
    200: {
      description: 'A page of customers.',
      body: page(Customer, 'The customers, newest first.'),
    },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const search = query.q === undefined ? null : readSearch(query.q, 'customer');
    if (query.q !== undefined && search === null) throw validationFailed([SEARCH_TOO_SHORT]);
    const rows = await listCustomerRows(
      tx,
      search,
      readIdCursor('customer', query.cursor),
      limit + 1,
    );
    return pageOf(rows, limit, toCustomer, (row) => idCursor('customer', row.customer_id));
  },
});
