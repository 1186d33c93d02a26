import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { endHold } from './end-hold.task.ts';

describe('the end-hold task', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function hold() {
    const { lead_id } = (await organization.api.post('/v1/leads', freshLead())).body;
    const body = { lead_id, starts_at: '2027-03-02T09:00:00-08:00', ttl_seconds: 60 };
    const response = await organization.api.post('/v1/appointments/holds', body);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  }
  /** Runs the task as the worker does. */
  async function runTask(holdId: string) {
    const organization_id = toUuid('organization', organization.organizationId)!;
    const data = { organization_id, hold_id: toUuid('hold', holdId)! };
    const task = { data } as Parameters<typeof endHold.handle>[1][number];
    await endHold.handle({ database: service.database } as never, [task]);
  }
  const canceled = async () =>
    (await organization.api.get('/v1/events?type=appointment.canceled')).body.data;
  const waiting = async () => {
    const { rows } = await service.owner.query(
      `select data->>'hold_id' as hold_id, start_after from pgboss.job
       where name = 'end-hold' and data->>'organization_id' = $1`,
      [toUuid('organization', organization.organizationId)],
    );
    return rows;
  };

  it('is queued with the hold, for the second in which it expires', async () => {
    const held = await hold();
    const [task] = await waiting();
    assert.equal(task.hold_id, toUuid('hold', held.hold_id));
    assert.equal(task.start_after.toISOString(), held.hold_expires_at);
  });

  it('emits one event, however often it runs, and not before the hold expires', async () => {
    const held = await hold();
    const before = (await waiting()).length;
    await runTask(held.hold_id);
    assert.equal((await canceled()).length, 0);
    assert.equal((await waiting()).length, before + 1, 'the task did not queue itself again');
    service.clock.advance(60_000);
    await Promise.all([runTask(held.hold_id), runTask(held.hold_id)]);
    await runTask(held.hold_id);
    const [event, ...others] = await canceled();
    assert.equal(others.length, 0);
    assert.equal(event.data.appointment_id, held.appointment_id);
    assert.equal(event.data.cancel_reason, 'hold_lapsed');
    assert.equal(event.previous.status, 'held');
  });

  it('does not change a hold that was booked in time', async () => {
    const held = await hold();
    await organization.api.post('/v1/appointments', { hold_id: held.hold_id });
    const before = (await canceled()).length;
    service.clock.advance(60_000);
    await runTask(held.hold_id);
    assert.equal((await canceled()).length, before);
    const read = await organization.api.get(`/v1/appointments/${held.appointment_id}`);
    assert.equal(read.body.status, 'booked');
  });
});
