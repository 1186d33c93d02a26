import { localAmount } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import { WORDS, type Words } from './words.ts';

/** How a document writes amounts, numbers and days: in the language of the contact, as in the country of the company. */
export interface Written {
  words: Words;
  locale: string;
  amount(minorUnits: number): string;
  number(value: number): string;
  percent(value: number): string;
  /** Of a date such as 2027-03-31. */
  day(date: string): string;
  /** Of a moment, in the time zone of the company. */
  dayOf(moment: Date): string;
  /** The same with the time, and the name of its zone. */
  momentOf(moment: Date): string;
}

interface Place {
  language: Language;
  country: string;
  timeZone: string;
  currency: string;
}

export function writtenFor({ language, country, timeZone, currency }: Place): Written {
  const locale = `${language}-${country}`;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const days = (zone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone });
  return {
    words: WORDS[language],
    locale,
    amount: (minorUnits) => localAmount(minorUnits, currency, locale),
    number: (value) => numbers.format(value),
    percent: (value) => `${numbers.format(value)} %`,
    day: (date) => days('UTC').format(new Date(`${date}T00:00:00Z`)),
    dayOf: (moment) => days(timeZone).format(moment),
    momentOf: (moment) => {
      const time = new Intl.DateTimeFormat(locale, {
        ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
      });
      return `${days(timeZone).format(moment)}, ${time.format(moment)}`;
    },
  };
}

/** Countries that write on Letter; all others write on A4. */
const LETTER = new Set([
  'US',
  'CA',
  'MX',
  'CL',
  'CO',
  'CR',
  'DO',
  'GT',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'VE',
]);

export function paperOf(country: string): 'A4' | 'LETTER' {
  return LETTER.has(country) ? 'LETTER' : 'A4';
}

/** On one line: a line break would tear a table apart. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
