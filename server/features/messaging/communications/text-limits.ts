import { countryOfPhone } from '../../../domain/phone-country.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { findOrganization, textCountries } from '../../organizations/index.ts';
import type { MessageRow } from './message.ts';

/** The organization's limits for texts: where to, and how many. */

export async function isCountryAllowed(tx: Tx, phone: string): Promise<boolean> {
  const country = countryOfPhone(phone);
  return country !== null && textCountries(await findOrganization(tx)).includes(country);
}

const countText = statement(
  'count_text',
  'select reached, max, free_at from count_text($1, $2, $3, $4, $5) order by free_at desc limit 1',
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
};

/** Counts the text; if a limit is reached, returns which one instead. Another attempt is not counted again. */
export async function limitReachedBy(tx: Tx, row: MessageRow): Promise<string | null> {
  if (row.channel !== 'sms') return null;
  const { communication_id, resends, to_address } = row;
  const values = [tx.organizationId, communication_id, resends, to_address, tx.now];
  const [limit] = await tx.query<Reached>(countText, values);
  if (limit === undefined) return null;
  const until = limit.free_at.toISOString();
  return `The limit of ${limit.max} ${LIMITS[limit.reached]} is reached until ${until}. Change text_limits of the organization, or send it again later.`;
}
