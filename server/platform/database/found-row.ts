import { notFound } from '../errors.ts';
import type { Statement } from './statement.ts';
import type { Tx } from './transaction.ts';

/** The one row that was asked for; where there is none, there is no such resource. */
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
 * Finds, or locks, a row by the organization and its id, which are the parameters of the statement. Null stands
 * for what is no id of such a resource, and is as unknown as any other.
 */
export function rowFinder<Row>(
  statement: Statement,
  resource: string,
): (tx: Tx, id: string | null) => Promise<Row> {
  return (tx, id) => foundRow(tx.query<Row>(statement, [tx.organizationId, id]), resource, id);
}
