import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listFormRows, toForm } from './queries.ts';
import { Form } from './schemas.ts';

export const listForms = read({
  id: 'listForms',
  path: '/v1/forms',
  tag: 'Forms',
  resource: 'form',
  scopes: ['forms:read'],
  summary: 'List forms',
  description: 'The forms of your organization, on line or not, newest first.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of forms.', body: page(Form, 'The forms, newest first.') },
  },
  async run(tx, { query, baseUrl }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listFormRows(tx, readIdCursor('form', query.cursor), limit + 1);
    return pageOf(
      rows,
      limit,
      (row) => toForm(row, baseUrl),
      (row) => idCursor('form', row.form_id),
    );
  },
});
