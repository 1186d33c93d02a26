import type { CreateForm, Form, UpdateForm } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { typed } from '../../../ui/use-form.ts';
import { codeOf } from '../../new-lead/code-of.ts';
import { isChecked, textOrNull } from '../shared/values.ts';

/** Without a code, it gets that of its name; a stored code stays, because leads have it. */
export interface Service {
  code: string;
  label: string;
}

const CHANNELS = ['call', 'sms', 'email'] as const;

export function formIn(values: FormData, services: readonly Service[]): CreateForm {
  const thanks = textOrNull(values, 'thank_you');
  const source = textOrNull(values, 'source');
  return {
    name: typed(values, 'name').trim(),
    title: typed(values, 'title').trim(),
    intro: textOrNull(values, 'intro'),
    services: services.map(({ code, label }) => ({
      code: code || (codeOf(label) ?? 'service'),
      label: label.trim(),
    })),
    consent: isChecked(values, 'consent')
      ? {
          text: typed(values, 'consent/text'),
          channels: CHANNELS.filter((one) => values.getAll('consent/channels').includes(one)),
        }
      : null,
    redirect_url: textOrNull(values, 'redirect_url'),
    enabled: isChecked(values, 'enabled'),
    ...(thanks !== null && { thank_you: thanks }),
    ...(source !== null && { source }),
  };
}

/** For the preview, which does not show the name. A service without a name is not chosen yet. */
export function draftIn(values: FormData, services: readonly Service[]): CreateForm {
  const named = services.filter(({ label }) => label.trim() !== '');
  const draft = formIn(values, named);
  return { ...draft, name: draft.name || 'Preview' };
}

/** The values that an update replaces, to undo it. */
export function bodyOf(form: Form): UpdateForm {
  const { name, title, intro, services, consent, thank_you, redirect_url, source, enabled } = form;
  const channels = CHANNELS.filter((one) => consent?.channels.includes(one));
  const texts = { name, title, intro, services, thank_you, redirect_url, source, enabled };
  return { ...texts, consent: consent && { text: consent.text, channels } };
}

export function saveForm(form: Form | null, body: UpdateForm): Promise<Form> {
  if (form) return api.forms.update(form.form_id, body);
  const { name = '', title = '', services = [] } = body;
  return api.forms.create({ ...body, name, title, services });
}
