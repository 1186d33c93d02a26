import { purgeTask } from '../../platform/tasks/purge-task.ts';
import { abandonFile, forgetFileKeys, listReceivingFiles } from './upload-queries.ts';

/** If the process dies during an upload, its chunks stay until the file is sent again or this task runs. */
export const purgeFiles = purgeTask({
  name: 'purge-files',
  description: 'Deletes interrupted uploads and the idempotency keys of files after 24 hours.',
  minute: 33,
  days: 1,
  async run(tx, before) {
    for (const fileId of await listReceivingFiles(tx, before)) abandonFile(tx, fileId);
    forgetFileKeys(tx, before);
  },
});
