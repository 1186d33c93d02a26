import type { Address } from '../../domain/message-address.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findCustomer } from '../customers/index.ts';
import { contactsInLog } from '../events/index.ts';
import { cancelOpenFollowUps } from '../follow-ups/index.ts';
import { findLead } from '../leads/index.ts';
import { addressesOfLifecycles, cancelQueuedMessages, hashAddresses } from '../messaging/index.ts';
import { cancelRuns } from '../playbooks/index.ts';
import { type ErasureRow, lockErasure, saveErasure } from './erasure-queries.ts';
import { type ContactDetails, personalValues } from './personal-values.ts';

/** Shown as the reason of what the erasure ended. */
const REASON = 'person_erased';

/**
 * The first step of an erasure: ends what would still happen to the person, and collects the values to search for.
 * Changes nothing if it was done before.
 */
export async function collectValues(tx: Tx, erasureId: string): Promise<void> {
  const erasure = await lockErasure(tx, erasureId);
  if (erasure.phase !== 'collect') return;
  const numbers = erasure.lifecycle_numbers;
  await cancelOpenFollowUps(tx, erasure.lead_ids, REASON);
  await cancelRuns(tx, numbers, REASON);
  await cancelQueuedMessages(tx, numbers, REASON);
  const [known, messaged] = await Promise.all([
    contactsOf(tx, erasure),
    addressesOfLifecycles(tx, numbers),
  ]);
  const addresses = distinct([...known.flatMap(addressesOf), ...messaged]);
  const search = {
    ...personalValues([...known, ...messaged.map(asContact)]),
    addresses: await hashAddresses(tx, addresses),
  };
  saveErasure(tx, { ...erasure, phase: 'contacts', search, updated_at: tx.now });
}

async function contactsOf(tx: Tx, erasure: ErasureRow): Promise<ContactDetails[]> {
  const found = await Promise.all([
    contactsInLog(tx, erasure.lifecycle_numbers),
    ...erasure.lead_ids.map((id) => findLead(tx, id)),
    ...erasure.customer_ids.map((id) => findCustomer(tx, id)),
  ]);
  return found.flat();
}

function addressesOf({ phone, email }: ContactDetails): Address[] {
  return [
    ...(phone === null ? [] : [{ channel: 'sms', address: phone } as const]),
    ...(email === null ? [] : [{ channel: 'email', address: email } as const]),
  ];
}

function asContact({ channel, address }: Address): ContactDetails {
  const none = { name: null, phone: null, email: null, address: null };
  return channel === 'sms' ? { ...none, phone: address } : { ...none, email: address };
}

function distinct(addresses: readonly Address[]): Address[] {
  return [...new Map(addresses.map((one) => [`${one.channel} ${one.address}`, one])).values()];
}
