import { isObject } from '../../platform/is-object.ts';
import { escapePointer, type Members } from './members.ts';
import { hasLiquid } from './texts.ts';
import type { DefinitionCheck } from './validate.ts';

/** What the shape of a step's `with` cannot say, by kind. */

type Check = (check: DefinitionCheck, given: Members, pointer: string) => void;

export function checkWith(
  check: DefinitionCheck,
  kind: string,
  given: Members,
  pointer: string,
): void {
  CHECKS[kind]?.(check, given, pointer);
}

const CHECKS: Record<string, Check> = {
  send_message: message,
  create_follow_up(check, given, pointer) {
    if (given.channel === 'sms' || given.channel === 'email') message(check, given, pointer);
    else {
      notFor(check, given, ['template', 'subject'], pointer, 'a text or a mail');
      texts(check, given, ['body'], pointer);
    }
    if (given.delay !== undefined && given.due_at !== undefined) {
      const detail = 'Give either delay or due_at, not both.';
      check.add(`${pointer}/due_at`, 'not_allowed', detail);
    }
    check.duration(given.delay, `${pointer}/delay`);
    moment(check, given.due_at, `${pointer}/due_at`);
    if (Array.isArray(given.cancel_on)) {
      check.eventPatterns(given.cancel_on, `${pointer}/cancel_on`);
    }
  },
  assign: (check, given, pointer) => exactlyOne(check, given, ['user_id', 'team_id'], pointer),
  update_lead(check, given, pointer) {
    if (Object.keys(given).length === 0) {
      check.add(pointer, 'too_short', 'Say what is to change about the lead, such as notes.');
    }
    texts(check, given, Object.keys(given), pointer);
  },
  create_task(check, given, pointer) {
    texts(check, given, ['title'], pointer);
    check.duration(given.delay, `${pointer}/delay`);
  },
  book_next_available: (check, given, pointer) =>
    exactlyOne(check, given, ['user_id', 'team_id'], pointer),
  http_request(check, given, pointer) {
    if (typeof given.url === 'string') url(check, given.url, `${pointer}/url`);
    if (isObject(given.headers)) headers(check, given.headers, `${pointer}/headers`);
    if (given.method === 'GET' && given.body !== undefined) {
      const detail = 'A GET has no body. Leave it out, or choose another method.';
      check.add(`${pointer}/body`, 'not_allowed', detail);
    }
    textsWithin(check, given.body, `${pointer}/body`);
  },
  wait(check, given, pointer) {
    exactlyOne(check, given, ['duration', 'until', 'event'], pointer);
    check.duration(given.duration, `${pointer}/duration`);
    moment(check, given.until, `${pointer}/until`);
    if (given.event === undefined) {
      notFor(check, given, ['timeout', 'when'], pointer, 'a wait for an event');
      return;
    }
    if (typeof given.event === 'string') check.eventPattern(given.event, `${pointer}/event`);
    if (given.timeout === undefined) {
      const detail = 'A wait for an event ends some day, whether it came or not: give a timeout.';
      check.add(`${pointer}/timeout`, 'required', detail);
    }
    check.duration(given.timeout, `${pointer}/timeout`);
    if (typeof given.when === 'string') check.condition(given.when, `${pointer}/when`);
  },
};

function message(check: DefinitionCheck, given: Members, pointer: string): void {
  exactlyOne(check, given, ['body', 'template'], pointer);
  texts(check, given, ['subject', 'body'], pointer);
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

function exactlyOne(
  check: DefinitionCheck,
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

function notFor(
  check: DefinitionCheck,
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

function texts(
  check: DefinitionCheck,
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
function textsWithin(check: DefinitionCheck, value: unknown, pointer: string): void {
  if (typeof value === 'string') check.text(value, pointer);
  else if (value !== null && typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) {
      textsWithin(check, part, `${pointer}/${escapePointer(name)}`);
    }
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time, or Liquid that will give one. */
function moment(check: DefinitionCheck, text: unknown, pointer: string): void {
  if (typeof text !== 'string') return;
  if (hasLiquid(text)) check.text(text, pointer);
  else if (!RFC_3339.test(text) || Number.isNaN(Date.parse(text))) {
    const detail =
      'It must be a time with its offset from UTC, such as 2027-03-01T09:00:00-05:00, or Liquid that gives one.';
    check.add(pointer, 'invalid_format', detail);
  }
}

/** Where it leads after it was filled in is guarded when it is sent; here it must look like an address. */
function url(check: DefinitionCheck, text: string, pointer: string): void {
  const isAddress = hasLiquid(text)
    ? /^https?:\/\/\S/.test(text)
    : URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) {
    const detail = 'It must be an address that begins with https:// or http://.';
    check.add(pointer, 'invalid_url', detail);
  } else if (!hasLiquid(text) && new URL(text).username + new URL(text).password !== '') {
    const detail = 'An address must not hold a name or a password. Send them in headers.';
    check.add(pointer, 'invalid_url', detail);
  }
  check.text(text, pointer);
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Those that say how the request is sent are ours to say, and the signature's. */
const RESERVED =
  /^(host|content-length|content-encoding|connection|keep-alive|upgrade|expect|te|trailer|transfer-encoding|proxy-.*|idempotency-key|webhook-.*)$/i;

function headers(check: DefinitionCheck, given: Members, pointer: string): void {
  for (const [name, value] of Object.entries(given)) {
    const at = `${pointer}/${escapePointer(name)}`;
    if (!HEADER_NAME.test(name)) check.add(at, 'invalid_format', 'It is no name of a header.');
    else if (RESERVED.test(name)) {
      check.add(at, 'not_allowed', 'This header is set by the service itself. Leave it out.');
    }
    if (typeof value !== 'string') continue;
    if (/[\r\n]/.test(value)) check.add(at, 'invalid_format', 'A header is a single line.');
    check.text(value, at);
  }
}
