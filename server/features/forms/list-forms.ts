import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { publisherOf } from './publisher.ts';
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
  async run(tx, input) {
    const publisher = await publisherOf(tx, input.baseUrl);
    return newestFirst('form', listFormRows, (row) => toForm(row, publisher))(tx, input);
  },
});
