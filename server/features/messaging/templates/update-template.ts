import { textAsSent } from '../../../domain/text.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { updateResource } from '../../../platform/events/change-resource.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { nameTaken } from './create-template.ts';
import { templateUpdated } from './events.ts';
import { lockTemplate, templateResource } from './queries.ts';
import { Template, UpdateTemplateBody } from './schemas.ts';
import { checkTemplateTexts, subjectErrors } from './template.ts';

export const updateTemplate = mutation({
  id: 'updateTemplate',
  method: 'PATCH',
  path: '/v1/templates/{id}',
  tag: 'Templates',
  resource: 'template',
  scopes: ['templates:write'],
  summary: 'Update a template',
  description: 'Changes the fields that you send. Messages that are already queued do not change.',
  body: UpdateTemplateBody,
  responses: returns(Template, 'The changed template.'),
  problems: ['template_name_taken', 'evaluation_busy'],
  check: async (body, { organizationId }) => ({
    errors: await checkTemplateTexts(body, organizationId),
  }),
  refusals: { templates_name_unique: () => nameTaken() },
  async run(tx, { params, body }) {
    const before = await lockTemplate(tx, params.id);
    const after = {
      ...before,
      name: body.name?.trim() ?? before.name,
      subject: body.subject === undefined ? before.subject : textAsSent(body.subject),
      body: body.body ?? before.body,
      translations: body.translations ?? before.translations,
      purpose: body.purpose === undefined ? before.purpose : body.purpose,
    };
    const errors = subjectErrors(after.channel, after.subject);
    if (errors.length > 0) throw validationFailed(errors);
    return {
      status: 200,
      body: updateResource(tx, templateResource, before, after, templateUpdated),
    };
  },
});
