import { createHash } from 'node:crypto';
import { toPublicId } from '../../domain/ids.ts';
import type { Snapshot } from '../../platform/database/snapshot.ts';
import { type Statement, statement } from '../../platform/database/statement.ts';
import type { ExportedTable } from './exported-table.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';
import { type Footer, HEADER, type Header, type Sums } from './file-format.ts';

/** What a file contained, once it is complete. */
export type Written = Pick<Footer, 'counts' | 'sums' | 'sha256'> & { eventSeq: number };

const selectHeader = statement(
  'read_export_header',
  `select o.name, c.event_seq, first_logged_seq($1) as first_seq from organizations o
   join organization_counters c on c.organization_id = o.organization_id
   where o.organization_id = $1`,
);
const selectSums = statement('read_money_sums', 'select money_sums($1)::text as sums');

/** Lines are complete JSON when they come from the database: they are only hashed and passed on. */
function linesOf({ type, table, key, row, where, withheld }: ExportedTable): Statement {
  const hidden = ['organization_id', ...Object.keys(withheld)];
  const order = key.length > 0 ? ` order by ${key.map((column) => `t.${column}`).join(', ')}` : '';
  return statement(
    `export_${table}`,
    `select '{"type":"${type}","data":' || ((${row}) - '{${hidden}}'::text[])::text || '}'
     from ${table} t where t.organization_id = $1${where === null ? '' : ` and ${where}`}${order}`,
  );
}

const LINES = EXPORTED_TABLES.map((table) => ({ type: table.type, lines: linesOf(table) }));

/**
 * The file, in pieces of about 64 kB. Its last line has counts, sums and the hash of all lines before it, so a
 * file that was cut off is recognized. They stay strings: memory of buffers is returned late.
 */
export async function* writeFile(
  snapshot: Snapshot,
  { organizationId, now }: { organizationId: string; now: Date },
  onWritten: (written: Written) => void,
): AsyncGenerator<string, void> {
  const hash = createHash('sha256');
  const hashed = (lines: readonly string[]) => {
    const piece = `${lines.join('\n')}\n`;
    hash.update(piece);
    return piece;
  };
  const header = await readHeader(snapshot, organizationId, now);
  yield hashed([JSON.stringify({ type: 'header', data: header })]);

  const counts: Record<string, number> = {};
  for (const { type, lines } of LINES) {
    let count = 0;
    for await (const page of snapshot.pages(lines, [organizationId])) {
      count += page.length;
      yield hashed(page);
    }
    counts[type] = count;
  }
  const [found] = await snapshot.query<{ sums: string }>(selectSums, [organizationId]);
  const sums: Sums = JSON.parse(found?.sums ?? '{}');
  const footer: Footer = { counts, sums, sha256: hash.digest('hex') };
  yield `${JSON.stringify({ type: 'end', data: footer })}\n`;
  onWritten({ ...footer, eventSeq: header.event_seq });
}

async function readHeader(snapshot: Snapshot, organizationId: string, now: Date): Promise<Header> {
  type Found = { name: string; event_seq: number; first_seq: number };
  const [found] = await snapshot.query<Found>(selectHeader, [organizationId]);
  if (!found) throw new Error('The organization does not exist.');
  return {
    ...HEADER,
    organization_id: toPublicId('organization', organizationId),
    organization_name: found.name,
    exported_at: now.toISOString(),
    event_seq: found.event_seq,
    ...(found.first_seq > 1 && { first_seq: found.first_seq }),
  };
}
