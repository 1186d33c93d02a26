import Type from 'typebox';
import type { Database, TransactionOptions } from '../../platform/database/database.ts';
import type { Snapshot } from '../../platform/database/snapshot.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { download } from '../../platform/http/download-operation.ts';
import { exportCompleted, exportFailed, exportStarted } from './events.ts';
import { type ExportRow, findExport, lockExport, saveExport, toExport } from './export-queries.ts';
import { NDJSON } from './file-format.ts';
import type { Export } from './schemas.ts';
import { type Written, writeFile } from './write-file.ts';

export const getExportFile = download({
  id: 'getExportFile',
  path: '/v1/exports/{id}/file',
  tag: 'Exports',
  resource: 'export',
  params: { id: 'export' },
  query: Type.Object({}, { additionalProperties: false }),
  scopes: ['exports:write'],
  summary: 'Download an export',
  description:
    'Returns all data of the organization as of now, one JSON object per line: first a header, then every row with its type, at the end counts, sums and the SHA-256 of all lines before. A file without this last line is incomplete: download it again. It is compressed if you accept gzip. An organization can download one file at a time.',
  responses: {
    200: {
      description: 'The file.',
      mediaType: NDJSON,
      example:
        '{"type":"header","data":{"format":"throughline-export","version":1,"organization_id":"organization_01h455vb4pex5vsknk084sn02q","organization_name":"Alder Heating & Air","exported_at":"2027-03-01T17:00:00.000Z","event_seq":9310}}\n',
    },
  },
  problems: ['export_expired', 'export_in_progress', 'too_many_downloads'],
  async open(database, { params, caller: { organizationId, actor } }) {
    const as = { organizationId, actor };
    assertValid(
      ...(await database.read(
        as,
        async (tx) => [await findExport(tx, params.id), tx.now] as const,
      )),
    );
    const snapshot = await database.snapshot(organizationId, 'export');
    if (snapshot === null) throw inProgress();
    try {
      await begin(database, as, params.id);
      await snapshot.begin();
    } catch (error) {
      await snapshot.close();
      throw error;
    }
    let written: Written | null = null;
    const now = database.clock.now();
    return {
      fileName: `throughline-${now.toISOString().slice(0, 10)}.ndjson`,
      body: closing(
        snapshot,
        writeFile(snapshot, { organizationId, now }, (done) => {
          written = done;
        }),
      ),
      ended: async (error) => {
        // A file that was never read has not closed it.
        await snapshot.close();
        await end(database, as, params.id, error === null ? written : null, error);
      },
    };
  },
});

type As = Pick<TransactionOptions, 'organizationId' | 'actor'>;

function begin(database: Database, as: As, exportId: string): Promise<void> {
  return database.transaction(as, async (tx) => {
    const row = await lockExport(tx, exportId);
    assertValid(row, tx.now);
    const change = { status: 'running', failure: null, downloads: row.downloads + 1 } as const;
    save(tx, { ...row, ...change }, exportStarted);
  });
}

function end(
  database: Database,
  as: As,
  exportId: string,
  written: Written | null,
  error: Error | null,
): Promise<void> {
  return database.transaction(as, async (tx) => {
    const row = await lockExport(tx, exportId);
    if (written === null) {
      const failure = error?.message ?? 'The file could not be written to its end.';
      return save(tx, { ...row, status: 'failed', failure }, exportFailed);
    }
    const { eventSeq: event_seq, ...rest } = written;
    const change = { status: 'completed', event_seq, ...rest, completed_at: tx.now } as const;
    save(tx, { ...row, ...change }, exportCompleted);
  });
}

function save(tx: Tx, row: ExportRow, type: EventType<typeof Export>): void {
  const after = { ...row, updated_at: tx.now };
  saveExport(tx, after);
  tx.emit(null, pendingEvent(type, toExport(after)));
}

/** Also closes the connection when the receiver is gone and the rest is not read. */
async function* closing(
  snapshot: Snapshot,
  file: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    yield* file;
  } finally {
    await snapshot.close();
  }
}

function assertValid({ expires_at }: ExportRow, now: Date): void {
  if (now < expires_at) return;
  const detail = 'This export has expired. Request another one with POST /v1/exports.';
  throw conflict('export_expired', detail);
}

function inProgress() {
  return conflict(
    'export_in_progress',
    'Your organization is already downloading an export. Wait until it ends, or end it.',
  );
}
