import type { BookingPage } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import fields from '../../../ui/field.module.css';
import { Field, TextArea } from '../../../ui/field.tsx';
import type { FieldOf } from '../shared/edit-card.tsx';
import styles from '../shared/editor.module.css';
import { LANGUAGES, languageName } from '../shared/languages.ts';
import { Part } from '../shared/part.tsx';

const words = text.settings.bookingPages;

interface Props {
  page: BookingPage | null;
  field: FieldOf;
}

export function LookFields({ page, field }: Props) {
  const { error } = field('languages');
  return (
    <Part title={words.look}>
      <Field
        label={words.color}
        hint={words.colorHint}
        {...field('brand/color')}
        defaultValue={page?.brand.color ?? ''}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label={words.logo}
        {...field('brand/logo_url')}
        type="url"
        placeholder="https://"
        defaultValue={page?.brand.logo_url ?? ''}
      />
      <fieldset className={styles.checks}>
        <legend className={fields.label}>{words.languages}</legend>
        {LANGUAGES.map((language) => (
          <CheckField
            key={language}
            name="languages"
            value={language}
            label={languageName(language)}
            defaultChecked={page?.languages.includes(language) ?? true}
          />
        ))}
        {error && <span className={fields.error}>{error}</span>}
      </fieldset>
    </Part>
  );
}

/** What happens after the booking, and how its leads are counted. */
export function EndFields({ page, field }: Props) {
  return (
    <Part title={words.end}>
      <TextArea
        label={words.thankYou}
        hint={words.thankYouHint}
        {...field('thank_you')}
        rows={2}
        defaultValue={page?.thank_you ?? ''}
      />
      <Field
        label={words.redirect}
        {...field('redirect_url')}
        type="url"
        placeholder="https://"
        defaultValue={page?.redirect_url ?? ''}
      />
      <Field
        label={words.source}
        {...field('source')}
        defaultValue={page?.source ?? 'booking_page'}
        autoComplete="off"
      />
    </Part>
  );
}
