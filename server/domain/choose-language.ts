import { DEFAULT_LANGUAGE, isLanguage, type Language } from './languages.ts';

/** Pure rules: which language a visitor reads. */

/** The one that was chosen, otherwise the best one of the browser, otherwise the company's. */
export function chooseLanguage(
  offered: readonly Language[],
  { chosen, accepted, fallback }: { chosen: string; accepted: string; fallback: Language },
): Language {
  const isOffered = (language: unknown): language is Language =>
    isLanguage(language) && offered.includes(language);
  if (isOffered(chosen)) return chosen;
  const best = languagesOf(accepted).find(isOffered);
  return best ?? (isOffered(fallback) ? fallback : (offered[0] ?? DEFAULT_LANGUAGE));
}

/** The languages of an Accept-Language header, best first: `fr-CA, en;q=0.8` is fr, en. */
function languagesOf(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().toLowerCase().split(';', 2);
      const weight = quality === '' ? 1 : Number(/^\s*q=([\d.]+)/.exec(quality)?.[1] ?? 0);
      return { language: tag.split('-', 1)[0] ?? '', weight };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}
