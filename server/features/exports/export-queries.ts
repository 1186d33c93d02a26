import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { Sums } from './file-format.ts';
import type { Export } from './schemas.ts';

export interface ExportRow {
  export_id: string;
  status: Export['status'];
  requested_by: Actor;
  downloads: number;
  event_seq: number | null;
  counts: Record<string, number> | null;
  sums: Sums | null;
  sha256: string | null;
  failure: string | null;
  expires_at: Date;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const exports = table<ExportRow>('exports', {
  export_id: 'key',
  status: 'value',
  requested_by: 'fixed_json',
  downloads: 'value',
  event_seq: 'value',
  counts: 'json',
  sums: 'json',
  sha256: 'value',
  failure: 'value',
  expires_at: 'fixed',
  completed_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { insert: insertExport, update: saveExport } = exports;
export const { find: findExport, lock: lockExport } = exports.byKey('export');

const selectPage = statement(
  'list_exports',
  `select ${exports.columns} from exports
   where organization_id = $1 and export_id < $2 order by export_id desc limit $3`,
);

export function listExportRows(tx: Tx, before: string | null, limit: number): Promise<ExportRow[]> {
  return tx.query(selectPage, [tx.organizationId, before ?? LAST_UUID, limit]);
}

export function toExport(row: ExportRow): Export {
  return {
    export_id: toPublicId('export', row.export_id),
    status: row.status,
    requested_by: row.requested_by,
    downloads: row.downloads,
    event_seq: row.event_seq,
    counts: row.counts,
    sums: row.sums,
    sha256: row.sha256,
    failure: row.failure,
    expires_at: row.expires_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
