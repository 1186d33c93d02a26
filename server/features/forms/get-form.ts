import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { publisherOf } from './publisher.ts';
import { findForm, toForm } from './queries.ts';
import { Form } from './schemas.ts';

export const getForm = read({
  id: 'getForm',
  path: '/v1/forms/{id}',
  tag: 'Forms',
  resource: 'form',
  scopes: ['forms:read'],
  summary: 'Get a form',
  description:
    'Returns a form, enabled or not, with its address and the HTML to put it on your own page.',
  responses: returns(Form, 'The form.'),
  async run(tx, { params, baseUrl }) {
    return toForm(await findForm(tx, params.id), await publisherOf(tx, baseUrl));
  },
});
