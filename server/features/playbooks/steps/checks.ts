import { translationsIn } from '../../messaging/index.ts';
import { escapePointer, type JsonObject } from '../json.ts';
import { hasLiquid } from '../texts.ts';
import type { StepCheck } from './step.ts';

/** Checks of `with` that several steps share, beyond its schema. */

export function checkMessage(
  check: StepCheck,
  given: JsonObject,
  pointer: string,
  mayLink = false,
): void {
  checkExactlyOne(check, given, ['body', 'template'], pointer);
  checkTexts(check, given, ['subject'], pointer);
  if (typeof given.body === 'string') check.text(given.body, `${pointer}/body`, mayLink);
  checkTimestamp(check, given.expires_at, `${pointer}/expires_at`);
  for (const { text, pointer: at } of translationsIn(
    given.translations,
    `${pointer}/translations`,
  )) {
    if (typeof text === 'string') check.text(text, at, mayLink);
  }
  if (given.body === undefined) {
    checkAbsent(check, given, ['translations'], pointer, 'a message with body');
  }
  if (given.subject === undefined) {
    if (given.channel === 'email' && given.body !== undefined) {
      check.add(`${pointer}/subject`, 'required', 'An email needs a subject. Give one in subject.');
    }
  } else if (given.channel === 'sms') {
    check.add(`${pointer}/subject`, 'not_allowed', 'A text cannot have a subject. Remove subject.');
  } else if (given.template !== undefined) {
    const detail = 'The template has its own subject. Remove subject.';
    check.add(`${pointer}/subject`, 'not_allowed', detail);
  }
}

export function checkAssignee(check: StepCheck, given: JsonObject, pointer: string): void {
  checkExactlyOne(check, given, ['user_id', 'team_id'], pointer);
}

export function checkExactlyOne(
  check: StepCheck,
  given: JsonObject,
  names: readonly string[],
  pointer: string,
): void {
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 0) {
    check.add(`${pointer}/${names[0]}`, 'required', `Give one of ${names.join(', ')}.`);
  }
  for (const name of present.slice(1)) {
    const detail = `Give only one of ${names.join(', ')}. Remove ${name}, or remove ${present[0]}.`;
    check.add(`${pointer}/${name}`, 'not_allowed', detail);
  }
}

/** Refuses fields that are only for another variant of the step. */
export function checkAbsent(
  check: StepCheck,
  given: JsonObject,
  names: readonly string[],
  pointer: string,
  variant: string,
): void {
  for (const name of names) {
    if (given[name] === undefined) continue;
    check.add(
      `${pointer}/${name}`,
      'not_allowed',
      `The field ${name} is only for ${variant}. Remove it.`,
    );
  }
}

export function checkTexts(
  check: StepCheck,
  given: JsonObject,
  names: readonly string[],
  pointer: string,
): void {
  for (const name of names) {
    const text = given[name];
    if (typeof text === 'string') check.text(text, `${pointer}/${escapePointer(name)}`);
  }
}

/** Checks every string in a JSON value. */
export function checkTextsWithin(
  check: Pick<StepCheck, 'text'>,
  value: unknown,
  pointer: string,
): void {
  if (typeof value === 'string') check.text(value, pointer);
  else if (value !== null && typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) {
      checkTextsWithin(check, part, `${pointer}/${escapePointer(name)}`);
    }
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time, or Liquid that renders to one. */
export function checkTimestamp(check: StepCheck, text: unknown, pointer: string): void {
  if (typeof text !== 'string') return;
  if (hasLiquid(text)) check.text(text, pointer);
  else if (!RFC_3339.test(text) || Number.isNaN(Date.parse(text))) {
    const detail =
      'The value must be a time with its offset from UTC, such as 2027-03-01T09:00:00-05:00, or Liquid that renders to one.';
    check.add(pointer, 'invalid_format', detail);
  }
}
