import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { listFormRows, toForm } from './queries.ts';
import { Form } from './schemas.ts';

export const listForms = read({
  id: 'listForms',
  path: '/v1/forms',
  tag: 'Forms',
  resource: 'form',
  scopes: ['forms:read'],
  summary: 'List forms',
  description: 'Returns the forms of your organization, enabled or not, newest first.',
  query: listQuery({}),
  responses: pagesOf(Form, 'The forms, newest first.'),
  async run(tx, { query, baseUrl }) {
    return pageById(query, 'form', {
      rows: (before, limit) => listFormRows(tx, before, limit),
      idOf: (row) => row.form_id,
      toItem: (row) => toForm(row, baseUrl),
    });
  },
});
