import Type from 'typebox';
import { LANGUAGES, type Language } from '../../../domain/languages.ts';
import { NOT_BLANK } from '../../../platform/http/fields.ts';

/** A text in one language. */
export interface TranslatedText {
  /** Of an email. Missing or null: the subject in the main language. */
  subject?: string | null;
  body: string;
}

export type Translations = { [L in Language]?: TranslatedText };

const translatedText = {
  type: 'object',
  title: 'TranslatedText',
  additionalProperties: false,
  required: ['body'],
  description: 'The text in this language.',
  properties: {
    subject: {
      type: ['string', 'null'],
      maxLength: 500,
      description: 'Subject of the email.',
      examples: [null],
    },
    body: {
      type: 'string',
      pattern: NOT_BLANK,
      maxLength: 20_000,
      description: 'Text of the message.',
      examples: ['Hola {{ lead.name }}.'],
    },
  },
};

export function translationsField(description: string) {
  const properties = Object.fromEntries(LANGUAGES.map((language) => [language, translatedText]));
  return Type.Unsafe<Translations>({
    type: 'object',
    additionalProperties: false,
    properties,
    description,
    examples: [{ es: { body: 'Hola {{ lead.name }}, somos {{ organization.name }}.' } }],
  });
}

/** The texts of a message in all its languages. */
export interface Translated {
  subject: string | null;
  body: string;
  translations: Translations;
}

/** The text in this language, otherwise the main text. */
export function textsIn(
  { subject, body, translations }: Translated,
  language: Language,
): { subject: string | null; body: string } {
  const own = translations[language];
  return own === undefined
    ? { subject, body }
    : { subject: own.subject ?? subject, body: own.body };
}

/** Every text, for checks that all of them must pass. */
export function textsOf(texts: Translated | null): (string | null)[] {
  if (texts === null) return [];
  const translated = Object.values(texts.translations);
  return [texts, ...translated].flatMap(({ subject, body }) => [subject ?? null, body]);
}

/** Where each text of `translations` is in a request. What has another form is left to the schema. */
export function translationsIn(
  given: unknown,
  pointer: string,
): { text: unknown; pointer: string }[] {
  if (typeof given !== 'object' || given === null) return [];
  return LANGUAGES.flatMap((language) => {
    const own: unknown = Object.entries(given).find(([name]) => name === language)?.[1];
    if (typeof own !== 'object' || own === null) return [];
    return Object.entries(own).map(([name, text]) => ({
      text,
      pointer: `${pointer}/${language}/${name}`,
    }));
  });
}
