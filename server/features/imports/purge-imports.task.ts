import { purgeTask } from '../../platform/tasks/purge-task.ts';
import { abandonImport, forgetImportKeys, listReceivingImports } from './upload-queries.ts';

/** If the process dies during an upload, its pieces stay until the file is sent again or this task runs. */
export const purgeImports = purgeTask({
  name: 'purge-imports',
  description: 'Deletes interrupted uploads and the idempotency keys of imports after 24 hours.',
  minute: 27,
  days: 1,
  async run(tx, before) {
    for (const importId of await listReceivingImports(tx, before)) abandonImport(tx, importId);
    forgetImportKeys(tx, before);
  },
});
