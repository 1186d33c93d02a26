import { notFound } from '../errors.ts';

/** The one row that was asked for; where there is none, there is no such resource. */
export async function foundRow<Row>(rows: Promise<Row[]>, resource: string): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw notFound(resource);
  return row;
}
