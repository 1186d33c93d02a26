import type { OfferedService, UpdateService } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import * as text from '../../../text/en.ts';
import { readMoney } from '../../../ui/money.ts';
import { typed } from '../../../ui/use-form.ts';
import { codeOf } from '../../new-lead/code-of.ts';
import { LANGUAGES } from '../shared/languages.ts';
import type { Entered } from '../shared/use-editor.ts';
import { codeFrom, isChecked, numberIn, numberOrNull } from '../shared/values.ts';
import { MAX_QUESTIONS, type QuestionRow, questionsIn } from './questions.ts';

const QUESTION_NAMES = ['label', 'kind', 'choices', 'key'];

/** Of the fields, in the order of the page. */
export const SERVICE_NAMES = [
  ...['name', 'code', 'duration_minutes', 'crew_size', 'buffer_minutes', 'skills'],
  ...LANGUAGES.map((language) => `names/${language}`),
  ...['price_hint/amount', 'price_hint', 'deposit/amount', 'deposit/percent', 'deposit'],
  ...Array.from({ length: MAX_QUESTIONS }, (_, at) =>
    QUESTION_NAMES.map((name) => `questions/${at}/${name}`),
  ).flat(),
  'questions',
];

export type ServiceBody = UpdateService & { code: string; name: string; duration_minutes: number };

interface Known {
  service: OfferedService | null;
  rows: readonly QuestionRow[];
  /** Of the organization. */
  currency: string;
}

/** A price keeps its currency, also if the organization has another one now. */
export function currencyOf(service: OfferedService | null, currency: string): string {
  return service?.price_hint?.currency ?? currency;
}

export function serviceIn(values: FormData, known: Known): Entered<ServiceBody> {
  const priceHint = priceHintIn(values, currencyOf(known.service, known.currency));
  const deposit = depositIn(values, known.currency);
  const wrong = {
    ...(priceHint === undefined && {
      'price_hint/amount': text.settings.services.wrongAmount,
    }),
    ...(deposit === undefined && { 'deposit/amount': text.settings.services.wrongAmount }),
  };
  if (priceHint === undefined || deposit === undefined) return { wrong };
  const name = typed(values, 'name').trim();
  return {
    body: {
      code: typed(values, 'code').trim() || codeFrom(name),
      name,
      names: namesIn(values),
      duration_minutes: numberIn(values, 'duration_minutes'),
      crew_size: numberIn(values, 'crew_size'),
      buffer_minutes: numberOrNull(values, 'buffer_minutes'),
      skills: codesIn(values, 'skills'),
      price_hint: priceHint,
      deposit,
      online: isChecked(values, 'online'),
      active: isChecked(values, 'active'),
      questions: questionsIn(known.rows),
    },
  };
}

/** Undefined if the amount cannot be read. */
function priceHintIn(values: FormData, currency: string): OfferedService['price_hint'] | undefined {
  const kind = typed(values, 'price_hint');
  if (kind === '') return null;
  if (kind === 'free') return { kind };
  const amount = readMoney(typed(values, 'price_hint/amount'), currency);
  return amount === null ? undefined : { kind, amount, currency };
}

function depositIn(values: FormData, currency: string): OfferedService['deposit'] | undefined {
  const kind = typed(values, 'deposit');
  if (kind === '') return null;
  if (kind === 'percent') return { percent: numberIn(values, 'deposit/percent') };
  const amount = readMoney(typed(values, 'deposit/amount'), currency);
  return amount === null ? undefined : { amount };
}

function namesIn(values: FormData): OfferedService['names'] {
  const given = LANGUAGES.map((language) => [language, typed(values, `names/${language}`).trim()]);
  return Object.fromEntries(given.filter(([, name]) => name !== ''));
}

/** Skills are typed as words. */
function codesIn(values: FormData, name: string): string[] {
  const codes = typed(values, name)
    .split(',')
    .map(codeOf)
    .filter((code) => code !== null);
  return [...new Set(codes)];
}

/** The values that a change replaces, to undo it. */
export function bodyOf(service: OfferedService): ServiceBody {
  const { defined, count, created_at, updated_at, ...body } = service;
  return body;
}

export function saveService(
  stored: OfferedService | null,
  { code, ...body }: ServiceBody,
): Promise<OfferedService> {
  return stored?.defined
    ? api.services.update(stored.code, body)
    : api.services.create({ code, ...body });
}
