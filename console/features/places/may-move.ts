import type { Event } from '../../../packages/sdk/src/index.ts';
import { kindOf } from '../../store/stores.ts';

/** Whose places: a customer, or a lead that is not one yet. */
export interface Person {
  customerId: string | null;
  leadId: string;
}

/** A lead that becomes a customer, is merged or detached takes its places along. */
const OF_PEOPLE = ['property', 'customer', 'lead'];

/** Whether the places of this person can be others after the event. */
export function mayMove({ customerId, leadId }: Person, event: Event): boolean {
  const kind = kindOf(event);
  // A machine names its property, and not whose that is.
  if (kind === 'equipment') return true;
  return (
    OF_PEOPLE.includes(kind) && [customerId, leadId].some((id) => id !== null && names(event, id))
  );
}

/** Whether now or before: a merge names the other lead, and what is undone only says so in the values before. */
function names({ data, previous }: Event, id: string): boolean {
  return [data, previous].some((values) => Object.values(values ?? {}).includes(id));
}
