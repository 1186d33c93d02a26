import { textAsSent } from '../../domain/text.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { formUpdated } from './events.ts';
import { checkForm, toStoredConsent, toStoredServices } from './form.ts';
import { publisherOf } from './publisher.ts';
import { formResource, lockForm } from './queries.ts';
import { Form, UpdateFormBody } from './schemas.ts';

export const updateForm = mutation({
  id: 'updateForm',
  method: 'PATCH',
  path: '/v1/forms/{id}',
  tag: 'Forms',
  resource: 'form',
  scopes: ['forms:write'],
  summary: 'Update a form',
  description:
    'Changes the fields that you send. The change applies to every visitor immediately, and the address stays the same. A form cannot be deleted: set `enabled` to false to take it offline.',
  body: UpdateFormBody,
  responses: returns(Form, 'The form after the change.'),
  check: checkForm,
  async run(tx, { params, body, baseUrl }) {
    const before = await lockForm(tx, params.id);
    const after = {
      ...before,
      name: body.name?.trim() ?? before.name,
      title: body.title?.trim() ?? before.title,
      intro: body.intro === undefined ? before.intro : textAsSent(body.intro),
      source: body.source?.trim() ?? before.source,
      services: body.services ? toStoredServices(body.services) : before.services,
      consent: body.consent === undefined ? before.consent : toStoredConsent(body.consent),
      thank_you: body.thank_you ?? before.thank_you,
      redirect_url: body.redirect_url === undefined ? before.redirect_url : body.redirect_url,
      enabled: body.enabled ?? before.enabled,
    };
    const resource = formResource(await publisherOf(tx, baseUrl));
    return { status: 200, body: updateResource(tx, resource, before, after, formUpdated) };
  },
});
