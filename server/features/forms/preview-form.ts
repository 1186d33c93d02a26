import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { checkForm, toFormContent } from './form.ts';
import { formPage, thanksPage } from './page-html.ts';
import { CreateFormBody, FormPreview } from './schemas.ts';
import { showForm } from './shown.ts';
import { readSubmission } from './submission.ts';

export const previewForm = read({
  id: 'previewForm',
  method: 'POST',
  path: '/v1/forms/preview',
  tag: 'Forms',
  resource: 'form',
  scopes: ['forms:write'],
  summary: 'Preview a form',
  description:
    'Shows how the pages of a web form would look before it is saved, in the language and color of your organization and with the same checks as creating it. This stores nothing.',
  body: CreateFormBody,
  responses: returns(FormPreview, 'The pages.'),
  async run(tx, { body }) {
    const { errors } = checkForm(body);
    if (errors.length > 0) throw validationFailed(errors);
    const content = toFormContent(body);
    const { language, brand_color } = await findOrganization(tx);
    const form = { ...content, language, brand_color };
    const shown = showForm(form, { chosen: '', accepted: '' }, null);
    const empty = readSubmission(content, new URLSearchParams());
    return {
      page_html: formPage(shown, empty, new Map(), null).toString(),
      thanks_html: thanksPage(shown).toString(),
    };
  },
});
