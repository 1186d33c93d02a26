import { unstorableText } from '../../platform/http/validation.ts';
import type { OnlineService, Question } from '../services/index.ts';
import { type Origin, readOrigin } from './origin.ts';
import { readSubmission } from './submission.ts';
import type { Texts } from './texts/index.ts';

/** What a visitor has chosen so far: carried from step to step in the address and in hidden fields. */

export const STEPS = ['service', 'details', 'time', 'contact'] as const;
export type Step = (typeof STEPS)[number];
/** The last step without a time. */
export const REQUEST = 'request';

export interface Wish {
  /** The step that was asked for. */
  step: Step;
  service: OnlineService | null;
  /** As they were typed, by the key of the question. */
  answers: Readonly<Record<string, string>>;
  postalCode: string;
  /** The first day to show, and the day whose times are shown; empty for the first ones. */
  from: string;
  day: string;
  /** Start of the visit in ms; null if no time is chosen. */
  start: number | null;
  /** The visitor found no time, and asks without one. */
  isWithoutTime: boolean;
  /** Where the visitor came from. */
  origin: Origin;
  /** What makes this one booking, however often it is sent; empty if there is none yet. */
  submission: string;
}

/** Errors by the id of the control. */
export type Errors = ReadonlyMap<string, string>;

const POSTAL_CODE = /^[A-Za-z0-9][A-Za-z0-9 -]{0,10}$/;
/** All typed answers together: encoded, they fit into an address, which can have 16 KiB. */
const MAX_TYPED = 1_500;
const MAX_ANSWER = 500;

/** What the button of a form adds comes after what is hidden in the form. */
export function lastOf(sent: URLSearchParams, name: string): string {
  return sent.getAll(name).at(-1) ?? '';
}

export function readWish(
  sent: URLSearchParams,
  services: readonly OnlineService[],
  { now, referer }: { now: Date; referer?: string | undefined },
): Wish {
  const text = (name: string) => lastOf(sent, name).trim();
  const code = text('service');
  const only = services.length === 1 ? services[0] : undefined;
  const service = services.find((one) => one.code === code) ?? only ?? null;
  const isRequest = text('step') === REQUEST;
  const asked = isRequest ? 'contact' : STEPS.find((step) => step === text('step'));
  const answers = (service?.questions ?? []).map(({ key, kind }) => {
    const name = `q_${key}`;
    return [key, kind === 'text' ? text(name) : lastOf(sent, name)] as const;
  });
  return {
    step: asked ?? (service === null ? 'service' : 'details'),
    service,
    answers: Object.fromEntries(answers),
    postalCode: text('postal_code'),
    from: text('from'),
    day: text('day'),
    start: isRequest ? null : readStart(text('starts_at')),
    isWithoutTime: isRequest || text('without_time') === '1',
    origin: readOrigin(sent, referer),
    submission: readSubmission(text('submission'), now),
  };
}

function readStart(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** The same as fields of a form or an address, without what is empty. */
export function fieldsOf(wish: Wish): [name: string, value: string][] {
  const fields: [string, string][] = [
    ['service', wish.service?.code ?? ''],
    ...Object.entries(wish.answers).map(([key, value]): [string, string] => [`q_${key}`, value]),
    ['postal_code', wish.postalCode],
    ['from', wish.from],
    ['day', wish.day],
    ['starts_at', wish.start === null ? '' : new Date(wish.start).toISOString()],
    ['without_time', wish.isWithoutTime ? '1' : ''],
    ...Object.entries(wish.origin),
    ['submission', wish.submission],
  ];
  return fields.filter(([, value]) => value !== '');
}

/** How long a typed answer can be. */
export function answerLimit({ questions }: OnlineService): number {
  const typed = questions.filter(({ kind }) => kind === 'text').length;
  return Math.min(MAX_ANSWER, Math.floor(MAX_TYPED / Math.max(1, typed)));
}

export function detailErrors(wish: Wish, needsPostalCode: boolean, texts: Texts): Errors {
  const { service, answers, postalCode } = wish;
  const errors = new Map<string, string>();
  for (const question of service?.questions ?? []) {
    const limit = service === null ? MAX_ANSWER : answerLimit(service);
    const wrong = wrongAnswer(question, answers[question.key] ?? '', limit, texts);
    if (wrong !== null) errors.set(`q_${question.key}`, wrong);
  }
  const isMissing = postalCode === '' && needsPostalCode;
  if (isMissing || (postalCode !== '' && !POSTAL_CODE.test(postalCode))) {
    errors.set('postal_code', texts.errors.postalCode);
  }
  return errors;
}

function wrongAnswer(question: Question, answer: string, limit: number, { errors }: Texts) {
  if (answer === '') return question.required ? errors.answer : null;
  if (question.kind === 'text') {
    if (unstorableText(answer).length > 0) return errors.characters;
    return [...answer].length > limit ? errors.tooLong(limit) : null;
  }
  const choices = question.kind === 'yes_no' ? ['yes', 'no'] : (question.choices ?? []);
  return choices.includes(answer) ? null : errors.choice;
}
