import { toPublicId } from '../../domain/ids.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Footer, Header } from './file-format.ts';
import type { Restore } from './schemas.ts';

/** A restore whose file was received completely. */
export interface RestoreRow {
  restore_id: string;
  status: Restore['status'];
  request_hash: Buffer;
  actor: Actor;
  header: Header;
  footer: Footer;
  bytes_total: number;
  lines_total: number;
  lines_done: number;
  stopped: Record<string, number> | null;
  failure: string | null;
  failure_line: number | null;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The row is inserted while the file arrives and not all columns are set yet: see upload-queries.ts. */
const restores = table<RestoreRow>('restores', {
  restore_id: 'key',
  status: 'value',
  request_hash: 'fixed',
  actor: 'fixed_json',
  header: 'fixed_json',
  footer: 'fixed_json',
  bytes_total: 'fixed',
  lines_total: 'fixed',
  lines_done: 'value',
  stopped: 'json',
  failure: 'value',
  failure_line: 'value',
  completed_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const RESTORE_COLUMNS = restores.columns;
export const saveRestore = restores.update;

const RECEIVED = "status not in ('receiving', 'abandoned')";
const selectOne = statement(
  'select_restore',
  `select ${RESTORE_COLUMNS} from restores
   where organization_id = $1 and restore_id = $2 and ${RECEIVED}`,
);
export const findRestore = rowFinder<RestoreRow>(selectOne, 'restore');

export const listRestoreRows = restores.newestFirst(RECEIVED);

export function toRestore(row: RestoreRow): Restore {
  return {
    restore_id: toPublicId('restore', row.restore_id),
    status: row.status,
    requested_by: row.actor,
    from_organization_id: row.header.organization_id,
    exported_at: row.header.exported_at,
    sha256: row.footer.sha256,
    counts: row.footer.counts,
    sums: row.footer.sums,
    lines_total: row.lines_total,
    lines_done: row.lines_done,
    stopped: row.stopped,
    failure: row.failure,
    failure_line: row.failure_line,
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
