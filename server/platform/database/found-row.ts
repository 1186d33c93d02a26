import { notFound } from '../errors.ts';
import type { Statement } from './statement.ts';
import type { Tx } from './transaction.ts';

/** The requested row; throws 404 if there is none. */
export async function foundRow<Row>(
  rows: Promise<Row[]>,
  resource: string,
  id: string | null = null,
): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw notFound(resource, id);
  return row;
}

/**
 * Finds or locks a row by organization and id, which are the parameters of the statement. Null means that the
 * given text is not an id of such a resource; it is treated as an unknown id.
 */
export function rowFinder<Row>(
  statement: Statement,
  resource: string,
): (tx: Tx, id: string | null) => Promise<Row> {
  return (tx, id) => foundRow(tx.query<Row>(statement, [tx.organizationId, id]), resource, id);
}
