import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { useQuery } from '../../store/use-query.ts';

const POLL_MS = 2_000;

/** One endpoint with its health. Each event may be sent to it, so each may change it. */
export function useEndpoint(id: string) {
  return useQuery(`webhook endpoint ${id}`, {
    load: (signal) => api.webhookEndpoints.get(id, { signal }),
    isAffectedBy: () => true,
  });
}

/** There are no events about deliveries: while something is under way, it is asked for again. */
export function usePolling(isActive: boolean, query: { touch(): void }, ms = POLL_MS): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => query.touch(), ms);
    return () => clearInterval(timer);
  }, [isActive, query, ms]);
}
