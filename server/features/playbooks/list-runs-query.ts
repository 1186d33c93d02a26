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

/** The conditions that an index is chosen by. */
const LEADING = ['playbookId', 'lifecycleNumber'] as const;
type Led = (typeof LEADING)[number];
const LED_BY: Record<Led, string> = {
  playbookId: 'r.playbook_id',
  lifecycleNumber: 'r.lifecycle_number',
};

/** One statement a combination of filters, so that each keeps to its own index; see list-jobs-query.ts. */
const statements = new Map<string, Statement>();

function listedBy(given: readonly Led[], isByStatus: boolean): Statement {
  const name = ['list_playbook_runs', ...given, ...(isByStatus ? ['statuses'] : [])].join(' by ');
  const known = statements.get(name);
  if (known) return known;
  const text = isByStatus ? ofEachStatus(given) : pageOf(given, []);
  const made = statement(name, text);
  statements.set(name, made);
  return made;
}

/** The newest of each status, at most a page of each, merged. */
function ofEachStatus(given: readonly Led[]): string {
  return `select r.* from unnest($${given.length + 6}::text[]) as wanted (status)
   cross join lateral (${pageOf(given, ['r.status = wanted.status'])}) as r
   order by r.run_id desc limit $3`;
}

function pageOf(given: readonly Led[], more: readonly string[]): string {
  const conditions = [...given.map((name, at) => `${LED_BY[name]} = $${at + 6}`), ...more];
  return `select ${RUN_COLUMNS} from playbook_runs r
     where r.organization_id = $1 and r.run_id < $2 and r.run_id >= $4 and r.created_at >= $5
       ${conditions.map((one) => `and ${one}`).join(' ')}
     order by r.run_id desc limit $3`;
}

/** The newest runs that pass the filters, from before the given one. */
export function listRunRows(
  tx: Tx,
  filters: RunFilters,
  before: string | null,
  limit: number,
): Promise<RunRow[]> {
  const since = filters.createdSince ?? new Date(0);
  const first = firstUuidAt(new Date(since.getTime() - CLOCK_SLACK_MS));
  const start = [tx.organizationId, before ?? LAST_UUID, limit, first, since];
  const given = LEADING.filter((name) => filters[name] !== null);
  const values = [...start, ...given.map((name) => filters[name])];
  if (filters.statuses === null) return tx.query(listedBy(given, false), values);
  return tx.query(listedBy(given, true), [...values, filters.statuses]);
}

/** Read along their due times, of which few are past: the other filters are asked row by row. */
const selectOverdue = statement(
  'list_late_playbook_runs',
  `select ${RUN_COLUMNS} from playbook_runs r
   where r.organization_id = $1 and r.finished_at is null and r.due_at < $2 and (r.due_at, r.run_id) > ($3, $4)
     and r.claimable_at <= $5
     and ($7::uuid is null or r.playbook_id = $7) and ($8::text is null or r.lifecycle_number = $8)
     and ($9::text[] is null or r.status = any ($9)) and r.created_at >= $10
   order by r.due_at, r.run_id limit $6`,
);

export interface DuePlace {
  dueAt: Date;
  runId: string;
}

/** The runs that are more than a minute late and that nobody is at, the latest first. */
export function listOverdueRows(
  tx: Tx,
  filters: RunFilters,
  after: DuePlace | null,
  limit: number,
): Promise<RunRow[]> {
  return tx.query(selectOverdue, [
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
