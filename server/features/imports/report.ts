import type { Tx } from '../../platform/database/transaction.ts';
import { pageOf } from '../../platform/paging.ts';
import { findImport, listErrors, toImport } from './queries.ts';

export const MAX_ERRORS = 1_000;

/** The import with a page of its errors. */
export async function readReport(tx: Tx, importId: string, after = 0, limit = MAX_ERRORS) {
  const [row, rows] = await Promise.all([
    findImport(tx, importId),
    listErrors(tx, importId, after, limit + 1),
  ]);
  const { data: errors, ...page } = pageOf(
    rows,
    limit,
    ({ line, code, detail }) => ({ line, code, detail }),
    ({ number }) => `error ${number}`,
  );
  return { ...toImport(row), errors, ...page };
}
