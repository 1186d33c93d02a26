import { inEveryOrganization } from '../../platform/database/every-organization.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { abandonImport, forgetImportKeys, listReceivingImports } from './upload-queries.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;

/** An upload that its process did not survive leaves its pieces, until it is sent again or this runs. */
export const purgeImports: Task = {
  name: 'purge-imports',
  description: 'Forgets uploads that broke off, and idempotency keys of imports, after 24 hours.',
  retryLimit: 3,
  schedule: '27 * * * *',
  handle: ({ database }) => inEveryOrganization(database, purge),
};

async function purge(tx: Tx): Promise<void> {
  const before = new Date(tx.now.getTime() - KEEP_MS);
  for (const importId of await listReceivingImports(tx, before)) abandonImport(tx, importId);
  forgetImportKeys(tx, before);
}
