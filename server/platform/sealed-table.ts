import type { Database } from './database/database.ts';
import { statement } from './database/statement.ts';
import type { Tx } from './database/transaction.ts';
import type { Actor } from './events/event.ts';
import { NIL_UUID } from './ids.ts';
import type { Secrets } from './secrets.ts';

/** What was found and done with the encrypted values of an organization. */
export interface Resealed {
  /** Encrypted again with the current key. */
  resealed: number;
  /** None of the keys can decrypt them. */
  unreadable: number;
}

/** A table with encrypted columns, and whom the values of a row are encrypted for. */
export interface SealedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The next rows, locked, that the current key did not encrypt completely. */
  next(tx: Tx, after: string, currentName: Buffer): Promise<SealedRow[]>;
  save(tx: Tx, row: SealedRow): void;
  ownerOf(organizationId: string, id: string): string;
}

export interface SealedRow {
  id: string;
  values: (Buffer | null)[];
}

const BATCH = 100;
const ROTATION: Actor = { type: 'system', id: null, name: 'key rotation' };

export function sealedTable(
  name: string,
  key: string,
  columns: readonly string[],
  ownerOf: SealedTable['ownerOf'],
): SealedTable {
  const isOther = columns.map((column) => `substr(${column}, 1, 5) <> $3`).join(' or ');
  const select = statement(
    `next_sealed_${name}`,
    `select ${key} as id, array[${columns.join(', ')}] as values from ${name}
     where organization_id = $1 and ${key} > $2 and (${isOther})
     order by ${key} limit ${BATCH} for no key update`,
  );
  const set = columns.map((column, index) => `${column} = $${index + 3}`).join(', ');
  const update = statement(
    `save_sealed_${name}`,
    `update ${name} set ${set} where organization_id = $1 and ${key} = $2`,
  );
  return {
    name,
    columns,
    next: (tx, after, currentName) => tx.query(select, [tx.organizationId, after, currentName]),
    save: (tx, { id, values }) => {
      tx.query(update, [tx.organizationId, id, ...values]);
    },
    ownerOf,
  };
}

/**
 * Encrypts the values of an organization again with the current key, in batches, each in its own transaction: it can be
 * interrupted and repeated at any point, while the service runs. With `onlyCount`, nothing is changed.
 */
export async function reseal(
  database: Database,
  organizationId: string,
  table: SealedTable,
  { secrets, onlyCount }: { secrets: Secrets; onlyCount: boolean },
): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 };
  const [currentName] = secrets.keyNames;
  for (let after: string | undefined = NIL_UUID; after !== undefined && currentName; ) {
    const from: string = after;
    const batch = await database.transaction({ organizationId, actor: ROTATION }, async (tx) => {
      const rows = await table.next(tx, from, currentName);
      const counts = { resealed: 0, unreadable: 0 };
      for (const row of rows) {
        const values = row.values.map((sealed) => {
          if (sealed === null || secrets.isCurrent(sealed)) return sealed;
          const owner = table.ownerOf(organizationId, row.id);
          const text = secrets.open(sealed, owner);
          counts[text === null ? 'unreadable' : 'resealed'] += 1;
          return text === null ? sealed : secrets.seal(text, owner);
        });
        if (!onlyCount) table.save(tx, { id: row.id, values });
      }
      return { ...counts, last: rows.length < BATCH ? undefined : rows.at(-1)?.id };
    });
    total.resealed += batch.resealed;
    total.unreadable += batch.unreadable;
    after = batch.last;
  }
  return total;
}
