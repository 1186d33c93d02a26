import { chosenLanguage, FIELD_LANGUAGES, type FieldLanguage } from '../ui/language.ts';
import * as text from './en.ts';
import { myDay as myDayInSpanish } from './es/my-day.ts';
import { outbox as outboxInSpanish } from './es/outbox.ts';
import { appointmentStatus as statusInSpanish } from './es/words.ts';

/** What technicians read: the office works in English, the crew in its own language. */
export interface FieldText {
  language: FieldLanguage;
  myDay: typeof text.myDay;
  outbox: typeof text.outbox;
  appointmentStatus: (typeof text.words)['appointmentStatus'];
  cancel: string;
}

const ENGLISH: FieldText = {
  language: 'en',
  myDay: text.myDay,
  outbox: text.outbox,
  appointmentStatus: text.words.appointmentStatus,
  cancel: text.cancel,
};

const SPANISH: FieldText = {
  language: 'es',
  myDay: myDayInSpanish,
  outbox: outboxInSpanish,
  appointmentStatus: statusInSpanish,
  cancel: 'Cancelar',
};

/** The texts in the first of these languages that we have. */
export function fieldTextFor(languages: readonly string[]): FieldText {
  const wanted = languages.map((one) => one.slice(0, 2));
  const known = wanted.find((one) => FIELD_LANGUAGES.some((language) => language === one));
  return known === 'es' ? SPANISH : ENGLISH;
}

/** In the language that the person has chosen, otherwise in that of the browser. */
export const fieldText = fieldTextFor([
  chosenLanguage(),
  ...(globalThis.navigator?.languages ?? []),
]);
