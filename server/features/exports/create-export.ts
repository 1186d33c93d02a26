import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { exportRequested } from './events.ts';
import { type ExportRow, insertExport, toExport } from './export-queries.ts';
import { Export } from './schemas.ts';

const VALID_MS = 60 * 60 * 1000;

export const createExport = mutation({
  id: 'createExport',
  method: 'POST',
  path: '/v1/exports',
  tag: 'Exports',
  resource: 'export',
  scopes: ['exports:write'],
  summary: 'Request an export',
  description:
    'Allows the download of all data of the organization for one hour, with getExportFile. The file contains everything except secrets, keys and tokens, and can be restored into an empty organization with createRestore.',
  responses: creates(Export, 'The export, ready to be downloaded.'),
  effect: 'external',
  async run(tx) {
    const row: ExportRow = {
      export_id: newUuid(),
      status: 'ready',
      requested_by: tx.actor,
      downloads: 0,
      event_seq: null,
      counts: null,
      sums: null,
      sha256: null,
      failure: null,
      expires_at: new Date(tx.now.getTime() + VALID_MS),
      completed_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertExport(tx, row);
    tx.emit(null, pendingEvent(exportRequested, toExport(row)));
    return { status: 201, body: toExport(row) };
  },
});
