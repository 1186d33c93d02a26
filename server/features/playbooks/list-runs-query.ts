import { filteredList } from '../../platform/database/filtered-list.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { RUN_COLUMNS, type RunRow } from './runtime/queries.ts';
import { LATE_MS, type Status } from './runtime/run.ts';

export interface RunFilters {
  playbookId: string | null;
  lifecycleNumber: string | null;
  statuses: readonly Status[] | null;
  createdSince: Date | null;
}

const readPage = filteredList<RunRow, 'playbook' | 'number'>({
  name: 'list_playbook_runs',
  select: `${RUN_COLUMNS} from playbook_runs r`,
  alias: 'r',
  id: 'run_id',
  conditions: {
    playbook: (id) => `r.playbook_id = ${id}`,
    number: (number) => `r.lifecycle_number = ${number}`,
  },
  always: { condition: 'r.run_id >= $4 and r.created_at >= $5', parameters: 2 },
});

/** The newest runs that match the filters, older than `before`. */
export function listRunRows(
  tx: Tx,
  filters: RunFilters,
  before: string | null,
  limit: number,
): Promise<RunRow[]> {
  const since = filters.createdSince ?? new Date(0);
  const first = firstUuidAt(new Date(since.getTime() - CLOCK_SLACK_MS));
  return readPage(tx, {
    filters: { playbook: filters.playbookId, number: filters.lifecycleNumber },
    statuses: filters.statuses,
    always: [first, since],
    before,
    limit,
  });
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
