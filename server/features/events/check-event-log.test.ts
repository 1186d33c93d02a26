import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { checkEventLog } from './check-event-log.task.ts';

describe('the check of the event logs', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('finds an event that someone has removed, and says in which organization', async () => {
    await service.newOrganization();
    for (let n = 0; n < 3; n += 1) await organization.api.post('/v1/leads', freshLead());
    await checkEventLog.handle(service.taskContext, []);
    const { owner } = service;
    const id = toUuid('organization', organization.organizationId);
    await owner.query('begin');
    // The table refuses it otherwise.
    await owner.query('set local session_replication_role = replica');
    await owner.query('delete from events where organization_id = $1 and seq = 2', [id]);
    await owner.query('commit');
    await assert.rejects(checkEventLog.handle(service.taskContext, []), {
      message: `Events are missing from the logs of ${id}`,
    });
  });
});
