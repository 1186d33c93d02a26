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
    await organization.api.post('/v1/leads', freshLead());
    const id = toUuid('organization', organization.organizationId) ?? '';
    // Other suites may have damaged logs of organizations of their own.
    const complaint = () =>
      checkEventLog.handle(service.taskContext, []).then(
        () => '',
        ({ message }: Error) => message,
      );
    assert(!(await complaint()).includes(id));
    const { owner } = service;
    await owner.query('begin');
    // The table refuses it otherwise.
    await owner.query('set local session_replication_role = replica');
    await owner.query('delete from events where organization_id = $1 and seq = 2', [id]);
    await owner.query('commit');
    assert.match(await complaint(), new RegExp(`^Events are missing from the logs of .*${id}`));
  });
});
