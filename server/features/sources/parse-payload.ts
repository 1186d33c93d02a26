import { CalledThread, ThreadLost } from '../../platform/threads/called-thread.ts';
import { essenceOf, MAIL_FIELDS, type Parsed, parseOfKind, WRAPPED } from './parse-body.ts';
import type { sentCalls } from './parse-sent.worker.ts';
import type { SourceKind } from './schemas.ts';
import { at } from './texts.ts';

/** Reads what was sent: what is large, and mails, in a thread of their own, so that no other request waits for it. */

/** Of what is kept. More is read: a form can have a photo before the phone number. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;

const ENTRY = new URL('./parse-sent.worker.ts', import.meta.url);
/** A mail of 5 MiB needs a tenth of it. */
const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: 512 } };
const thread = new CalledThread<typeof sentCalls>(ENTRY, LIMITS);
/** For those that were being parsed when a thread was lost: one at a time, so that only the one that did it fails again. */
const doubtful = new CalledThread<typeof sentCalls>(ENTRY, { ...LIMITS, isOneAtATime: true });

type Calls = typeof sentCalls;

async function inThread<Name extends keyof Calls>(
  name: Name,
  ...given: Parameters<Calls[Name]>
): Promise<Awaited<ReturnType<Calls[Name]>>> {
  try {
    return await thread.call(name, ...given);
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error;
    return doubtful.call(name, ...given);
  }
}

/** What a source of this kind was sent, if all of it was read. Long texts of what is large are cut. */
export async function parseSent(
  kind: SourceKind,
  contentType: string,
  bytes: Buffer,
  isWhole = true,
): Promise<Parsed> {
  // A mail is parsed later, as a whole.
  const isMail = kind === 'email' && !WRAPPED.includes(essenceOf(contentType));
  const isSmall = bytes.length <= MAX_PAYLOAD_BYTES;
  if (isMail || isSmall) return parseOfKind(kind, contentType, bytes, isWhole);
  try {
    return await inThread('readLarge', kind, contentType, bytes, isWhole);
  } catch {
    return { unreadable: 'it cannot be parsed' };
  }
}

/** The mail, as it is or in a field of a form. `body` is what was already read of it. */
export async function parseMail(contentType: string, bytes: Buffer, body: Parsed): Promise<Parsed> {
  const isWrapped = WRAPPED.includes(essenceOf(contentType));
  if (isWrapped && 'unreadable' in body) return body;
  const raw = rawMail(contentType, bytes, body);
  if (raw === null) return { unreadable: 'it contains no mail' };
  try {
    return { payload: await inThread('parseMail', raw) };
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
