import pg from 'pg';
import type { Statement } from './statement.ts';
import { beginSnapshotIn, PASS_TENANT_ON } from './transaction.ts';

/** One state of an organization: all reads see the same, however long they take. */
export interface Snapshot {
  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]>;
  /** The rows of a statement with one column of text, in pages of about 64 kB. */
  pages(statement: Statement, values: readonly unknown[]): AsyncGenerator<string[], void>;
  /** Starts the snapshot: it shows what is committed now. */
  begin(): Promise<void>;
  /** Can be called again. */
  close(): Promise<void>;
}

/** Fewer rows at a time if they are large. */
const MAX_ROWS = 200;
/** Strings over 128 kB are collected rarely: with pages of 1 MiB, 200,000 rows took 137 MB of memory. */
const PAGE_LENGTH = 64 * 1024;

/**
 * The connection is not one of the pool: a slow reader delays only itself. PostgreSQL ends a session that is idle for
 * a minute, and the lock of a process that died is released with its connection.
 */
export async function openSnapshot(
  connection: pg.ClientConfig,
  options: { organizationId: string; lock: string; onClose: () => void },
): Promise<Snapshot | null> {
  const client = new pg.Client({
    ...connection,
    application_name: 'throughline snapshot',
    options: `-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s ${PASS_TENANT_ON}`,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    options.onClose();
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    const { rows } = await client.query(TRY_TO_LOCK, [options.lock]);
    if (!rows[0].held) {
      await close();
      return null;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    query: async ({ text }, values) => (await client.query({ text, values: [...values] })).rows,
    pages: ({ text }, values) => readPages(client, text, values),
    begin: async () => {
      const [begin, ...others] = beginSnapshotIn(options.organizationId);
      // A month of the log that is dropped now is not part of the snapshot, and none is dropped until its end.
      for (const one of [begin, 'lock table events in access share mode', ...others])
        await client.query(one);
    },
    close,
  };
}

const TRY_TO_LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held';

async function* readPages(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<string[], void> {
  await client.query({
    text: `declare page_reader no scroll cursor for ${text}`,
    values: [...values],
  });
  let size = 20;
  for (;;) {
    const fetch = `fetch forward ${size} from page_reader`;
    const { rows } = await client.query<string[]>({ text: fetch, rowMode: 'array' });
    const page = rows.map(([line = '']) => line);
    if (page.length > 0) yield page;
    if (page.length < size) break;
    const length = page.reduce((sum, line) => sum + line.length, 0);
    size = Math.max(1, Math.min(MAX_ROWS, 2 * size, Math.floor((size * PAGE_LENGTH) / length)));
  }
  await client.query('close page_reader');
}
