/** The languages of ready texts and of contacts. */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export function languageIn(value: string): Language {
  return LANGUAGES.find((language) => language === value) ?? 'en';
}

/** "Spanish" */
export function languageName(language: string): string {
  const names = new Intl.DisplayNames([navigator.language, 'en'], { type: 'language' });
  return names.of(language) ?? language;
}

export function languageOptions(languages: readonly string[]) {
  return languages.map((value) => ({ value, label: languageName(value) }));
}
