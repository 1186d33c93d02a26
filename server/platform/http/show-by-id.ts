import type { Tx } from '../database/transaction.ts';

/** What an operation runs that returns one resource by the id in its path. */
export function showById<Row, Shown>(
  find: (tx: Tx, id: string) => Promise<Row>,
  show: (row: Row, now: Date) => Shown,
) {
  return async (tx: Tx, { params }: { params: { id: string } }): Promise<Shown> =>
    show(await find(tx, params.id), tx.now);
}
