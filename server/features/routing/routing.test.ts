import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, it } from 'node:test';
import { placeKey, travelMs, wayKey } from '../../domain/distance.ts';
import { durationsIn, tableUrl } from '../../platform/outbound/routing-server.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { startTestService, type TestService } from '../../testing/harness.ts';
import { hurryTasks } from '../../testing/hurry-tasks.ts';
import { startLoopback } from '../../testing/loopback.ts';
import { freshOffice, Office, tuesday } from '../../testing/office.ts';
import { ALDER_ST } from '../../testing/places.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { purgeTravelTimes } from './index.ts';

const HOME = { latitude: 45.5, longitude: -122.6 };
/** 20 km north of it: half an hour on the direct line at 40 km/h. */
const NORTH = { latitude: 45.68, longitude: -122.6 };
const MINUTE = 60;

/** An OSRM server: every way takes 90 minutes to the south and 60 to the north, unless a test says otherwise. */
async function startOsrm() {
  const asked: URL[] = [];
  const next: ((response: ServerResponse) => void)[] = [];
  const server = await startLoopback((request, _body, response) => {
    const url = new URL(request.url ?? '', 'http://osrm');
    asked.push(url);
    const handler = next.shift();
    if (handler) return handler(response);
    const latitudes = placesIn(url).map(([, latitude = 0]) => latitude);
    const way = (from: number, to: number) => (from === to ? 0 : from > to ? 90 : 60) * MINUTE;
    const durations = latitudes.map((from) => latitudes.map((to) => way(from, to)));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 'Ok', durations, sources: [], destinations: [] }));
  });
  return { url: `${server.url}/car/?key=k1`, asked, next, stop: server.stop };
}

/** Longitude and latitude of each place of a request. */
function placesIn({ pathname }: URL): number[][] {
  const list = pathname.split('/').at(-1) ?? '';
  return list.split(';').map((place) => place.split(',').map(Number));
}

describe('routing', () => {
  const osrm = shared(startOsrm);
  const patient = { response: 60_000, processing: 60_000 };
  const timeoutsMs = { ...patient };
  const service = shared(async () => {
    const started = await startTestService({
      ownDatabase: true,
      because: 'routing server',
      routingUrl: osrm.url,
      timeoutsMs,
    });
    await started.startWorker();
    return started;
  });
  const office = freshOffice(service);
  beforeEach(async () => {
    await idle(service);
    await service.owner.query('delete from travel_times');
    osrm.asked.length = 0;
    osrm.next.length = 0;
    Object.assign(timeoutsMs, patient);
    await office.schedule({ travel: { speed_kmh: 40, base_minutes: 5 } });
  });

  it('leaves as much time free as the routing server says, in each direction', async () => {
    await office.booked({ starts_at: tuesday(3), location: HOME });
    await newProperty(office, NORTH);
    await routed(service, 2);
    const starts = await startsFor(office);
    // South to the visit at noon: 95 minutes after a visit of one hour. North again after it: 65 minutes.
    assert(starts.includes(tuesday(0.25)) && !starts.includes(tuesday(0.5)));
    assert(!starts.includes(tuesday(5)) && starts.includes(tuesday(5.25)));
    const [url] = osrm.asked;
    assert.equal(osrm.asked.length, 1);
    assert.equal(url?.pathname, '/car/table/v1/driving/-122.6,45.68;-122.6,45.5');
    assert.deepEqual(Object.fromEntries(url?.searchParams ?? []), {
      key: 'k1',
      annotations: 'duration',
    });
  });

  it('asks when a visit is booked or gets its place, with rounded coordinates, and once for each way', async () => {
    await office.booked({ starts_at: tuesday(0), location: HOME });
    await idle(service);
    const exact = { latitude: 45.6800004, longitude: -122.6004 };
    const visit = await office.booked({ starts_at: tuesday(4), location: exact });
    await routed(service, 2);
    assert.deepEqual(placesIn(osrm.asked[0] ?? new URL('x:')), [
      [-122.6, 45.68],
      [-122.6, 45.5],
    ]);
    const path = `/v1/appointments/${visit.appointment_id}`;
    await office.api.patch(path, { starts_at: tuesday(5) });
    await idle(service);
    assert.equal(osrm.asked.length, 1);
    await office.api.patch(path, { location: { latitude: 45.3, longitude: -122.6 } });
    await routed(service, 4);
    assert.equal(osrm.asked.length, 2);
  });

  it('gives a visit to a member of the team who can be there in time', async () => {
    const ana = await office.newUser({ name: 'Ana' });
    const { teamId } = await office.newTeam([office.rosa, ana]);
    await office.booked({ assigned_to: ana, starts_at: tuesday(5), duration_minutes: 180 });
    await office.booked({ starts_at: tuesday(1), location: HOME });
    await newProperty(office, NORTH);
    await routed(service, 2);
    // 45 minutes after the visit are enough on the direct line, but not on the road.
    const visit = { team_id: teamId, starts_at: tuesday(2.75), location: NORTH };
    assert.equal((await office.booked(visit)).assigned_to, ana);
  });

  it('asks about at most 24 other places, those of the same people first', async () => {
    const ana = await office.newUser({ name: 'Ana' });
    // Nothing is asked about these.
    await office.schedule({ travel: null });
    await Promise.all(
      Array.from({ length: 26 }, (_, index) => {
        const location = { latitude: 44 + index / 100, longitude: -122 };
        return office.booked({ assigned_to: null, starts_at: tuesday(5), location });
      }),
    );
    await office.booked({ assigned_to: ana, starts_at: tuesday(0), location: HOME });
    await idle(service);
    await office.schedule({ travel: { speed_kmh: 40, base_minutes: 5 } });
    await office.booked({ assigned_to: ana, starts_at: tuesday(5), location: NORTH });
    await idle(service);
    const [places] = osrm.asked.map(placesIn);
    assert.equal(places?.length, 25);
    assert.deepEqual(places?.slice(0, 2), [
      [-122.6, 45.68],
      [-122.6, 45.5],
    ]);
  });

  it('counts the direct line while the server is unavailable or slow, and the road when it is back', async () => {
    osrm.next.push((response) => void response.writeHead(503).end());
    // Longer than the service waits.
    osrm.next.push(() => {
      timeoutsMs.response = patient.response;
    });
    timeoutsMs.response = 500;
    await office.booked({ starts_at: tuesday(3), location: HOME });
    await idle(service);
    const { property_id } = await newProperty(office, NORTH);
    const again = {
      name: 'route-place',
      having: { property_id: uuidFrom('property', property_id) },
    };
    await eventually(() => osrm.asked.length === 1);
    assertDirectLine(await startsFor(office));
    await hurryTasks(service, again);
    await eventually(() => osrm.asked.length === 2);
    assertDirectLine(await startsFor(office));
    await hurryTasks(service, again);
    await routed(service, 2);
    assert.equal(osrm.asked.length, 3);
    assert(!(await startsFor(office)).includes(tuesday(0.5)));
  });

  it('stores nothing of a response that makes no sense', async () => {
    await office.booked({ starts_at: tuesday(3), location: HOME });
    const table = (...durations: unknown[]) => JSON.stringify({ code: 'Ok', durations });
    const answers = [
      table([0, null], [null, 0]),
      table([0, -1], [-60, 0]),
      table([0, 86_401], [1e300, 0]),
      table([0, '60'], [{}, 0]),
    ];
    for (const answer of answers) {
      osrm.next.push((response) => void response.end(answer));
      await newProperty(office, NORTH);
      await idle(service);
    }
    assert.equal(osrm.asked.length, answers.length);
    assert.equal(await known(service), 0);
    assertDirectLine(await startsFor(office));
  });

  it('asks nothing for an organization that does not count the way', async () => {
    await office.schedule({ travel: null });
    await office.booked({ starts_at: tuesday(3), location: HOME });
    await newProperty(office, NORTH);
    await idle(service);
    assert.equal(osrm.asked.length, 0);
  });

  it('keeps what it knows within the organization', async () => {
    await office.booked({ starts_at: tuesday(3), location: HOME });
    await newProperty(office, NORTH);
    await routed(service, 2);
    const neighbor = await Office.open(service);
    await neighbor.schedule({ travel: { speed_kmh: 40, base_minutes: 5 } });
    await neighbor.booked({ starts_at: tuesday(3), location: HOME });
    await idle(service);
    // It has no other place yet, and knows nothing of those of the first organization.
    assert.equal(osrm.asked.length, 1);
    assertDirectLine(await startsFor(neighbor));
  });

  it('forgets after 90 days', async () => {
    await office.booked({ starts_at: tuesday(3), location: HOME });
    await newProperty(office, NORTH);
    await routed(service, 2);
    // The tests begin on the first of March.
    await service.owner.query(`update travel_times set asked_at = '2026-11-30T00:00:00Z'`);
    await purgeTravelTimes.handle(service.taskContext, []);
    assert.equal(await known(service), 0);
  });
});

describe('without a routing server', () => {
  const service = sharedService();
  const office = freshOffice(service);

  it('nothing is queued, and the direct line counts', async () => {
    await office.schedule({ travel: { speed_kmh: 40, base_minutes: 5 } });
    await office.booked({ starts_at: tuesday(3), location: HOME });
    await newProperty(office, NORTH);
    const queued = `select from pgboss.job where name = 'route-place'`;
    assert.equal((await service.owner.query(queued)).rowCount, 0);
    assertDirectLine(await startsFor(office));
  });
});

describe('the response of a routing server', () => {
  it('is a table of the right size, or an error', () => {
    assert.deepEqual(durationsIn('{"code":"Ok","durations":[[0,59.2],[null,0]]}', 2), [
      [0, 60],
      [null, 0],
    ]);
    for (const body of [
      '<html>busy</html>',
      '',
      'null',
      '[]',
      '{"code":"Ok"}',
      '{"code":"NoTable","durations":[[0,1],[1,0]]}',
      '{"code":"Ok","durations":[[0,1]]}',
      '{"code":"Ok","durations":[[0,1],[1]]}',
      '{"code":"Ok","durations":[[0,1,2],[1,0,2],[1,2,0]]}',
      '{"code":"Ok","durations":[0,1]}',
      '{"code":"Ok","durations":{"length":2}}',
    ]) {
      assert.equal(durationsIn(body, 2), null, body);
    }
  });

  it('is asked for at the path of the operator', () => {
    const places = [HOME, NORTH];
    assert.equal(
      tableUrl('http://10.0.0.8:5000', places),
      'http://10.0.0.8:5000/table/v1/driving/-122.6,45.5;-122.6,45.68?annotations=duration',
    );
  });
});

describe('the time for a way', () => {
  const routed = new Map([[wayKey('45.500,-122.600', '45.680,-122.600'), 61]]);
  const rule = { speedKmh: 40, baseMs: 5 * 60_000, routed };

  it('is what the server said, in whole minutes, plus the minutes of every way', () => {
    assert.equal(travelMs(rule, HOME, NORTH), 7 * 60_000);
    // The other direction is not known.
    assert.equal(travelMs(rule, NORTH, HOME), 36 * 60_000);
  });

  it('is known by places with three decimals', () => {
    assert.equal(placeKey({ latitude: 45.4996, longitude: -122.5995 }), '45.500,-122.599');
    assert.equal(placeKey({ latitude: -0.0001, longitude: 179.99951 }), '0.000,180.000');
  });
});

function newProperty(office: Office, coordinates: object) {
  const { lead_id } = office.lead;
  return created(office.api.post('/v1/properties', { lead_id, address: ALDER_ST, coordinates }));
}

/** The open starts on Tuesday for a visit in the north, a quarter of an hour apart. */
async function startsFor(office: Office): Promise<string[]> {
  const { slots } = await office.availability({
    ...{ from: '2027-03-02', to: '2027-03-02', user_id: office.rosa },
    ...{ coordinates: '45.68,-122.6', step_minutes: 15 },
  });
  return slots.map(({ starts_at }: { starts_at: string }) => starts_at);
}

/** The visit is from twelve to one, and the way takes 36 minutes. */
function assertDirectLine(starts: string[]): void {
  assert(starts.includes(tuesday(1.25)) && !starts.includes(tuesday(1.5)));
  assert(!starts.includes(tuesday(4.5)) && starts.includes(tuesday(4.75)));
}

/** Once nothing is queued or running any more. */
function idle({ owner }: TestService) {
  return eventually(async () => {
    const waiting = `select from pgboss.job where name = 'route-place' and state < 'completed'`;
    return (await owner.query(waiting)).rowCount === 0;
  });
}

async function known({ owner }: TestService): Promise<number> {
  return (await owner.query('select from travel_times')).rowCount ?? 0;
}

/** Once so many ways are known. */
function routed(service: TestService, count: number) {
  return eventually(async () => (await known(service)) === count);
}
