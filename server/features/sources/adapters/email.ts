import { joined, present } from '../texts.ts';
import type { Adapter, ReadFields } from './adapter.ts';
import { unknownShape } from './adapter.ts';
import { readUsualNames } from './usual-names.ts';

/** A mail after it was parsed: see parse-mail.ts. */
export interface ParsedMail {
  messageId: string | null;
  subject: string;
  text: string;
  /** Who it is from, and who a reply goes to. */
  from: Mailbox | null;
  replyTo: Mailbox | null;
  /** They are not kept. */
  attachments: number;
}

export interface Mailbox {
  name: string;
  address: string;
}

export function isParsedMail(value: unknown): value is ParsedMail {
  return typeof value === 'object' && value !== null && 'attachments' in value && 'text' in value;
}

const MAX_LINES = 500;
const LABELED = /^[\s>*-]*([\p{L}][\p{L}\p{N} /_-]{0,40}?)\s*[:=]\s*(\S.*)$/u;
/** Mailboxes that no person reads. */
const NOBODY = /^(no-?_?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?)([+._-].*)?@/i;
/** Mailboxes of programs, or of the office of a company: of the marketplace, or of the customer. */
const PROGRAM = /^(notifications?|leads?|alerts?|system)([+._-].*)?@/i;
const OFFICE = /^(support|info)([+._-].*)?@/i;
const PHONE = /(?:\+\d{1,3}[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/;
const MAILBOX = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;

/**
 * Mails of marketplaces and of contact forms: lines such as `Phone: 415-555-0134`. A mail without them is from the person
 * who wrote it.
 */
export const email: Adapter = {
  read(payload) {
    if (!isParsedMail(payload)) return unknownShape('a mail gateway');
    const { text, subject, attachments } = payload;
    const { fields: labeled } = readUsualNames(labeledLines(text));
    // Lines with labels are from a marketplace or a form, so the mailbox it is from is not the customer's.
    const isPassedOn = labeled.phone !== undefined || labeled.email !== undefined;
    const from = [payload.replyTo, payload.from].flatMap((one) =>
      one === null || NOBODY.test(one.address) ? [] : [one],
    );
    const written = from.filter(({ address }) => !PROGRAM.test(address));
    const sender = written.find(({ address }) => !(isPassedOn && OFFICE.test(address)));
    const phone = labeled.phone ?? PHONE.exec(text.slice(0, 20_000))?.[0];
    const mailbox = labeled.email ?? sender?.address ?? mailboxIn(text);
    const fields: ReadFields = present({
      name: labeled.name ?? sender?.name,
      phone,
      // Better than none.
      email: mailbox ?? (phone === undefined ? from[0]?.address : undefined),
      service_needed: labeled.service_needed,
      address: labeled.address,
      notes: joined([subject, text], '\n\n'),
    });
    const metadata: Record<string, string> =
      attachments === 0 ? {} : { mail_attachments: String(attachments) };
    return {
      id: payload.messageId,
      fields: { ...fields, metadata, attribution: labeled.attribution ?? {} },
    };
  },
};

function labeledLines(text: string): Record<string, string> {
  const lines = text.slice(0, 50_000).split('\n', MAX_LINES);
  const found = lines.flatMap((line) => {
    const match = LABELED.exec(line.slice(0, 500).trimEnd());
    return match?.[1] === undefined || match[2] === undefined
      ? []
      : [[match[1], match[2]] as const];
  });
  // The first of each: quoted mails follow below.
  return Object.fromEntries(found.toReversed());
}

function mailboxIn(text: string): string | undefined {
  return text
    .slice(0, 20_000)
    .match(MAILBOX)
    ?.find((address) => ![NOBODY, PROGRAM, OFFICE].some((role) => role.test(address)));
}
