import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { genericPlan, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listAppointmentRows } from './list-appointments-query.ts';

describe('with 20,000 visits of crews', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const { owner } = service;
    const made = await makeResource('appointment', service, organization);
    const row = { table: 'appointments', key: 'appointment_id', id: uuidFrom('appointment', made) };
    const at = `(timestamptz '2026-01-01' + n * interval '1 hour')`;
    await multiplyRow(
      service,
      row,
      `'starts_at', ${at}, 'ends_at', ${at} + interval '1 hour', 'blocked_until', ${at} + interval '1 hour'`,
    );
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into appointment_people
       select organization_id, appointment_id, md5((row_number() over () % 50)::text)::uuid, false, starts_at, ends_at,
              blocked_until, false, null, null, null
       from appointments a where not exists (
         select from appointment_people p where p.organization_id = a.organization_id and p.appointment_id = a.appointment_id)`,
    );
    await owner.query('reset session_replication_role');
    await owner.query('analyze appointment_people');
  });

  it('a list by crew is read from the index of crews, then by the ids of the visits', async () => {
    const none = { teamId: null, unassigned: null, statuses: null, lifecycleNumber: null };
    const filters = { ...none, assignedTo: null, jobId: null, crew: SOME_UUID, reviewed: null };
    const plan = await genericPlan(service, organization, (tx) =>
      listAppointmentRows(tx, { ...filters, from: '2027-03-01', to: '2027-03-07' }, null, 51),
    );
    assert.match(plan, /using appointment_people_(in_crew|by_time) on appointment_people/, plan);
    assert.match(plan, /using appointments_pkey on appointments/, plan);
    assert.doesNotMatch(plan, /Seq Scan on appointment/, plan);
  });
});
