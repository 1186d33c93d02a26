import { dayOf } from '../../../domain/local-day.ts';
import { type Address, canonicalAddress } from '../../../domain/message-address.ts';
import { countryOfPhone } from '../../../domain/phone-country.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { findOrganization, textCountries } from '../../organizations/index.ts';
import type { MessageRow } from './message.ts';
import { findRecipient } from './recipients.ts';

/** The organization's limits: where texts go to, how many, and how many messages one person gets. */

export async function isCountryAllowed(tx: Tx, phone: string): Promise<boolean> {
  const country = countryOfPhone(phone);
  return country !== null && textCountries(await findOrganization(tx)).includes(country);
}

const countMessage = statement(
  'count_message',
  `select reached, max, free_at from count_message($1, $2, $3, $4, $5, $6, $7, $8, $9)
   order by free_at desc limit 1`,
);

interface Reached {
  reached: keyof typeof LIMITS;
  max: number;
  free_at: Date;
}

const LIMITS = {
  per_hour: 'texts in an hour',
  per_day: 'texts in 24 hours',
  per_number_per_hour: 'texts to this number in an hour',
  per_number_per_day: 'texts to this number in 24 hours',
  per_person_per_day: 'automatic messages to one person in a day',
};

/** Why a message is not sent. */
interface LimitReached {
  status_reason: string;
  status_detail: string;
}

/** Counts the message; if a limit is reached, returns which one instead. Another attempt is not counted again. */
export async function limitReachedBy(tx: Tx, row: MessageRow): Promise<LimitReached | null> {
  const { communication_id, resends, channel, to_address } = row;
  const keys = await personKeys(tx, row);
  if (channel !== 'sms' && keys.length === 0) return null;
  const { time_zone } = await findOrganization(tx);
  const day = dayOf(tx.now, time_zone);
  const values = [tx.organizationId, communication_id, resends, channel, to_address, keys];
  const [limit] = await tx.query<Reached>(countMessage, [...values, day.start, day.end, tx.now]);
  if (limit === undefined) return null;
  const until = limit.free_at.toISOString();
  const isPerson = limit.reached === 'per_person_per_day';
  const setting = isPerson ? 'messages_per_person_per_day' : 'text_limits';
  return {
    status_reason: isPerson ? 'person_limit_reached' : 'sending_limit_reached',
    status_detail: `The limit of ${limit.max} ${LIMITS[limit.reached]} is reached until ${until}. Change ${setting} of the organization, or send it again later.`,
  };
}

/**
 * What an automatic message is counted by: one of them is enough to reach the limit. The addresses also find a person who
 * is stored twice, and the lead and the customer find one with new addresses. Empty for what a user sends.
 */
async function personKeys(tx: Tx, row: MessageRow): Promise<string[]> {
  if (row.message_key === null || row.lead_id === null) return [];
  const { personKeys, phone, email } = await findRecipient(tx, row.lead_id);
  const addresses: Address[] = [{ channel: row.channel, address: row.to_address }];
  if (phone !== null) addresses.push({ channel: 'sms', address: phone });
  if (email !== null) addresses.push({ channel: 'email', address: email });
  const written = addresses.map((one) => canonicalAddress(one.channel, one.address));
  return [...personKeys, ...written];
}
