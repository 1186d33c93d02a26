import type { Form } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import type { FieldOf } from '../shared/edit-card.tsx';

const words = text.settings.forms;

export function TextFields({ form, field }: { form: Form | null; field: FieldOf }) {
  return (
    <>
      <CheckField
        label={words.enabled}
        hint={words.enabledHint}
        name="enabled"
        defaultChecked={form?.enabled ?? true}
      />
      <Field
        label={words.name}
        hint={words.nameHint}
        {...field('name')}
        defaultValue={form?.name}
        autoComplete="off"
        autoFocus={form === null}
      />
      <Field
        label={words.title}
        {...field('title')}
        defaultValue={form?.title}
        autoComplete="off"
      />
      <TextArea label={words.intro} {...field('intro')} defaultValue={form?.intro ?? ''} />
      <TextArea
        label={words.thankYou}
        {...field('thank_you')}
        rows={2}
        defaultValue={form?.thank_you}
      />
      <Field
        label={words.redirect}
        {...field('redirect_url')}
        type="url"
        placeholder="https://"
        defaultValue={form?.redirect_url ?? ''}
      />
      <Field
        label={words.source}
        {...field('source')}
        defaultValue={form?.source ?? 'web_form'}
        autoComplete="off"
      />
    </>
  );
}
