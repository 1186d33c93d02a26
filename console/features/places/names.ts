import type { Customer, Equipment, Property } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';

/** "1418 Alder St, Apt 2, Portland, OR 97205" */
export function addressOf({ address }: Pick<Property, 'address'>): string {
  const { line1, line2, city, region, postal_code } = address;
  return [line1, line2, city, `${region} ${postal_code}`.trim()].filter(Boolean).join(', ');
}

/** "Water heater Rheem XG50" */
export function machineName({ kind, make, model }: Equipment): string {
  return [inWords(kind), make, model].filter(Boolean).join(' ');
}

/** Who pays for work in a place. */
export function payerName({ name, phone, email, lifecycle_number }: Customer): string {
  return name ?? phone ?? email ?? lifecycle_number;
}
