import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type PlaybookRow, toPlaybookState } from './queries.ts';
import type { Playbook } from './schemas.ts';

/** How many runs of each version have not ended. The runs are another feature's; this counts its rows. */
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

/** The playbooks as they are answered, with their runs in flight counted in one go. */
export async function withInFlight(tx: Tx, rows: readonly PlaybookRow[]): Promise<Playbook[]> {
  const ids = rows.map((row) => row.playbook_id);
  const counts = await tx.query<InFlight>(countRuns, [tx.organizationId, ids]);
  return rows.map((row) => {
    const own = counts.filter(({ playbook_id }) => playbook_id === row.playbook_id);
    return {
      ...toPlaybookState(row),
      in_flight: own.reduce((sum, { runs }) => sum + runs, 0),
      in_flight_by_version: own.map(({ version, runs }) => ({ version, runs })),
    };
  });
}

export async function onePlaybook(tx: Tx, row: PlaybookRow): Promise<Playbook> {
  const [playbook] = await withInFlight(tx, [row]);
  return playbook!;
}
