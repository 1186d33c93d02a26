import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { newUser } from '../../testing/office.ts';
import { Places } from '../../testing/places.ts';

describe('a visit at a property', () => {
  const service = sharedService();
  const places = shared(async () => new Places(await service.newOrganization()));
  const starts_at = '2027-03-09T09:00:00-08:00';
  const coordinates = { latitude: 45.52, longitude: -122.68 };
  const location = { address: '1418 Alder St, Portland, OR 97205', ...coordinates, coordinates };

  it('is where the property is, unless the booking says where', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, coordinates });
    const visit = await places.act('/v1/appointments', { customer_id, property_id, starts_at });
    assert.deepEqual([visit.property_id, visit.location], [property_id, location]);
    const elsewhere = { address: 'Back door' };
    const booked = { customer_id, property_id, starts_at, location: elsewhere };
    const other = await places.act('/v1/appointments', booked);
    assert.deepEqual([other.property_id, other.location], [property_id, elsewhere]);
  });

  it('of a job is at the property of the job', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, coordinates });
    const { job_id } = await places.job({ customer_id, property_id });
    const visit = await places.act('/v1/appointments', { job_id, starts_at });
    assert.deepEqual([visit.property_id, visit.location], [property_id, location]);
    const second = await places.job({ customer_id, property_id });
    const path = `/v1/jobs/${second.job_id}`;
    await places.act(`${path}/schedule`, { starts_at });
    const { data } = await places.read(`/v1/appointments?job_id=${second.job_id}`);
    assert.deepEqual([data[0].property_id, data[0].location], [property_id, location]);
  });

  it('can be said later, and for a hold when it is booked', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, coordinates });
    const visit = await places.act('/v1/appointments', { customer_id, starts_at });
    assert.equal(visit.property_id, null);
    const path = `/v1/appointments/${visit.appointment_id}`;
    const named = await places.api.patch(path, { property_id });
    assert.deepEqual([named.body.property_id, named.body.location], [property_id, location]);
    const { data } = await places.read('/v1/events?type=appointment.updated');
    assert.equal(data.at(-1).previous.property_id, null);
    const cleared = await places.api.patch(path, { property_id: null });
    assert.deepEqual([cleared.body.property_id, cleared.body.location], [null, location]);

    const assigned_to = await newUser(places.api, { name: 'Rosa Delgado' });
    const hold = { service: 'drain_cleaning', starts_at: '2027-03-10T09:00:00-08:00', assigned_to };
    const { hold_id } = await places.act('/v1/appointments/holds', hold);
    const booked = await places.act('/v1/appointments', { hold_id, customer_id, property_id });
    assert.deepEqual([booked.property_id, booked.location], [property_id, location]);
  });

  it('is refused at a property of another person', async () => {
    const [mine, other] = [await places.customer(), await places.customer()];
    const { property_id } = await places.property({ customer_id: other.customer_id });
    const { customer_id } = mine;
    const refused = await places.api.post('/v1/appointments', {
      customer_id,
      property_id,
      starts_at,
    });
    assert.deepEqual(fieldErrors(refused), ['/property_id other_person']);
    const visit = await places.act('/v1/appointments', { customer_id, starts_at });
    const path = `/v1/appointments/${visit.appointment_id}`;
    assert.deepEqual(fieldErrors(await places.api.patch(path, { property_id })), [
      '/property_id other_person',
    ]);
  });
});
