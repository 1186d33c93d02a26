import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, it } from 'node:test';
import { coordinatesOf } from '../../platform/outbound/geocoder.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { startTestService, type TestOrganization } from '../../testing/harness.ts';
import { hurryTasks } from '../../testing/hurry-tasks.ts';
import { freshLead } from '../../testing/leads.ts';
import { startLoopback } from '../../testing/loopback.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

type Body = ApiResponse['body'];

const COORDINATES = { latitude: 45.520247, longitude: -122.674195 };
const foundAt = (address: string) => ({ address, ...COORDINATES, coordinates: COORDINATES });
const FOUND = foundAt('9 Oak St');

/** A server that finds every address at the same place, unless a test says otherwise. */
async function startGeocoder() {
  const asked: URL[] = [];
  const next: ((response: ServerResponse) => void)[] = [];
  const server = await startLoopback((request, _body, response) => {
    asked.push(new URL(request.url ?? '', 'http://geocoder'));
    const handler = next.shift();
    if (handler) return handler(response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([{ lat: '45.5202471', lon: '-122.6741949', name: 'Alder' }]));
  });
  return { url: `${server.url}/search?key=k1`, asked, next, stop: server.stop };
}

describe('geocoding', () => {
  const geocoder = shared(startGeocoder);
  const service = shared(async () => {
    const started = await startTestService({
      ownDatabase: true,
      because: 'geocoder',
      geocoderUrl: geocoder.url,
    });
    await started.startWorker();
    return started;
  });
  let office: TestOrganization;
  beforeEach(async () => {
    office = await service.newOrganization();
    geocoder.asked.length = 0;
  });

  let count = 0;
  async function book(lead: Body, fields: object = {}): Promise<Body> {
    count += 1;
    const starts_at = new Date(Date.UTC(2027, 2, 2, 16) + count * 3_600_000).toISOString();
    const visit = { lead_id: lead.lead_id, starts_at, duration_minutes: 60, ...fields };
    return created(office.api.post('/v1/appointments', visit));
  }
  const newLead = (fields: object = {}) =>
    created(office.api.post('/v1/leads', freshLead({ address: '9 Oak St', ...fields })));
  const read = async ({ appointment_id }: Body) =>
    (await office.api.get(`/v1/appointments/${appointment_id}`)).body;
  const located = (visit: Body) =>
    eventually(async () => {
      const { location } = await read(visit);
      return location?.latitude !== undefined && location;
    });
  /** Once no search is queued or running any more. */
  const idle = () =>
    eventually(async () => {
      const waiting = `select from pgboss.job where name = 'locate-appointment' and state < 'completed'`;
      return (await service.owner.query(waiting)).rowCount === 0;
    });

  it('finds the coordinates of a visit’s address, and emits appointment.updated', async () => {
    const visit = await book(await newLead(), { location: { address: '1418 Alder St' } });
    assert.deepEqual(await located(visit), foundAt('1418 Alder St'));
    const [asked] = geocoder.asked;
    assert.deepEqual(Object.fromEntries(asked?.searchParams ?? []), {
      key: 'k1',
      format: 'jsonv2',
      limit: '1',
      q: '1418 Alder St',
    });
    const { body } = await office.api.get('/v1/events?type=appointment.updated');
    assert.equal(body.data[0].actor.name, 'geocoding');
  });

  it('uses the address of the contact, and asks once for several visits there', async () => {
    const lead = await newLead();
    assert.deepEqual(await located(await book(lead)), FOUND);
    assert.deepEqual(await located(await book(lead)), FOUND);
    assert.deepEqual(
      geocoder.asked.map(({ searchParams }) => searchParams.get('q')),
      ['9 Oak St'],
    );
  });

  it('asks again if the server does not respond, and never replaces a pin', async () => {
    geocoder.next.push((response) => {
      response.statusCode = 503;
      response.end();
    });
    const visit = await book(await newLead());
    await hurryTasks(service, {
      name: 'locate-appointment',
      having: { appointment_id: uuidFrom('appointment', visit.appointment_id) },
    });
    assert.deepEqual(await located(visit), FOUND);
    assert.equal(geocoder.asked.length, 2);

    const pin = { latitude: 47.6, longitude: -122.3 };
    const pinned = await book(await newLead(), { location: { address: 'Pier 3', ...pin } });
    await idle();
    assert.deepEqual((await read(pinned)).location, {
      address: 'Pier 3',
      ...pin,
      coordinates: pin,
    });
    assert.equal(geocoder.asked.length, 2);
  });

  it('does not store an answer about an address that changed meanwhile', async () => {
    const moved = Promise.withResolvers<void>();
    geocoder.next.push(async (response) => {
      await moved.promise;
      response.end(JSON.stringify([{ lat: '1', lon: '2' }]));
    });
    const visit = await book(await newLead(), { location: { address: 'Old St 1' } });
    await eventually(async () => geocoder.asked.length === 1);
    const change = { location: { address: 'New St 2' } };
    await office.api.patch(`/v1/appointments/${visit.appointment_id}`, change);
    moved.resolve();
    assert.deepEqual(await located(visit), foundAt('New St 2'));
  });

  it('leaves a visit as it is without an address, with an unknown one, and with a wrong answer', async () => {
    const nowhere = await book(await newLead({ address: null }));
    geocoder.next.push((response) => void response.end('[]'));
    const unknown = await book(await newLead({ address: 'Somewhere' }));
    geocoder.next.push((response) => void response.end('[{"lat":"north","lon":"7"}]'));
    const odd = await book(await newLead({ address: 'Elsewhere' }));
    await idle();
    assert.equal((await read(nowhere)).location, null);
    assert.deepEqual((await read(unknown)).location, { address: 'Somewhere' });
    assert.deepEqual((await read(odd)).location, { address: 'Elsewhere' });
    assert.equal(geocoder.asked.length, 2);
  });
});

describe('without a geocoder', () => {
  const service = sharedService();

  it('a booking queues no search', async () => {
    const { api } = await service.newOrganization();
    const lead = await created(api.post('/v1/leads', freshLead({ address: '9 Oak St' })));
    const starts_at = '2027-03-02T16:00:00Z';
    const visit = { lead_id: lead.lead_id, starts_at, duration_minutes: 60 };
    await created(api.post('/v1/appointments', visit));
    const queued = `select from pgboss.job where name = 'locate-appointment'`;
    assert.equal((await service.owner.query(queued)).rowCount, 0);
  });
});

describe('the coordinates of a place', () => {
  it('are numbers within the globe, rounded to about 10 cm', () => {
    const place = (lat: unknown, lon: unknown) => coordinatesOf({ lat, lon });
    assert.deepEqual(place('45.12345678', '-122'), { latitude: 45.123457, longitude: -122 });
    assert.deepEqual(place(0, 180), { latitude: 0, longitude: 180 });
    for (const [lat, lon] of [
      ['', '7'],
      ['91', '7'],
      ['7', '-180.1'],
      ['NaN', '7'],
      [null, 7],
      [undefined, 7],
      [{}, []],
    ]) {
      assert.equal(place(lat, lon), null, `${lat} ${lon}`);
    }
    assert.equal(coordinatesOf(undefined), null);
  });
});
