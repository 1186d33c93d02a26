import { toPublicId } from '../../domain/ids.ts';
import { table } from '../../platform/database/table.ts';
import type { Actor } from '../../platform/events/event.ts';
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

export const listExportRows = exports.newestFirst();

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
