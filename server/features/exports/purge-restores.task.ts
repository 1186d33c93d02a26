import { inEveryOrganization } from '../../platform/database/every-organization.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { abandonUploads, forgetRestoreKeys } from './upload-queries.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;

/** If the process dies during an upload, its chunks stay until a file is sent again or this task runs. */
export const purgeRestores: Task = {
  name: 'purge-restores',
  description: 'Deletes interrupted uploads and the idempotency keys of restores after 24 hours.',
  retryLimit: 3,
  schedule: '37 * * * *',
  handle: ({ database }) =>
    inEveryOrganization(database, async (tx) => {
      const before = new Date(tx.now.getTime() - KEEP_MS);
      abandonUploads(tx, before);
      forgetRestoreKeys(tx, before);
    }),
};
