import type { Event, Organization, User } from '../../../packages/sdk/src/index.ts';
import type { Pages } from '../../../packages/sdk/src/pages.ts';
import { api } from '../../api/client.ts';
import type { Entities, Versioned } from '../../store/entities.ts';
import type { Query, QueryState } from '../../store/query.ts';
import {
  forms,
  kindOf,
  organizations,
  teams,
  templates,
  tokens,
  users,
} from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';

export type ReadList<Entity> = QueryState<readonly Entity[]> & { query: Query<readonly Entity[]> };

/** Companies have at most some hundreds of each of these, and forms choose among all of them. */
const MAX_ITEMS = 5_000;
const PAGE = 200;

/** All of one kind, up to date. */
function useAll<Entity extends Versioned>(
  kind: string,
  store: Entities<Entity>,
  list: (query: { limit: number }, options: { signal: AbortSignal }) => Pages<Entity>,
): ReadList<Entity> {
  const read = useQuery<readonly Entity[]>(`every ${kind}`, {
    load: async (signal) => {
      const all = await list({ limit: PAGE }, { signal }).toArray({ limit: MAX_ITEMS });
      for (const one of all) store.put(one);
      return all;
    },
    isAffectedBy: (event) => kindOf(event) === kind,
  });
  return { ...read, value: useNewest(store, read.value) };
}

/** All of one kind, read again after each change: events lack what only lists have, such as an address with its key. */
function useListed<Item>(
  kind: string,
  list: (query: { limit: number }, options: { signal: AbortSignal }) => Pages<Item>,
  key = `listed ${kind}`,
): ReadList<Item> {
  return useQuery<readonly Item[]>(key, {
    load: (signal) => list({ limit: PAGE }, { signal }).toArray({ limit: MAX_ITEMS }),
    isAffectedBy: (event) => kindOf(event) === kind,
  });
}

export const useUsers = (): ReadList<User> =>
  useAll('user', users, (query, options) => api.users.list(query, options));
export const useTeams = () =>
  useAll('team', teams, (query, options) => api.teams.list(query, options));
export const useTokens = () =>
  useAll('token', tokens, (query, options) => api.tokens.list(query, options));
export const useTemplates = () =>
  useAll('template', templates, (query, options) => api.templates.list(query, options));
export const useForms = () =>
  useAll('form', forms, (query, options) => api.forms.list(query, options));

/** Also the codes of leads without a definition. */
export const useServices = () =>
  useListed('service', (query, options) => api.services.list({ ...query, in_use: true }, options));
export const useAreas = () => useListed('area', (query, options) => api.areas.list(query, options));
export const useCapacityRules = () =>
  useListed('capacity_rule', (query, options) => api.capacityRules.list(query, options));
export const usePriceItems = () =>
  useListed('price_item', (query, options) => api.priceItems.list(query, options));
export const useBookingPages = () =>
  useListed('booking_page', (query, options) => api.bookingPages.list(query, options));
export const usePaymentProviders = () =>
  useListed('payment_provider', (query, options) => api.paymentProviders.list(query, options));
export const useSources = () =>
  useListed('source', (query, options) => api.sources.list(query, options));

export function useOrganization(): QueryState<Organization> & { query: Query<Organization> } {
  const read = useQuery('organization', {
    load: async (signal) => {
      const organization = await api.organization.get({ signal });
      organizations.put(organization);
      return organization;
    },
    isAffectedBy: isOfOrganization,
  });
  const [newest] = useNewest(organizations, read.value && [read.value]) ?? [];
  return { ...read, value: newest };
}

function isOfOrganization(event: Event): boolean {
  return kindOf(event) === 'organization';
}
