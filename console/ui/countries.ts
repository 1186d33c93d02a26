/** Codes that have a name but are no country of their own: groups of countries, reserved codes, codes for tests. */
const NOT_COUNTRIES = new Set([
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export interface Country {
  code: string;
  name: string;
}

let known: readonly Country[] | null = null;

/** By name. The platform has no list of them, but knows the name of each; old codes have become others. */
export function allCountries(language = navigator.language): readonly Country[] {
  known ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NOT_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => {
      const name = nameOf(code, language);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, language));
  return known;
}

const names = new Map<string, Intl.DisplayNames>();

function nameOf(code: string, language: string): string | undefined {
  const inLanguage =
    names.get(language) ??
    new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' });
  names.set(language, inLanguage);
  return inLanguage.of(code);
}

/** Where this browser probably is. */
export function countryHere(): string {
  return new Intl.Locale(navigator.language).maximize().region ?? 'US';
}
