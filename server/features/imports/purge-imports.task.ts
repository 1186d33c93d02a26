import { inEveryOrganization } from '../../platform/database/every-organization.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { abandonImport, forgetImportKeys, listReceivingImports } from './upload-queries.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;

/** If the process dies during an upload, its pieces stay until the file is sent again or this task runs. */
export const purgeImports: Task = {
  name: 'purge-imports',
  description: 'Deletes interrupted uploads and the idempotency keys of imports after 24 hours.',
  retryLimit: 3,
  schedule: '27 * * * *',
  handle: ({ database }) => inEveryOrganization(database, purge),
};

async function purge(tx: Tx): Promise<void> {
  const before = new Date(tx.now.getTime() - KEEP_MS);
  for (const importId of await listReceivingImports(tx, before)) abandonImport(tx, importId);
  forgetImportKeys(tx, before);
}
