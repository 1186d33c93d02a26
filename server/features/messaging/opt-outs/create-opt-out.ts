import { isSentBy, readAddress, unreadableAddress } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { answerConsent } from './answer-consent.ts';
import { type Contact, lockNamedLead, ownAddress, withCustomer } from './contact.ts';
import { optOut, toOptOut } from './queries.ts';
import { CreateOptOutBody, OptOut } from './schemas.ts';

const NAMED_BY = ['address', 'lead_id', 'customer_id'] as const;

export const createOptOut = mutation({
  id: 'createOptOut',
  method: 'POST',
  path: '/v1/opt-outs',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write'],
  summary: 'Record an opt-out',
  description:
    'For what was said on the phone or at the door: nothing is sent to the address from now on. The consent of the lead and customer who are named is denied as well. Where the address has opted out before, that is answered with 200, and stays as it is.',
  body: CreateOptOutBody,
  answers: {
    201: { description: 'The opt-out.', body: OptOut },
    200: { description: 'The opt-out that stood already.', body: OptOut },
  },
  check: (body, { country }) => ({ errors: optOutErrors(body, country) }),
  async run(tx, { body, caller }) {
    const contact = await findContact(tx, body);
    const address = addressOf(body, contact, caller.country);
    const number = contact?.lead.lifecycle_number ?? null;
    const source = body.source.trim();
    const said = { channel: body.channel, address, said_by: 'office', source } as const;
    const { row, isNew } = await optOut(tx, number, said);
    if (contact) answerConsent(tx, contact, { channel: body.channel, status: 'denied', source });
    const shown = toOptOut(row);
    return isNew ? { status: 201, body: shown } : { status: 200, body: shown };
  },
});

function optOutErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const errors: FieldError[] = [];
  if (NAMED_BY.every((name) => body[name] === undefined)) {
    const detail = 'Give the address, or the lead_id or customer_id of whoever said so.';
    errors.push({ pointer: '/address', code: 'required', detail });
  }
  if (body.lead_id !== undefined && body.customer_id !== undefined) {
    const detail = 'Give lead_id or customer_id, not both.';
    errors.push({ pointer: '/customer_id', code: 'not_allowed', detail });
  }
  const { channel } = body;
  if (isSentBy(channel) && typeof body.address === 'string') {
    const isRead = readAddress(channel, body.address, country) !== null;
    if (!isRead) errors.push(unreadableAddress('/address', channel));
  }
  return errors;
}

async function findContact(tx: Tx, body: CreateOptOutBody): Promise<Contact | null> {
  if (body.lead_id === undefined && body.customer_id === undefined) return null;
  return withCustomer(tx, await lockNamedLead(tx, body));
}

function addressOf(body: CreateOptOutBody, contact: Contact | null, country: string): string {
  const own = contact && ownAddress(contact, body.channel);
  const address =
    body.address === undefined ? own : readAddress(body.channel, body.address, country);
  if (address !== null) return address;
  const detail = 'The contact has none of this channel. Give the address that they mean.';
  throw validationFailed([{ pointer: '/address', code: 'required', detail }]);
}
