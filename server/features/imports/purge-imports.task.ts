import { everyOrganization } from '../../platform/database/every-organization.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { abandonImport, forgetImportKeys, listReceivingImports } from './upload-queries.ts';

const KEEP_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;
const MAINTENANCE: Actor = { type: 'system', id: null, name: 'maintenance' };

/** An upload that its process did not survive leaves its pieces; a client that sends it again within this time is safe. */
export const purgeImports: Task = {
  name: 'purge-imports',
  description: 'Forgets uploads that broke off, and idempotency keys of imports, after 24 hours.',
  retryLimit: 3,
  schedule: '27 * * * *',
  async handle({ database }) {
    const before = new Date(database.clock.now().getTime() - KEEP_HOURS * HOUR_MS);
    for (const organizationId of await everyOrganization(database)) {
      await database.transaction({ organizationId, actor: MAINTENANCE }, async (tx) => {
        for (const importId of await listReceivingImports(tx, before)) abandonImport(tx, importId);
        forgetImportKeys(tx, before);
      });
    }
  },
};
