import type { Language } from '../../domain/languages.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { OnlineService } from '../services/index.ts';
import type { PublicPage } from './queries.ts';
import type { OpenTime } from './times.ts';

/** Times and amounts as a visitor reads them: in the language, with the habits of the country, in the company's zone. */
export interface Formats {
  day(time: number): string;
  time(time: OpenTime): string;
  dayAndTime(time: OpenTime): string;
  zone(time: number): string;
  minutes(count: number): string;
  amount(minorUnits: number, currency: string): string;
  name(service: Pick<OnlineService, 'name' | 'names'>): string;
}

export function formatsFor(
  { time_zone, country }: Pick<PublicPage, 'time_zone' | 'country'>,
  language: Language,
): Formats {
  const locale = `${language}-${country}`;
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: time_zone, ...options });
  const day = written({ weekday: 'long', day: 'numeric', month: 'long' });
  const clock = written({ timeStyle: 'short' });
  const zone = written({ timeZoneName: 'longGeneric' });
  const timeOf = ({ start, window }: OpenTime) =>
    window === null ? clock.format(start) : rangeOf(clock, window);
  return {
    day: (time) => day.format(time),
    time: timeOf,
    dayAndTime: (time) => `${day.format(time.start)}, ${timeOf(time)}`,
    zone: (time) =>
      zone.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? time_zone,
    minutes: (count) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: count % 60 === 0 ? 'hour' : 'minute',
        unitDisplay: 'long',
      }).format(count % 60 === 0 ? count / 60 : count),
    amount: (minorUnits, currency) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      return format.format(minorUnits / 10 ** digits);
    },
    name: ({ name, names }) => names[language] ?? name,
  };
}

function rangeOf(clock: Intl.DateTimeFormat, { start, end }: Interval): string {
  return clock.formatRange(start, end);
}
