import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { RUN_COLUMNS, type RunRow } from './runtime/queries.ts';
import { LATE_MS, type Status } from './runtime/run.ts';

export interface RunFilters {
  playbookId: string | null;
  lifecycleNumber: string | null;
  statuses: readonly Status[] | null;
  createdSince: Date | null;
}

/** Filters that have their own index. */
const INDEXED_FILTERS = ['playbookId', 'lifecycleNumber'] as const;
type IndexedFilter = (typeof INDEXED_FILTERS)[number];
const FILTER_COLUMNS: Record<IndexedFilter, string> = {
  playbookId: 'r.playbook_id',
  lifecycleNumber: 'r.lifecycle_number',
};

/** One statement per combination of filters, so that each uses its own index; see list-jobs-query.ts. */
const statements = new Map<string, Statement>();

function listStatement(given: readonly IndexedFilter[], isByStatus: boolean): Statement {
  const name = ['list_playbook_runs', ...given, ...(isByStatus ? ['statuses'] : [])].join(' by ');
  const known = statements.get(name);
  if (known) return known;
  const text = isByStatus ? pagePerStatus(given) : pageOf(given, []);
  const created = statement(name, text);
  statements.set(name, created);
  return created;
}

/** At most one page per status, newest first, merged. */
function pagePerStatus(given: readonly IndexedFilter[]): string {
  return `select r.* from unnest($${given.length + 6}::text[]) as wanted (status)
   cross join lateral (${pageOf(given, ['r.status = wanted.status'])}) as r
   order by r.run_id desc limit $3`;
}

function pageOf(given: readonly IndexedFilter[], more: readonly string[]): string {
  const conditions = [...given.map((name, at) => `${FILTER_COLUMNS[name]} = $${at + 6}`), ...more];
  return `select ${RUN_COLUMNS} from playbook_runs r
     where r.organization_id = $1 and r.run_id < $2 and r.run_id >= $4 and r.created_at >= $5
       ${conditions.map((one) => `and ${one}`).join(' ')}
     order by r.run_id desc limit $3`;
}

/** The newest runs that match the filters, older than `before`. */
export function listRunRows(
  tx: Tx,
  filters: RunFilters,
  before: string | null,
  limit: number,
): Promise<RunRow[]> {
  const since = filters.createdSince ?? new Date(0);
  const first = firstUuidAt(new Date(since.getTime() - CLOCK_SLACK_MS));
  const start = [tx.organizationId, before ?? LAST_UUID, limit, first, since];
  const given = INDEXED_FILTERS.filter((name) => filters[name] !== null);
  const values = [...start, ...given.map((name) => filters[name])];
  if (filters.statuses === null) return tx.query(listStatement(given, false), values);
  return tx.query(listStatement(given, true), [...values, filters.statuses]);
}

/** Read by due time. Few runs are late, so the other filters are checked row by row. */
const selectLate = statement(
  'list_late_playbook_runs',
  `select ${RUN_COLUMNS} from playbook_runs r
   where r.organization_id = $1 and r.finished_at is null and r.due_at < $2 and (r.due_at, r.run_id) > ($3, $4)
     and r.claimable_at <= $5
     and ($7::uuid is null or r.playbook_id = $7) and ($8::text is null or r.lifecycle_number = $8)
     and ($9::text[] is null or r.status = any ($9)) and r.created_at >= $10
   order by r.due_at, r.run_id limit $6`,
);

export interface DuePosition {
  dueAt: Date;
  runId: string;
}

/** Runs that are more than a minute late and that no worker has claimed, the oldest due time first. */
export function listLateRows(
  tx: Tx,
  filters: RunFilters,
  after: DuePosition | null,
  limit: number,
): Promise<RunRow[]> {
  return tx.query(selectLate, [
    tx.organizationId,
    new Date(tx.now.getTime() - LATE_MS),
    after?.dueAt ?? new Date(0),
    after?.runId ?? '00000000-0000-0000-0000-000000000000',
    tx.now,
    limit,
    filters.playbookId,
    filters.lifecycleNumber,
    filters.statuses,
    filters.createdSince ?? new Date(0),
  ]);
}
