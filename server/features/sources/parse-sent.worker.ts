import { type AddressObject, simpleParser } from 'mailparser';
import { serveCalls } from '../../platform/threads/serve-calls.ts';
import type { Mailbox, ParsedMail } from './adapters/email.ts';
import { type Parsed, parseOfKind, withoutLongTexts } from './parse-body.ts';
import type { SourceKind } from './schemas.ts';

/** Runs in a thread of its own: anyone writes what is sent, and it must not stop the service, however hostile it is. */

const MAX_TEXT = 100_000;

async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const mail = await simpleParser(Buffer.from(bytes), {
    skipImageLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: 300_000,
  });
  return {
    messageId: mail.messageId ?? null,
    subject: (mail.subject ?? '').slice(0, 500),
    text: (mail.text ?? '').slice(0, MAX_TEXT),
    from: firstOf(mail.from),
    replyTo: firstOf(mail.replyTo),
    attachments: mail.attachments.length,
  };
}

function firstOf(given: AddressObject | AddressObject[] | undefined): Mailbox | null {
  const [first] = [given].flat();
  const [mailbox] = first?.value ?? [];
  if (mailbox?.address === undefined || mailbox.address === '') return null;
  return { name: mailbox.name, address: mailbox.address };
}

async function readLarge(
  kind: SourceKind,
  contentType: string,
  bytes: Uint8Array,
  isWhole: boolean,
): Promise<Parsed> {
  const parsed = await parseOfKind(kind, contentType, Buffer.from(bytes), isWhole);
  return withoutLongTexts(kind, parsed);
}

export const sentCalls = { parseMail, readLarge };

serveCalls(sentCalls);
