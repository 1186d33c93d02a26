import type { OfferedService } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

/** What a visit can be for, and whether it matters where it is. */
export interface Offered {
  services: readonly OfferedService[];
  hasAreas: boolean;
}

const NONE: Offered = { services: [], hasAreas: false };
const MAX_SERVICES = 200;

/** Null until it is known. Without the right to read services there are none to choose from. */
export function useOffered(): Offered | null {
  const mayRead = mayI(useMe(), 'services:read');
  const { value, error } = useQuery<Offered>('offered services', {
    load: (signal) => (mayRead ? readOffered(signal) : Promise.resolve(NONE)),
    isAffectedBy: (event) => ['service', 'area'].includes(kindOf(event)),
  });
  return value ?? (error === null ? null : NONE);
}

async function readOffered(signal: AbortSignal): Promise<Offered> {
  const all = { limit: MAX_SERVICES };
  const [services, areas] = await Promise.all([
    api.services.list(all, { signal }).toArray(all),
    api.areas.list({ limit: 1 }, { signal }).toArray({ limit: 1 }),
  ]);
  return { services: services.filter(({ active }) => active), hasAreas: areas.length > 0 };
}
