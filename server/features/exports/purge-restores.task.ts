import { purgeTask } from '../../platform/tasks/purge-task.ts';
import { abandonUploads, forgetRestoreKeys } from './upload-queries.ts';

/** If the process dies during an upload, its chunks stay until a file is sent again or this task runs. */
export const purgeRestores = purgeTask({
  name: 'purge-restores',
  description: 'Deletes interrupted uploads and the idempotency keys of restores after 24 hours.',
  minute: 37,
  days: 1,
  run(tx, before) {
    abandonUploads(tx, before);
    forgetRestoreKeys(tx, before);
  },
});
