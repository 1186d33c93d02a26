import { isSentBy, readAddress, unreadableAddress } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { changeConsent } from './change-consent.ts';
import { type Contact, lockReferencedLead, ownAddress, withCustomer } from './contact.ts';
import { optOut, toOptOut } from './queries.ts';
import { CreateOptOutBody, OptOut } from './schemas.ts';

const CONTACT_FIELDS = ['address', 'lead_id', 'customer_id'] as const;

export const createOptOut = mutation({
  id: 'createOptOut',
  method: 'POST',
  path: '/v1/opt-outs',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write'],
  summary: 'Record an opt-out',
  description:
    'Records an opt-out that a contact told you, for example on the phone. From now on, no messages are sent to the address. The consent of the given lead or customer is set to `denied`. If the address has already opted out, the existing opt-out is returned with 200 and does not change.',
  body: CreateOptOutBody,
  responses: {
    201: { description: 'The new opt-out.', body: OptOut },
    200: { description: 'The existing opt-out.', body: OptOut },
  },
  problems: ['person_erased'],
  undo: 'revokeOptOut',
  check: (body, { country }) => ({ errors: optOutErrors(body, country) }),
  async run(tx, { body, caller }) {
    const contact = await findContact(tx, body);
    const address = addressOf(body, contact, caller.country);
    const number = contact?.lead.lifecycle_number ?? null;
    const source = body.source.trim();
    const input = { channel: body.channel, address, said_by: 'office', source } as const;
    const { row, isNew } = await optOut(tx, number, input);
    if (contact) changeConsent(tx, contact, { channel: body.channel, status: 'denied', source });
    const optOutBody = toOptOut(row);
    return isNew ? { status: 201, body: optOutBody } : { status: 200, body: optOutBody };
  },
});

function optOutErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const errors: FieldError[] = [];
  if (CONTACT_FIELDS.every((name) => body[name] === undefined)) {
    const detail = 'Send the address, or the lead_id or customer_id of the contact.';
    errors.push({ pointer: '/address', code: 'required', detail });
  }
  if (body.lead_id !== undefined && body.customer_id !== undefined) {
    const detail = 'Send lead_id or customer_id, not both.';
    errors.push({ pointer: '/customer_id', code: 'not_allowed', detail });
  }
  const { channel } = body;
  if (isSentBy(channel) && typeof body.address === 'string') {
    const isReadable = readAddress(channel, body.address, country) !== null;
    if (!isReadable) errors.push(unreadableAddress('/address', channel));
  }
  return errors;
}

async function findContact(tx: Tx, body: CreateOptOutBody): Promise<Contact | null> {
  if (body.lead_id === undefined && body.customer_id === undefined) return null;
  return withCustomer(tx, await lockReferencedLead(tx, body));
}

function addressOf(body: CreateOptOutBody, contact: Contact | null, country: string): string {
  const own = contact && ownAddress(contact, body.channel);
  const address =
    body.address === undefined ? own : readAddress(body.channel, body.address, country);
  if (address !== null) return address;
  const detail = 'The contact has no address for this channel. Send the address.';
  throw validationFailed([{ pointer: '/address', code: 'required', detail }]);
}
