import Type, { type Static } from 'typebox';

/** The languages of ready texts and of contacts. The database has the same list. */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

export const languageField = Type.Unsafe<Language>({
  type: 'string',
  enum: [...LANGUAGES],
  description:
    'Language of the organization: for contacts without a language of their own, and for ready texts. Default `en`.',
  examples: ['en'],
});

/** Of a lead or a customer. */
export const contactLanguage = Type.Unsafe<Language | null>({
  type: ['string', 'null'],
  enum: [...LANGUAGES, null],
  description: 'Language of messages to the contact; null for the organization’s.',
  examples: ['es'],
});
export type ContactLanguage = Static<typeof contactLanguage>;
