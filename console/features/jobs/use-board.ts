import { useMemo } from 'react';
import type { Appointment, Event, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { appointments, jobs, kindOf } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { type StoredList, useStoredPages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
import { now } from '../../time/clock.ts';
import { STATUSES, type Status, statusOf } from './moves.ts';

const LIMIT = 50;

export interface Filter {
  q: string;
  isMine: boolean;
}

export interface ColumnContent {
  status: Status;
  jobs: readonly Job[];
  list: StoredList<Job>;
}

/** The jobs of each status, newest first. A job is in the column of its newest status, also before it is confirmed. */
export function useBoard(filter: Filter): readonly ColumnContent[] {
  const lists: Record<Status, StoredList<Job>> = {
    contracted: useColumn('contracted', filter),
    scheduled: useColumn('scheduled', filter),
    in_progress: useColumn('in_progress', filter),
    on_hold: useColumn('on_hold', filter),
    completed: useColumn('completed', filter),
    in_warranty: useColumn('in_warranty', filter),
    closed: useColumn('closed', filter),
    canceled: useColumn('canceled', filter),
  };
  const all = new Map<string, Job>();
  for (const { items = [] } of Object.values(lists)) {
    for (const job of items) all.set(job.job_id, job);
  }
  const sorted = [...all.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const byStatus = Map.groupBy(sorted, statusOf);
  return STATUSES.map((status) => ({
    status,
    jobs: byStatus.get(status) ?? [],
    list: lists[status],
  }));
}

function useColumn(status: Status, { q, isMine }: Filter): StoredList<Job> {
  return useStoredPages(`jobs ${status} ${isMine ? 'mine' : 'all'} ${q}`, {
    store: jobs,
    list: (signal) =>
      api.jobs.list(
        {
          status: [status],
          limit: LIMIT,
          ...(q !== '' && { q }),
          ...(isMine && { assigned_to: 'me' }),
        },
        signal && { signal },
      ),
    isAffectedBy: (event, items) => concerns(event, status, items),
  });
}

/** A job that comes to the column or leaves it, or whose customer has another name now. */
function concerns(event: Event, status: Status, items: readonly Job[]): boolean {
  if (event.type === 'customer.updated') return true;
  if (kindOf(event) !== 'job') return false;
  const { data } = event;
  if (typeof data !== 'object' || data === null) return false;
  if ('status' in data && data.status === status) return true;
  return 'job_id' in data && items.some(({ job_id }) => job_id === data.job_id);
}

const OPEN = ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'] as const;
const MAX_VISITS = 1_000;

/** The visits that are booked and not over, by job, earliest first: a job itself does not say when its next one is. */
export function useOpenVisits(): ReadonlyMap<string, readonly Appointment[]> {
  const me = useMe();
  const mayRead = mayI(me, 'appointments:read') || mayI(me, 'appointments:own');
  const { value } = useQuery('visits of the board', {
    load: async (signal) => {
      if (!mayRead) return [];
      const from = new Date(now()).toISOString();
      const found: Appointment[] = [];
      const query = { from, status: OPEN, limit: 200 };
      for await (const visit of api.appointments.list(query, { signal })) {
        appointments.put(visit);
        found.push(visit);
        if (found.length === MAX_VISITS) break;
      }
      return found;
    },
    isAffectedBy: (event) => kindOf(event) === 'appointment',
  });
  const visits = useNewest(appointments, value);
  return useMemo(() => {
    const open = (visits ?? []).filter(
      ({ job_id, status }) => job_id !== null && OPEN.some((one) => one === status),
    );
    return Map.groupBy(open, ({ job_id }) => job_id ?? '');
  }, [visits]);
}
