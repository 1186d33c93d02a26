import { isUtf8 } from 'node:buffer';
import { jsonSize } from '../../platform/json-size.ts';
import type { SourceKind } from './schemas.ts';
import { at, cut } from './texts.ts';

/** Pure rules: from the bytes of a request to a value that adapters read. */

export type Parsed = { payload: unknown } | { unreadable: string };

/** What mail gateways call the field with the whole mail: SendGrid, Mailgun, Postmark, and others. */
export const MAIL_FIELDS = [
  ...['email', 'body-mime', 'RawEmail', 'raw', 'mime', 'raw_mime', 'message'],
] as const;

/** JSON or a form, whatever it says that it is: some makers name no type or a wrong one. */
export async function parseBody(contentType: string, bytes: Buffer): Promise<Parsed> {
  const type = essenceOf(contentType);
  if (type === 'multipart/form-data') return parseMultipart(contentType, bytes);
  const text = textIn(contentType, bytes);
  if (text === null) return { unreadable: 'it is not UTF-8' };
  if (type !== 'application/x-www-form-urlencoded' || looksLikeJson(text)) {
    const excess = excessOf(text);
    if (excess !== null) return { unreadable: excess };
    try {
      return { payload: parseJson(text) };
    } catch {
      if (looksLikeJson(text) || !text.includes('=')) return { unreadable: 'it is not valid JSON' };
    }
  }
  return { payload: toRecord(fieldsIn(text, charsetOf(contentType))) };
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
}

/** Only as many as are read: a million of them would take a second. */
function fieldsIn(text: string, charset: string | undefined): [string, string][] {
  const pairs = text.split('&', MAX_FIELDS).filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [decoded(name, charset), decoded(value.join('='), charset)];
  });
}

/** Old pages send their own charset, and do not name it: that is nearly always windows-1252. */
function decoded(part: string, charset = 'windows-1252'): string {
  const utf8 = new URLSearchParams(`=${part}`).get('') ?? '';
  if (!utf8.includes('\ufffd') || part.length > MAX_OLD_TEXT) return utf8;
  const bytes = percentDecoded(part);
  if (isUtf8(bytes)) return utf8;
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8;
  }
}

function percentDecoded(part: string): Buffer {
  const bytes = Buffer.from(part.replaceAll('+', ' '));
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] === PERCENT ? hexAt(bytes, at + 1) : null;
    bytes[length] = byte ?? bytes[at] ?? 0;
    if (byte !== null) at += 2;
    length += 1;
  }
  return bytes.subarray(0, length);
}

const PERCENT = '%'.charCodeAt(0);

/** Null if these are not two hexadecimal digits. */
function hexAt(bytes: Buffer, at: number): number | null {
  const [high, low] = [digitOf(bytes[at]), digitOf(bytes[at + 1])];
  return high === null || low === null ? null : 16 * high + low;
}

function digitOf(byte = 0): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = (byte | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : null;
}

/** Of an answer in an old charset. */
const MAX_OLD_TEXT = 50_000;

/** In UTF-8, or in the charset that it names or begins with. Null if it is no text. */
function textIn(contentType: string, bytes: Buffer): string | null {
  const utf8 = isUtf8(bytes) ? bytes.toString('utf8').replace(/^\ufeff/, '') : null;
  if (utf8 !== null && !bytes.includes(0)) return utf8;
  const charset = UTF_16.find(([mark]) => bytes.indexOf(mark) === 0)?.[1] ?? charsetOf(contentType);
  if (charset === undefined) return utf8;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return utf8;
  }
}

/** By their byte order marks. */
const UTF_16 = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
] as const;

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
/** No lead has more, and a million of them take seconds. */
const MAX_VALUES = 50_000;

/** Why it must not be parsed as JSON. */
function excessOf(text: string): string | null {
  const { depth, values } = jsonSize(text, MAX_VALUES);
  if (depth > MAX_DEPTH) return 'it is nested too deeply';
  return values > MAX_VALUES ? `it has more than ${MAX_VALUES} values` : null;
}

/** A whole mail, which is not read as JSON or as a form. */
const A_MAIL: Parsed = { unreadable: 'it is a mail' };
export const WRAPPED = [
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json',
];

/** What a source of this kind was sent, if all of it was read. */
export async function parseOfKind(
  kind: SourceKind,
  contentType: string,
  bytes: Buffer,
  isWhole: boolean,
): Promise<Parsed> {
  const type = essenceOf(contentType);
  // Of a mail that is too large, the beginning has the text.
  if (kind === 'email' && !WRAPPED.includes(type)) return A_MAIL;
  if (isWhole) return parseBody(contentType, bytes);
  if (type === 'multipart/form-data') return parseMultipart(contentType, bytes, isWhole);
  return { unreadable: 'it is too large' };
}

/** Of long texts; the notes of a lead have no more. */
const MAX_TEXT = 10_000;
/** What is left without long texts. */
const MAX_SHORT_BYTES = 1024 * 1024;

/** What is large without its photos and other long texts, or of mails, the mail: what a request can wait for. */
export function withoutLongTexts(kind: SourceKind, parsed: Parsed): Parsed {
  if ('unreadable' in parsed) return parsed;
  if (kind === 'email') {
    return {
      payload: Object.fromEntries(MAIL_FIELDS.map((name) => [name, at(parsed.payload, name)])),
    };
  }
  const text = JSON.stringify(parsed.payload, (_name, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT
      ? `${cut(value, MAX_TEXT)}… (${value.length} characters)`
      : value,
  );
  if (Buffer.byteLength(text) > MAX_SHORT_BYTES) return { unreadable: 'it is too large' };
  return { payload: JSON.parse(text) };
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

/** Of files, only their names are read: photos of what is broken are no values of a lead. */
async function parseMultipart(contentType: string, bytes: Buffer, isWhole = true): Promise<Parsed> {
  try {
    const headers = { 'content-type': contentType };
    const sent = isWhole ? bytes : wholeParts(contentType, bytes);
    const data = await new Response(new Uint8Array(sent), { headers }).formData();
    const entries: [string, string][] = [];
    for (const [name, value] of data) {
      const isText = typeof value === 'string';
      entries.push([name, isText ? value : isRead(name, value) ? await value.text() : value.name]);
    }
    return { payload: toRecord(entries) };
  } catch {
    return { unreadable: 'it is not a valid form' };
  }
}

/** A mail, or a value that has a type. */
function isRead(name: string, { type }: File): boolean {
  return (MAIL_FIELDS as readonly string[]).includes(name) || /^(text|message)\/|json/.test(type);
}

/** The parts before the one that was not received as a whole. */
function wholeParts(contentType: string, bytes: Buffer): Buffer {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(contentType)?.[1]?.trim() ?? '';
  const end = bytes.lastIndexOf(`\r\n--${boundary}`);
  return Buffer.concat([
    bytes.subarray(0, Math.max(end, 0)),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
