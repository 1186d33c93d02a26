import { escapePointer, type Members } from '../members.ts';
import { hasLiquid } from '../texts.ts';
import type { StepCheck } from './step.ts';

/** What several steps check of their `with`, besides its shape. */

export function checkMessage(check: StepCheck, given: Members, pointer: string): void {
  checkExactlyOne(check, given, ['body', 'template'], pointer);
  checkTexts(check, given, ['subject', 'body'], pointer);
  if (given.subject === undefined) {
    if (given.channel === 'email' && given.body !== undefined) {
      check.add(`${pointer}/subject`, 'required', 'A mail needs a subject. Give one in subject.');
    }
  } else if (given.channel === 'sms') {
    check.add(`${pointer}/subject`, 'not_allowed', 'A text has no subject. Leave subject out.');
  } else if (given.template !== undefined) {
    const detail = 'The template has a subject of its own. Leave subject out.';
    check.add(`${pointer}/subject`, 'not_allowed', detail);
  }
}

export function checkAssignee(check: StepCheck, given: Members, pointer: string): void {
  checkExactlyOne(check, given, ['user_id', 'team_id'], pointer);
}

export function checkExactlyOne(
  check: StepCheck,
  given: Members,
  names: readonly string[],
  pointer: string,
): void {
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 0) {
    check.add(`${pointer}/${names[0]}`, 'required', `Give one of ${names.join(', ')}.`);
  }
  for (const name of present.slice(1)) {
    const detail = `Give only one of ${names.join(', ')}; ${present[0]} is there already.`;
    check.add(`${pointer}/${name}`, 'not_allowed', detail);
  }
}

/** Fields that only make sense for something else. */
export function checkAbsent(
  check: StepCheck,
  given: Members,
  names: readonly string[],
  pointer: string,
  what: string,
): void {
  for (const name of names) {
    if (given[name] === undefined) continue;
    check.add(`${pointer}/${name}`, 'not_allowed', `${name} is for ${what}. Leave it out.`);
  }
}

export function checkTexts(
  check: StepCheck,
  given: Members,
  names: readonly string[],
  pointer: string,
): void {
  for (const name of names) {
    const text = given[name];
    if (typeof text === 'string') check.text(text, `${pointer}/${escapePointer(name)}`);
  }
}

/** Every text in a JSON value. */
export function checkTextsWithin(check: StepCheck, value: unknown, pointer: string): void {
  if (typeof value === 'string') check.text(value, pointer);
  else if (value !== null && typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) {
      checkTextsWithin(check, part, `${pointer}/${escapePointer(name)}`);
    }
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time, or Liquid that will give one. */
export function checkMoment(check: StepCheck, text: unknown, pointer: string): void {
  if (typeof text !== 'string') return;
  if (hasLiquid(text)) check.text(text, pointer);
  else if (!RFC_3339.test(text) || Number.isNaN(Date.parse(text))) {
    const detail =
      'It must be a time with its offset from UTC, such as 2027-03-01T09:00:00-05:00, or Liquid that gives one.';
    check.add(pointer, 'invalid_format', detail);
  }
}
