import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type PlaybookRow, toPlaybookState } from './queries.ts';
import type { Playbook } from './schemas.ts';

/** Number of runs per version that have not ended. */
const countRuns = statement(
  'count_playbook_runs_in_flight',
  `select playbook_id, version, count(*)::integer as runs from playbook_runs
   where organization_id = $1 and playbook_id = any ($2) and status in ('queued', 'running', 'waiting')
   group by playbook_id, version order by version desc`,
);

interface InFlight {
  playbook_id: string;
  version: number;
  runs: number;
}

/** The playbooks with their active runs, which are counted in one query. */
export async function showPlaybooks(tx: Tx, rows: readonly PlaybookRow[]): Promise<Playbook[]> {
  const counts = await countInFlight(tx, rows);
  return rows.map((row) => toPlaybook(row, counts));
}

export async function showPlaybook(tx: Tx, row: PlaybookRow): Promise<Playbook> {
  return toPlaybook(row, await countInFlight(tx, [row]));
}

function countInFlight(tx: Tx, rows: readonly PlaybookRow[]): Promise<InFlight[]> {
  const ids = rows.map((row) => row.playbook_id);
  return tx.query<InFlight>(countRuns, [tx.organizationId, ids]);
}

function toPlaybook(row: PlaybookRow, counts: readonly InFlight[]): Playbook {
  const own = counts.filter(({ playbook_id }) => playbook_id === row.playbook_id);
  return {
    ...toPlaybookState(row),
    in_flight: own.reduce((sum, { runs }) => sum + runs, 0),
    in_flight_by_version: own.map(({ version, runs }) => ({ version, runs })),
  };
}
