import type { Event, Lifecycle } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import {
  appointments,
  communications,
  estimates,
  followUps,
  invoices,
  jobs,
  leads,
} from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

/** Of the timeline; older entries come when they are asked for. */
const PAGE = 50;

/** Everything under one number, up to date. */
export function useLifecycle(number: string) {
  return useQuery(`lifecycle ${number}`, {
    load: async (signal) => {
      const lifecycle = await api.lifecycles.get(
        number,
        { order: 'newest', limit: PAGE },
        { signal },
      );
      remember(lifecycle);
      return lifecycle;
    },
    isAffectedBy: (event) => event.lifecycle_number === number || isCustomerChange(event),
  });
}

/** A customer has several numbers; the event names only one of them. */
function isCustomerChange({ type }: Event): boolean {
  return (type ?? '').startsWith('customer.') || (type ?? '').startsWith('contact.');
}

function remember(lifecycle: Lifecycle): void {
  leads.put(lifecycle.lead);
  for (const one of lifecycle.appointments) appointments.put(one);
  for (const one of lifecycle.jobs) jobs.put(one);
  for (const one of lifecycle.estimates) estimates.put(one);
  for (const one of lifecycle.invoices) invoices.put(one);
  for (const one of lifecycle.follow_ups) followUps.put(one);
  for (const one of lifecycle.communications) communications.put(one);
}

/** The entries before those that are shown. */
export async function readOlder(number: string, cursor: string) {
  const page = await api.lifecycles.get(number, { order: 'newest', limit: PAGE, cursor });
  return { entries: page.timeline, cursor: page.next_cursor };
}
