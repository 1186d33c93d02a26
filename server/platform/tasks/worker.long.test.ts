import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { sized } from '../../testing/sized.ts';
import { toUuid } from '../ids.ts';
import { enqueue } from './enqueue.ts';
import type { Task } from './task.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;
const ROUNDS = sized({ long: 5, nightly: 20 });

describe('the worker', () => {
  let calls = 0;
  const noted: Task = {
    name: 'noted',
    description: 'For this test.',
    retryLimit: 0,
    async handle() {
      calls += 1;
    },
  };
  const service = sharedService({ ownDatabase: true, because: 'cuts connections' });
  const organization = shared(() => service.newOrganization());

  it('stops while PostgreSQL ends its connections, as when a machine is shut down', async () => {
    await service.startWorker([noted]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const worker = await service.startWorker();
      await Promise.all([
        worker.stop(),
        service.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name ~ '^throughline (worker|announcements)'`,
        ),
      ]);
    }
    const organizationId = toUuid('organization', organization.organizationId) ?? '';
    await service.database.transaction({ organizationId, actor: ACTOR }, (tx) =>
      enqueue(tx, noted, {}),
    );
    await eventually(() => calls > 0);
  });
});
