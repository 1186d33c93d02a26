import { useMemo } from 'react';
import type { Event, Job, JobCounts } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { jobs, kindOf } from '../../store/stores.ts';
import { type StoredList, useStoredPages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
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

const LIST_ONLY = ['next_visit'] as const;

function useColumn(status: Status, { q, isMine }: Filter): StoredList<Job> {
  return useStoredPages(`jobs ${status} ${isMine ? 'mine' : 'all'} ${q}`, {
    store: jobs,
    listOnly: LIST_ONLY,
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

/** A job that comes to the column or leaves it, or has another visit, or whose customer has another name now. */
function concerns(event: Event, status: Status, items: readonly Job[]): boolean {
  if (event.type === 'customer.updated') return true;
  const kind = kindOf(event);
  if (kind !== 'job' && kind !== 'appointment') return false;
  const { data } = event;
  if (typeof data !== 'object' || data === null) return false;
  if (kind === 'job' && 'status' in data && data.status === status) return true;
  return 'job_id' in data && items.some(({ job_id }) => job_id === data.job_id);
}

/** How many jobs each status has, and what their contracts sum to. A search counts only what it has found. */
export function useCounts({ q, isMine }: Filter): ReadonlyMap<string, JobCount> | null {
  const { value } = useQuery(`job counts ${isMine ? 'mine' : 'all'}`, {
    load: (signal) => api.jobs.count(isMine ? { assigned_to: 'me' } : {}, { signal }),
    isAffectedBy: (event) => kindOf(event) === 'job',
  });
  return useMemo(() => {
    if (q !== '' || value === undefined) return null;
    return new Map(value.data.map((one) => [one.status, one]));
  }, [q, value]);
}

export type JobCount = JobCounts['data'][number];
