const KEY = 'throughline.language';

/** The languages that the texts for technicians have. */
export const FIELD_LANGUAGES = ['en', 'es'] as const;
export type FieldLanguage = (typeof FIELD_LANGUAGES)[number];

/** `browser` until the person has chosen. */
export function chosenLanguage(): FieldLanguage | 'browser' {
  const stored = globalThis.localStorage?.getItem(KEY);
  return FIELD_LANGUAGES.find((language) => language === stored) ?? 'browser';
}

export function chooseLanguage(language: FieldLanguage | 'browser'): void {
  if (language === 'browser') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, language);
}
