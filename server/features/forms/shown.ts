import { chooseLanguage } from '../../domain/choose-language.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { DEFAULT_CONSENT, DEFAULT_THANK_YOU } from './form.ts';
import { wordingOf } from './form-fields.ts';
import type { FormRow } from './queries.ts';
import type { FormConsent } from './schemas.ts';
import { TEXTS, type Texts } from './texts/index.ts';

/** What the company says on its form. */
export type FormContent = Pick<FormRow, 'title' | 'intro' | 'services' | 'consent' | 'thank_you'>;

/** A form in the language of its visitor. */
export interface Shown {
  form: FormContent;
  language: Language;
  texts: Texts;
  color: string | null;
  /** The parameters of the link that led here; null where no other language can be chosen. */
  query: URLSearchParams | null;
}

export interface Wanted {
  chosen: string;
  accepted: string;
}

export function showForm(
  form: FormContent & { language: Language; brand_color: string | null },
  wanted: Wanted,
  query: URLSearchParams | null,
): Shown {
  const language = chooseLanguage(LANGUAGES, { ...wanted, fallback: form.language });
  const shown = inLanguage(form, language);
  return { form: shown, language, texts: TEXTS[language], color: form.brand_color, query };
}

/** A company writes its own words in its own language. Words that it left to us are in the visitor's. */
export function inLanguage<Form extends FormContent>(form: Form, language: Language): Form {
  const { thank_you, consent } = form;
  return {
    ...form,
    thank_you: thank_you === DEFAULT_THANK_YOU ? TEXTS[language].thankYou : thank_you,
    consent: consent && consentIn(consent, language),
  };
}

function consentIn(consent: FormConsent, language: Language): FormConsent {
  if (consent.text !== DEFAULT_CONSENT.text) return consent;
  return { ...consent, text: TEXTS[language].consent };
}

/** The consent whose words a visitor read beside the box; null if the form does not ask in these words any more. */
export function consentRead(consent: FormConsent | null, wording: string): FormConsent | null {
  if (consent === null) return null;
  const all = LANGUAGES.map((language) => consentIn(consent, language));
  return [consent, ...all].find((one) => wordingOf(one) === wording) ?? null;
}
