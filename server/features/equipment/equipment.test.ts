import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Places } from '../../testing/places.ts';
import { newTechnician } from '../../testing/technicians.ts';

const service = sharedService();
const organization = shared(() => service.newOrganization());
const places = new Places(organization);

async function newPlace() {
  const customer = await places.customer();
  const { customer_id } = customer;
  const { property_id } = await places.property({ customer_id });
  return { customer, customer_id, property_id };
}

describe('equipment', () => {
  it('is kept in its property', async () => {
    const { customer, customer_id, property_id } = await newPlace();
    const { job_id } = await places.job({ customer_id });
    const known = {
      property_id,
      kind: 'water_heater',
      make: 'Rheem',
      model: 'XG50',
      serial: 'M381912345',
      installed_on: '2024-02-29',
      installed_by_job_id: job_id,
      manufacturer_warranty_until: '2034-02-28',
      labour_warranty_until: '2026-02-28',
    };
    const machine = await places.equipment(known);
    const { equipment_id, created_at: _created, updated_at: _updated, ...rest } = machine;
    const coverage = { parts: true, labour: false, until: '2034-02-28' };
    const { lifecycle_number } = customer;
    assert.deepEqual(rest, { lifecycle_number, ...known, coverage });
    const path = `/v1/equipment/${equipment_id}`;
    const { history, ...shown } = await places.read(path);
    assert.deepEqual(shown, machine);
    assert.deepEqual(
      history.map(({ id }: { id: string }) => id),
      [job_id],
    );
    const changed = await places.api.patch(path, { serial: null, kind: 'Gas boiler' });
    assert.deepEqual([changed.body.serial, changed.body.kind], [null, 'gas_boiler']);
    const { data } = await places.read('/v1/events?type=equipment.created,equipment.updated');
    assert.deepEqual(
      data.slice(-2).map((event: { type: string }) => event.type),
      ['equipment.created', 'equipment.updated'],
    );
  });

  it('is listed by property and by customer, also after a merge', async () => {
    const { customer_id, property_id } = await newPlace();
    const other = await newPlace();
    const mine = await places.equipment({ property_id });
    const theirs = await places.equipment({ property_id: other.property_id });
    const ids = (query: string) => places.ids(`/v1/equipment?${query}`, 'equipment_id');
    assert.deepEqual(await ids(`property_id=${property_id}`), [mine.equipment_id]);
    assert.deepEqual(await ids(`customer_id=${customer_id}`), [mine.equipment_id]);
    const contradicting = `customer_id=${customer_id}&property_id=${other.property_id}`;
    assert.deepEqual(await ids(contradicting), []);
    await places.act(`/v1/leads/${other.customer.lead_id}/attach`, { customer_id });
    assert.deepEqual(await ids(`customer_id=${customer_id}`), [
      theirs.equipment_id,
      mine.equipment_id,
    ]);
  });

  it('is covered until the end of the last day where the organization is', async () => {
    const { property_id } = await newPlace();
    const zone = (await places.read('/v1/organization')).time_zone;
    const today = Temporal.Instant.fromEpochMilliseconds(service.clock.now().getTime())
      .toZonedDateTimeISO(zone)
      .toPlainDate();
    const until = today.toString();
    const { equipment_id } = await places.equipment({
      property_id,
      manufacturer_warranty_until: until,
    });
    const path = `/v1/equipment/${equipment_id}`;
    const assertCoverage = async (expected: object) => {
      assert.deepEqual((await places.read(path)).coverage, expected);
      const { data } = await places.read(`/v1/equipment?property_id=${property_id}`);
      assert.deepEqual(data[0].coverage, expected);
      const { body } = await places.api.patch(path, { kind: 'Water heater' });
      assert.deepEqual(body.coverage, expected);
    };
    const covered = { parts: true, labour: false, until };
    await assertCoverage(covered);
    const midnight = today.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
    service.clock.advance(midnight - service.clock.now().getTime() - 1);
    await assertCoverage(covered);
    service.clock.advance(1);
    await assertCoverage({ parts: false, labour: false, until: null });
  });

  it('shows the coverage of new dates in the response and in the event', async () => {
    const { property_id } = await newPlace();
    const { equipment_id, coverage } = await places.equipment({ property_id });
    const none = { parts: false, labour: false, until: null };
    assert.deepEqual(coverage, none);
    const until = '2034-02-28';
    const dates = { labour_warranty_until: until };
    const { body } = await places.api.patch(`/v1/equipment/${equipment_id}`, dates);
    const covered = { parts: false, labour: true, until };
    assert.deepEqual(body.coverage, covered);
    const { data } = await places.read('/v1/events?type=equipment.updated');
    const changed = data.at(-1);
    assert.deepEqual(changed.data.coverage, covered);
    assert.deepEqual(changed.previous.coverage, none);
  });

  it('has a history of its jobs, claims and visits, newest first', async () => {
    const { customer_id, property_id } = await newPlace();
    const { equipment_id } = await places.equipment({ property_id });
    const job = await places.job({ customer_id, equipment_id });
    assert.deepEqual([job.property_id, job.equipment_id], [property_id, equipment_id]);
    const at = `/v1/jobs/${job.job_id}`;
    const visit = await places.act('/v1/appointments', {
      job_id: job.job_id,
      starts_at: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
    });
    for (const step of ['start', 'complete', 'enroll-warranty']) await places.act(`${at}/${step}`);
    service.clock.advance(60_000);
    const claim = await places.act(`${at}/warranty-claims`, { description: 'It drips.' });
    assert.equal(claim.equipment_id, equipment_id);
    const none = { description: 'The door.', equipment_id: null };
    assert.equal((await places.act(`${at}/warranty-claims`, none)).equipment_id, null);
    const { history } = await places.read(`/v1/equipment/${equipment_id}`);
    assert.deepEqual(
      history.map(({ kind, id }: { kind: string; id: string }) => [kind, id]),
      [
        ['visit', visit.appointment_id],
        ['claim', claim.claim_id],
        ['job', job.job_id],
      ],
    );
    assert.equal(history[2].at, job.created_at);
  });

  it('is refused with what is wrong', async () => {
    const { property_id } = await newPlace();
    const create = (body: object) =>
      places.api.post('/v1/equipment', { property_id, kind: 'Boiler', ...body });
    assert.deepEqual(fieldErrors(await create({ property_id: 'property_x' })), [
      '/property_id unknown_property',
    ]);
    assert.deepEqual(fieldErrors(await create({ kind: ' ' })), ['/kind invalid_format']);
    assert.deepEqual(fieldErrors(await create({ installed_on: '2027-02-29' })), [
      '/installed_on invalid_format',
    ]);
    assert.deepEqual(fieldErrors(await create({ labour_warranty_until: '9999-12-31' })), [
      '/labour_warranty_until out_of_range',
    ]);
    assert.deepEqual(fieldErrors(await create({ installed_by_job_id: 'job_x' })), [
      '/installed_by_job_id unknown_job',
    ]);
    const other = await places.job({ customer_id: (await places.customer()).customer_id });
    assert.deepEqual(fieldErrors(await create({ installed_by_job_id: other.job_id })), [
      '/installed_by_job_id other_person',
    ]);
  });

  it('can be named only by jobs and claims of the same person and place', async () => {
    const { customer_id, property_id } = await newPlace();
    const other = await newPlace();
    const theirs = await places.equipment({ property_id: other.property_id });
    const mine = await places.equipment({ property_id });
    const job = (body: object) =>
      places.api.post('/v1/jobs', { customer_id, title: 'Heater', ...body });
    assert.deepEqual(fieldErrors(await job({ equipment_id: theirs.equipment_id })), [
      '/equipment_id other_person',
    ]);
    assert.deepEqual(fieldErrors(await job({ equipment_id: 'equipment_x' })), [
      '/equipment_id unknown_equipment',
    ]);
    const second = await places.property({ customer_id });
    const elsewhere = { equipment_id: mine.equipment_id, property_id: second.property_id };
    assert.deepEqual(fieldErrors(await job(elsewhere)), ['/equipment_id other_property']);
    const { job_id } = await places.job({ customer_id });
    const path = `/v1/jobs/${job_id}`;
    const named = await places.api.patch(path, { equipment_id: mine.equipment_id });
    assert.deepEqual([named.status, named.body.property_id], [200, property_id]);
    const moved = await places.api.patch(path, { property_id: second.property_id });
    assert.deepEqual(fieldErrors(moved), ['/equipment_id other_property']);
    const cleared = await places.api.patch(path, { equipment_id: null });
    assert.deepEqual([cleared.body.equipment_id, cleared.body.property_id], [null, property_id]);
    for (const step of ['start', 'complete', 'enroll-warranty'])
      await places.act(`${path}/${step}`);
    const claim = ({ equipment_id }: { equipment_id: string }) =>
      places.api.post(`${path}/warranty-claims`, { description: 'It drips.', equipment_id });
    assert.deepEqual(fieldErrors(await claim(theirs)), ['/equipment_id other_person']);
    const upstairs = await places.equipment({ property_id: second.property_id });
    assert.deepEqual(fieldErrors(await claim(upstairs)), ['/equipment_id other_property']);
    assert.equal((await claim(mine)).body.equipment_id, mine.equipment_id);
  });

  it('and its place are seen by the technician of a job there, and by no other one', async () => {
    const { customer_id, property_id } = await newPlace();
    const { equipment_id } = await places.equipment({ property_id });
    const ana = await newTechnician(service, organization, 'Ana Silva');
    const ben = await newTechnician(service, organization, 'Ben Okafor');
    await places.job({ customer_id, equipment_id, assigned_to: ana.userId });
    for (const path of [`/v1/properties/${property_id}`, `/v1/equipment/${equipment_id}`]) {
      assert.equal((await ana.api.get(path)).status, 200, path);
      assert.equal((await ben.api.get(path)).status, 404, path);
    }
    for (const path of ['/v1/properties', '/v1/equipment']) {
      assert.equal((await ana.api.get(path)).body.data.length, 1, path);
      assert.deepEqual((await ben.api.get(path)).body.data, [], path);
    }
    const written = await ana.api.patch(`/v1/equipment/${equipment_id}`, { serial: 'X' });
    assert.equal(written.status, 403);
  });
});
