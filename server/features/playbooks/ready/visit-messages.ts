import type { Language } from '../../../domain/languages.ts';
import type { Step } from '../steps/index.ts';
import { HAS_ONLY_EMAIL, HAS_PHONE } from './phrases.ts';

/** Messages about a visit, in every language: as a text, or as an email to contacts without a phone number. */

export interface VisitText {
  subject: string;
  body: string;
}

type VisitTexts = Record<Language, VisitText>;

/** A message about a visit is of no use after it: not sent later than that. */
export function visitMessage(id: string, texts: VisitTexts, expires_at: string): Step[] {
  const { en, ...others } = texts;
  const delivery = { purpose: 'service', expires_at } as const;
  const asTexts = Object.entries(others).map(([language, { body }]) => [language, { body }]);
  return [
    {
      id,
      do: 'send_message',
      when: HAS_PHONE,
      with: {
        channel: 'sms',
        body: en.body,
        translations: Object.fromEntries(asTexts),
        ...delivery,
      },
    },
    {
      id: `${id}_mail`,
      do: 'send_message',
      when: HAS_ONLY_EMAIL,
      with: { channel: 'email', ...en, translations: others, ...delivery },
    },
  ];
}

/** When the visit is over for the purpose of a reminder or a confirmation. */
export const VISIT_STARTS = '{{ appointment.starts_at }}';

/** An “on the way” that is an hour old is wrong. */
export const IN_AN_HOUR = '{{ now | date: "%s" | plus: 3600 | date: "%Y-%m-%dT%H:%M:%SZ", "UTC" }}';

const FIRST_NAME = '{{ lead.name | split: " " | first }}';
const greeting = (word: string) => `${word}{% if lead.name %} ${FIRST_NAME}{% endif %}`;

export const GREETING: Record<Language, string> = {
  en: greeting('Hi'),
  es: greeting('Hola'),
  fr: greeting('Bonjour'),
  de: greeting('Hallo'),
  pt: greeting('Olá'),
};

const local = (time: string, format: string) =>
  `{{ appointment.${time} | date: "${format}", appointment.time_zone }}`;

/** “on Tuesday, March 2 between 8:00 AM and 10:00 AM”, or “at 9:00 AM” without an arrival window. */
function whenIn(day: string, at: string, [between, and]: [string, string], clock: string): string {
  const start = local('arrival_window.starts_at', clock);
  const window = `${between} ${start} ${and} ${local('arrival_window.ends_at', clock)}`;
  const exact = `${at} ${local('starts_at', clock)}`;
  return `${day} {% if appointment.arrival_window %}${window}{% else %}${exact}{% endif %}`;
}

/** Months have names in English only, so the other languages write the date in digits. */
const DIGITS = local('starts_at', '%d/%m/%Y');

export const WHEN: Record<Language, string> = {
  en: whenIn(`on ${local('starts_at', '%A, %B %-d')}`, 'at', ['between', 'and'], '%-I:%M %p'),
  es: whenIn(`el ${DIGITS}`, 'a las', ['entre las', 'y las'], '%H:%M'),
  fr: whenIn(`le ${DIGITS}`, 'à', ['entre', 'et'], '%H:%M'),
  de: whenIn(`am ${local('starts_at', '%d.%m.%Y')}`, 'um', ['zwischen', 'und'], '%H:%M'),
  pt: whenIn(`em ${DIGITS}`, 'às', ['entre', 'e'], '%H:%M'),
};

/** Who comes: the name of the assigned user, if there is one. */
export function who(unassigned: string): string {
  return `{% if appointment.assignee %}{{ appointment.assignee.name }}{% else %}${unassigned}{% endif %}`;
}

/** Only if an expected time is known. */
export function eta(text: string): string {
  return `{% if appointment.eta_minutes %} ${text}{% endif %}`;
}
export const MINUTES = '{{ appointment.eta_minutes }}';
