import { isUtf8 } from 'node:buffer';
import { CalledThread, ThreadLost } from '../../platform/threads/called-thread.ts';
import type { mailCalls } from './parse-mail.worker.ts';
import type { SourceKind } from './schemas.ts';
import { at } from './texts.ts';

/** From the bytes of a request to a value that adapters read. */

/** Of what is parsed as JSON or as a form, and of what is kept. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;

/** A mail in JSON or in a form without files, which takes longer to read than one as it is. */
const MAX_FORM_MAIL_BYTES = 1024 * 1024;

export type Parsed = { payload: unknown } | { unreadable: string };

const ENTRY = new URL('./parse-mail.worker.ts', import.meta.url);
/** A mail of 5 MiB needs a tenth of it. */
const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: 512 } };
const mails = new CalledThread<typeof mailCalls>(ENTRY, LIMITS);
/** For those that were being parsed when a thread was lost: one at a time, so that only the mail that did it fails again. */
const doubtful = new CalledThread<typeof mailCalls>(ENTRY, { ...LIMITS, isOneAtATime: true });

async function parseInThread(bytes: Buffer): Promise<unknown> {
  try {
    return await mails.call('parseMail', bytes);
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error;
    return doubtful.call('parseMail', bytes);
  }
}

/** What mail gateways call the field with the whole mail: SendGrid, Mailgun, Postmark, and others. */
const MAIL_FIELDS = [
  ...['email', 'body-mime', 'RawEmail', 'raw', 'mime', 'raw_mime', 'message'],
] as const;

/** JSON or a form, whatever it says that it is: some makers name no type or a wrong one. */
export async function parseBody(contentType: string, bytes: Buffer): Promise<Parsed> {
  const type = essenceOf(contentType);
  if (type === 'multipart/form-data') return parseMultipart(contentType, bytes);
  if (!isUtf8(bytes)) return { unreadable: 'it is not UTF-8' };
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (type !== 'application/x-www-form-urlencoded' || looksLikeJson(text)) {
    if (isNestedTooDeeply(text)) return { unreadable: 'it is nested too deeply' };
    try {
      return { payload: parseJson(text) };
    } catch {
      if (looksLikeJson(text) || !text.includes('=')) return { unreadable: 'it is not valid JSON' };
    }
  }
  return { payload: toRecord(new URLSearchParams(text)) };
}

/** Ids can have more digits than a number can hold: these stay texts. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
    const source = context?.source;
    return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value;
  });
}

/** What is nested deeper can be parsed, but not written or copied again. */
const MAX_DEPTH = 100;

function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** A whole mail, which is not read as JSON or as a form. */
const A_MAIL: Parsed = { unreadable: 'it is a mail' };
const WRAPPED = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'];

/** What a source of this kind was sent, if all of it was read. */
export async function parseSent(
  kind: SourceKind,
  contentType: string,
  bytes: Buffer,
  isWhole = true,
): Promise<Parsed> {
  const type = essenceOf(contentType);
  // Of a mail that is too large, the beginning has the text.
  if (kind === 'email' && !WRAPPED.includes(type)) return A_MAIL;
  const most = maxParsed(kind, type);
  if (!isWhole || bytes.length > most) {
    return { unreadable: `it is larger than ${Math.round(most / 1024)} KiB` };
  }
  return parseBody(contentType, bytes);
}

/** A form with files is read quickly. */
function maxParsed(kind: SourceKind, type: string): number {
  if (kind !== 'email') return MAX_PAYLOAD_BYTES;
  return type === 'multipart/form-data' ? Number.POSITIVE_INFINITY : MAX_FORM_MAIL_BYTES;
}

/** The mail, as it is or in a field of a form. `body` is what was already read of it. */
export async function parseMail(contentType: string, bytes: Buffer, body: Parsed): Promise<Parsed> {
  const isWrapped = WRAPPED.includes(essenceOf(contentType));
  if (isWrapped && 'unreadable' in body) return body;
  const raw = rawMail(contentType, bytes, body);
  if (raw === null) return { unreadable: 'it contains no mail' };
  try {
    return { payload: await parseInThread(raw) };
  } catch {
    return { unreadable: 'the mail cannot be parsed' };
  }
}

function rawMail(contentType: string, bytes: Buffer, body: Parsed): Buffer | null {
  if (!WRAPPED.includes(essenceOf(contentType))) return bytes;
  if (!('payload' in body)) return null;
  const texts = MAIL_FIELDS.map((name) => at(body.payload, name));
  const found = texts.find((text) => typeof text === 'string' && /^[\w-]+:/m.test(text));
  return typeof found === 'string' ? Buffer.from(found) : null;
}

export function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase().slice(0, 100);
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** No form has more. */
const MAX_FIELDS = 1_000;

/** A name that occurs more than once, such as checkboxes, is one text. */
function toRecord(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const values = new Map<string, string>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FIELDS) break;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(values);
}

async function parseMultipart(contentType: string, bytes: Buffer): Promise<Parsed> {
  try {
    const headers = { 'content-type': contentType };
    const data = await new Response(new Uint8Array(bytes), { headers }).formData();
    const entries: [string, string][] = [];
    for (const [name, value] of data) {
      entries.push([name, typeof value === 'string' ? value : await value.text()]);
    }
    return { payload: toRecord(entries) };
  } catch {
    return { unreadable: 'it is not a valid form' };
  }
}
