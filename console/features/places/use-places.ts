import type { Customer, Equipment, Property } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { useQuery } from '../../store/use-query.ts';
import { mayMove, type Person } from './may-move.ts';

export type { Person } from './may-move.ts';

export interface Places {
  properties: readonly Property[];
  machines: readonly Equipment[];
  /** Customers who pay for work in a place of another person. */
  payers: readonly Customer[];
}

/** More than a person has; a list that is longer ends here. */
const MAX_PLACES = 100;
const NONE: Places = { properties: [], machines: [], payers: [] };
/** The properties of a person with their machines, up to date. Empty without the right to read them. */
export function usePlaces({ customerId, leadId }: Person) {
  const me = useMe();
  const mayRead = mayI(me, 'customers:read') || mayI(me, 'customers:own');
  return useQuery<Places>(`places ${customerId ?? leadId}`, {
    load: (signal) =>
      mayRead
        ? readPlaces({ customerId, leadId }, mayI(me, 'customers:read'), signal)
        : Promise.resolve(NONE),
    isAffectedBy: (event) => mayMove({ customerId, leadId }, event),
  });
}

async function readPlaces(
  { customerId, leadId }: Person,
  mayReadAll: boolean,
  signal: AbortSignal,
): Promise<Places> {
  const all = { limit: MAX_PLACES };
  const whose = customerId === null ? { lead_id: leadId } : { customer_id: customerId };
  const properties = await api.properties.list({ ...whose, ...all }, { signal }).toArray(all);
  const machines = await Promise.all(
    properties.map(({ property_id }) =>
      api.equipment.list({ property_id, ...all }, { signal }).toArray(all),
    ),
  );
  const payerIds = new Set(mayReadAll ? properties.flatMap(payerOf) : []);
  const payers = await Promise.all(
    [...payerIds].map((id) => api.customers.get(id, { limit: 1 }, { signal })),
  );
  return { properties, machines: machines.flat(), payers };
}

function payerOf({ bill_to_customer_id }: Property): readonly string[] {
  return bill_to_customer_id === null ? [] : [bill_to_customer_id];
}
