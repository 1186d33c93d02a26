import type {
  CreateTemplate,
  Template,
  UpdateTemplate,
} from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { typed } from '../../../ui/use-form.ts';
import type { Language } from '../shared/languages.ts';

/** What the form says. A text has no subject. */
export function templateIn(
  values: FormData,
  channel: string,
  languages: readonly Language[],
): CreateTemplate {
  const isEmail = channel === 'email';
  const subject = (name: string) => (isEmail ? { subject: typed(values, name) } : {});
  const translations = languages.map((one) => [
    one,
    { ...subject(`translations/${one}/subject`), body: typed(values, `translations/${one}/body`) },
  ]);
  return {
    name: typed(values, 'name').trim(),
    channel: isEmail ? 'email' : 'sms',
    ...subject('subject'),
    body: typed(values, 'body'),
    purpose: purposeIn(typed(values, 'purpose')),
    translations: Object.fromEntries(translations),
  };
}

/** The values that an update replaces, to undo it. */
export function bodyOf({ name, subject, body, purpose, translations }: Template): UpdateTemplate {
  return { name, subject, body, purpose: purposeIn(purpose ?? ''), translations };
}

export function saveTemplate(
  template: Template | null,
  { channel, ...change }: UpdateTemplate & { channel?: CreateTemplate['channel'] },
): Promise<Template> {
  if (template) return api.templates.update(template.template_id, change);
  const { name = '', body = '' } = change;
  return api.templates.create({ ...change, name, body, channel: channel ?? 'sms' });
}

function purposeIn(value: string): 'service' | 'marketing' | null {
  return value === 'service' || value === 'marketing' ? value : null;
}
