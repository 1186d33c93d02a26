import { type AddressObject, simpleParser } from 'mailparser';
import { serveCalls } from '../../platform/threads/serve-calls.ts';
import type { Mailbox, ParsedMail } from './adapters/email.ts';

/** Runs in a thread of its own: mails are written by anyone, and a hostile one must not stop the service. */

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

export const mailCalls = { parseMail };

serveCalls(mailCalls);
