import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { formCreated } from './events.ts';
import { checkForm, DEFAULT_SOURCE, toFormContent } from './form.ts';
import { publisherOf } from './publisher.ts';
import { formResource } from './queries.ts';
import { CreateFormBody, Form } from './schemas.ts';

export const createForm = mutation({
  id: 'createForm',
  method: 'POST',
  path: '/v1/forms',
  tag: 'Forms',
  resource: 'form',
  scopes: ['forms:write'],
  summary: 'Create a form',
  description:
    'Creates a hosted form: a public page that captures leads without a token. Link to its `url`, show it inside your own page with `embed_html`, or paste `form_html` into your own page.',
  body: CreateFormBody,
  responses: creates(Form, 'The form, with its address.'),
  problems: ['quota_exceeded'],
  check: checkForm,
  async run(tx, { body, baseUrl }) {
    const row = {
      form_id: newUuid(),
      form_key: newKey(),
      name: body.name.trim(),
      ...toFormContent(body),
      source: body.source?.trim() ?? DEFAULT_SOURCE,
      redirect_url: body.redirect_url ?? null,
      enabled: body.enabled ?? true,
      created_at: tx.now,
      updated_at: tx.now,
    };
    const resource = formResource(await publisherOf(tx, baseUrl));
    return { status: 201, body: createResource(tx, resource, row, formCreated) };
  },
});
