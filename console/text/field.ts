import * as text from './en.ts';
import { myDay as myDayInSpanish } from './es/my-day.ts';
import { appointmentStatus as statusInSpanish } from './es/words.ts';

/** What technicians read: the office works in English, the crew in its own language. */
export interface FieldText {
  language: 'en' | 'es';
  myDay: typeof text.myDay;
  appointmentStatus: (typeof text.words)['appointmentStatus'];
  cancel: string;
}

const ENGLISH: FieldText = {
  language: 'en',
  myDay: text.myDay,
  appointmentStatus: text.words.appointmentStatus,
  cancel: text.cancel,
};

const SPANISH: FieldText = {
  language: 'es',
  myDay: myDayInSpanish,
  appointmentStatus: statusInSpanish,
  cancel: 'Cancelar',
};

/** The texts in the language of the browser, as far as we have it. */
export function fieldTextFor(languages: readonly string[]): FieldText {
  const known = languages.map((one) => one.slice(0, 2)).find((one) => one === 'en' || one === 'es');
  return known === 'es' ? SPANISH : ENGLISH;
}

export const fieldText = fieldTextFor(globalThis.navigator?.languages ?? []);
