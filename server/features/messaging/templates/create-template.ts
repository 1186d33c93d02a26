import { textAsSent } from '../../../domain/text.ts';
import { conflict } from '../../../platform/errors.ts';
import { createResource } from '../../../platform/events/change-resource.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { creates } from '../../../platform/http/responses.ts';
import { newUuid } from '../../../platform/ids.ts';
import { templateCreated } from './events.ts';
import { templateResource } from './queries.ts';
import { CreateTemplateBody, Template } from './schemas.ts';
import { checkTemplateTexts, subjectErrors } from './template.ts';

export const createTemplate = mutation({
  id: 'createTemplate',
  method: 'POST',
  path: '/v1/templates',
  tag: 'Templates',
  resource: 'template',
  scopes: ['templates:write'],
  summary: 'Create a template',
  description:
    'Stores the template of a text or email in Liquid. An unknown variable or filter is refused now, not when the template is sent.',
  body: CreateTemplateBody,
  responses: creates(Template, 'The new template.'),
  problems: ['template_name_taken', 'evaluation_busy', 'quota_exceeded'],
  check: async (body, { organizationId }) => ({
    errors: [
      ...subjectErrors(body.channel, body.subject),
      ...(await checkTemplateTexts(body, organizationId)),
    ],
  }),
  refusals: { templates_name_unique: () => nameTaken() },
  async run(tx, { body }) {
    const row = {
      template_id: newUuid(),
      name: body.name.trim(),
      channel: body.channel,
      subject: textAsSent(body.subject),
      body: body.body,
      translations: body.translations ?? {},
      purpose: body.purpose ?? null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, templateResource, row, templateCreated) };
  },
});

export function nameTaken() {
  return conflict(
    'template_name_taken',
    'Another template has this name. Choose another name, or update that template.',
  );
}
