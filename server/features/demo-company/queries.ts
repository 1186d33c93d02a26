import { toPublicIdOrNull } from '../../domain/ids.ts';
import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { DemoCompany } from './schemas.ts';

export interface DemoRow {
  status: DemoCompany['status'];
  progress: number;
  failure: string | null;
  attempt: number;
  company_id: string | null;
  owner_id: string | null;
  requested_at: Date | null;
}

const COLUMNS = 'status, progress, failure, attempt, company_id, owner_id, requested_at';

const selectDemo = statement('select_demo_company', `select ${COLUMNS} from demo_company`);
const selectDemoForUpdate = statement(
  'select_demo_company_for_update',
  `${selectDemo.text} for no key update`,
);

export function findDemo(tx: Tx): Promise<DemoRow> {
  return foundRow(tx.query<DemoRow>(selectDemo, []), 'demo company');
}

export function lockDemo(tx: Tx): Promise<DemoRow> {
  return foundRow(tx.query<DemoRow>(selectDemoForUpdate, []), 'demo company');
}

const updateDemo = statement(
  'update_demo_company',
  'update demo_company set status = $1, progress = $2, failure = $3, attempt = $4, requested_at = $5',
);

/** What the copy of the company writes itself stays as it is: its id and its owner. */
export function saveDemo(tx: Tx, row: DemoRow): void {
  const { status, progress, failure, attempt, requested_at } = row;
  tx.query(updateDemo, [status, progress, failure, attempt, requested_at]);
}

const updateProgress = statement(
  'update_demo_progress',
  `update demo_company set progress = $2 where status = 'building' and attempt = $1`,
);

export function saveProgress(tx: Tx, attempt: number, progress: number): void {
  tx.query(updateProgress, [attempt, progress]);
}

export function toDemoCompany(row: DemoRow): DemoCompany {
  return {
    status: row.status,
    progress: row.progress,
    failure: row.failure,
    organization_id:
      row.status === 'ready' ? toPublicIdOrNull('organization', row.company_id) : null,
    requested_at: row.requested_at?.toISOString() ?? null,
  };
}
