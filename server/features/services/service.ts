import { currencyErrors } from '../../domain/currencies.ts';
import { DEFAULT_VISIT_MINUTES } from '../../domain/visit-length.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { CreateServiceBody, PriceHint, UpdateServiceBody } from './schemas.ts';
import { MAX_CHOICES, MAX_QUESTIONS } from './schemas.ts';

/** What a service is, without when it was defined. */
export type Definition = Required<Omit<CreateServiceBody, 'code'>>;

export function newDefinition(body: CreateServiceBody, currency: string): Definition {
  return {
    name: body.name.trim(),
    names: body.names ?? {},
    duration_minutes: body.duration_minutes,
    skills: once(body.skills ?? []),
    buffer_minutes: body.buffer_minutes ?? null,
    price_hint: readPriceHint(body.price_hint ?? null, currency),
    deposit: body.deposit ?? null,
    crew_size: body.crew_size ?? 1,
    online: body.online ?? false,
    questions: body.questions ?? [],
    active: body.active ?? true,
  };
}

export function changed<Row extends Definition>(
  before: Row,
  { name, skills, price_hint, ...body }: UpdateServiceBody,
  currency: string,
): Row {
  return {
    ...before,
    ...body,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(skills === undefined ? {} : { skills: once(skills) }),
    ...(price_hint === undefined ? {} : { price_hint: readPriceHint(price_hint, currency) }),
  };
}

/** What is assumed of a code that no service is defined for. */
export function undefinedService(code: string): Definition {
  const words = code.replaceAll('_', ' ').trim();
  return {
    name: words.charAt(0).toUpperCase() + words.slice(1),
    names: {},
    duration_minutes: DEFAULT_VISIT_MINUTES,
    skills: [code],
    buffer_minutes: null,
    price_hint: null,
    deposit: null,
    crew_size: 1,
    online: false,
    questions: [],
    active: true,
  };
}

function once(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function readPriceHint(hint: PriceHint | null, currency: string): PriceHint | null {
  if (hint === null || hint.kind === 'free') return hint && { kind: hint.kind };
  return { ...hint, currency: hint.currency ?? currency };
}

/** What the schema cannot say. */
export function checkService(body: Record<string, unknown>): { errors: FieldError[] } {
  return {
    errors: [
      ...priceHintErrors(body.price_hint),
      ...depositErrors(body.deposit),
      ...questionErrors(body.questions),
    ],
  };
}

function priceHintErrors(hint: unknown): FieldError[] {
  if (!isObject(hint)) return [];
  const errors = currencyErrors('/price_hint/currency', hint.currency);
  const hasAmount = hint.amount !== undefined;
  if (hint.kind === 'free' && hasAmount) {
    const detail = 'A free visit has no amount. Leave price_hint.amount out, or send another kind.';
    errors.push({ pointer: '/price_hint/amount', code: 'not_allowed', detail });
  }
  if ((hint.kind === 'from' || hint.kind === 'fixed') && !hasAmount) {
    const detail = `The field price_hint.amount is required with the kind ${hint.kind}.`;
    errors.push({ pointer: '/price_hint/amount', code: 'required', detail });
  }
  return errors;
}

function depositErrors(deposit: unknown): FieldError[] {
  if (!isObject(deposit)) return [];
  const given = ['amount', 'percent'].filter((name) => deposit[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'A deposit is either an amount or a percent. Send one of them.';
  return [{ pointer: '/deposit', code, detail }];
}

function questionErrors(questions: unknown): FieldError[] {
  if (!Array.isArray(questions)) return [];
  const keys = questions.map((question) => (isObject(question) ? question.key : undefined));
  return questions.slice(0, MAX_QUESTIONS).flatMap((question, place) => {
    if (!isObject(question)) return [];
    const errors: FieldError[] = [];
    const pointer = `/questions/${place}`;
    if (question.key !== undefined && keys.indexOf(question.key) !== place) {
      const detail = `The field questions.${place}.key repeats the key of another question. Give each its own key.`;
      errors.push({ pointer: `${pointer}/key`, code: 'repeated', detail });
    }
    if (question.kind === 'choice' && question.choices === undefined) {
      const detail = `The field questions.${place}.choices is required for a choice.`;
      errors.push({ pointer: `${pointer}/choices`, code: 'required', detail });
    }
    if (
      (question.kind === 'text' || question.kind === 'yes_no') &&
      question.choices !== undefined
    ) {
      const detail = `Only a question of the kind choice has choices. Leave questions.${place}.choices out.`;
      errors.push({ pointer: `${pointer}/choices`, code: 'not_allowed', detail });
    }
    return [...errors, ...repeatedChoices(question.choices, place)];
  });
}

function repeatedChoices(choices: unknown, place: number): FieldError[] {
  if (!Array.isArray(choices)) return [];
  const texts: unknown[] = choices.slice(0, MAX_CHOICES);
  return texts.flatMap((text, index) => {
    if (texts.indexOf(text) === index) return [];
    const detail = `The field questions.${place}.choices.${index} repeats another choice. Send each once.`;
    return [{ pointer: `/questions/${place}/choices/${index}`, code: 'repeated', detail }];
  });
}
