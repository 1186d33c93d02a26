import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Office } from '../../testing/office.ts';
import { randomFor } from '../../testing/seed.ts';
import { STATUSES, type Status } from '../calendar/appointment.ts';

interface Listed {
  appointment_id: string;
  starts_at: string;
  ends_at: string;
  assigned_to: string | null;
  status: Status;
  lifecycle_number: string;
}

const HOUR = 3_600_000;
const START = Date.parse('2027-03-06T00:00:00-08:00');
const ALL = `status=${STATUSES.join(',')}`;

describe('listAppointments', () => {
  let members: readonly string[];
  let teamId: string;
  /** All appointments including holds, earliest start first. */
  let appointments: Listed[];

  const service = sharedService();
  const office = shared(() => Office.open(service));
  before(async () => {
    ({ members, teamId } = await office.newTeam(2));
    const leads: string[] = [];
    for (let n = 0; n < 3; n += 1) leads.push(await office.newLead());
    const people = [office.rosa, ...members, null];
    for (let n = 0; n < 48; n += 1) {
      const booking = {
        lead_id: leads[Math.floor(n / 2) % 3],
        assigned_to: people[(n * 7) % 4],
        // Across the night in which daylight saving time starts, two or three at a time.
        starts_at: new Date(START + Math.floor(n / 2.5) * 13 * HOUR).toISOString(),
        duration_minutes: 30 + (n % 5) * 60,
      };
      const steps = [[], ['confirm'], ['cancel'], ['dispatch'], ['start', 'complete'], ['no-show']];
      const isHeld = n % 9 === 4;
      const ttl_seconds = n % 2 === 0 ? 1 : 900;
      const created = isHeld
        ? await office.hold({ ...booking, ttl_seconds })
        : await office.book(booking);
      if (created.status === 409) continue;
      for (const step of isHeld ? [] : steps[n % 6]!) {
        await office.api.post(`/v1/appointments/${created.body.appointment_id}/${step}`);
      }
    }
    service.clock.advance(2_000);
    const { body } = await office.api.get(`/v1/appointments?limit=200&${ALL}`);
    appointments = body.data;
    assert(appointments.length > 30);
    const byStart = (a: Listed, b: Listed) =>
      a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0;
    assert.deepEqual(ids(appointments), ids(appointments.toSorted(byStart)));
  });

  const ids = (some: Listed[]) => some.map((one) => one.appointment_id);
  const random = randomFor('filters of listAppointments');
  const oneOf = <T>(some: readonly T[]): T => some[random.between(0, some.length - 1)]!;
  const list = async (query: string, limit = oneOf([5, 12, 200])): Promise<Listed[]> => {
    const found: Listed[] = [];
    let cursor = '';
    for (let pages = 0; pages < 60; pages += 1) {
      const path = `/v1/appointments?limit=${limit}&${query}${cursor}`;
      const { status, body } = await office.api.get(path);
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.data);
      if (!body.has_more) return found;
      cursor = `&cursor=${body.next_cursor}`;
    }
    throw new Error('The list does not end');
  };

  const endsAfter = (time: string) => (one: Listed) => Date.parse(one.ends_at) > Date.parse(time);
  const startsBefore = (time: string) => (one: Listed) =>
    Date.parse(one.starts_at) < Date.parse(time);
  const isInTray = ({ assigned_to, status }: Listed) =>
    assigned_to === null && ['booked', 'confirmed'].includes(status);

  /** Each query with the filter that must give the same result. */
  const filters = (): Record<string, (one: Listed) => boolean> => ({
    'from=2027-03-14': endsAfter('2027-03-14T00:00:00-08:00'),
    'from=2027-03-10T01:10:00%2B20:00': endsAfter('2027-03-09T05:10:00Z'),
    'from=1970-01-02': () => true,
    // Daylight saving time starts on this date.
    'to=2027-03-14': startsBefore('2027-03-15T00:00:00-07:00'),
    'to=2027-03-12T10:00:00Z': startsBefore('2027-03-12T10:00:00Z'),
    [`assigned_to=${office.rosa}`]: (one) => one.assigned_to === office.rosa,
    [`assigned_to=${members[0]}`]: (one) => one.assigned_to === members[0],
    [`team_id=${teamId}`]: (one) => one.assigned_to !== null && members.includes(one.assigned_to),
    'unassigned=true': isInTray,
    'unassigned=false': (one) => one.assigned_to !== null,
    'status=booked': (one) => one.status === 'booked',
    'status=held': (one) => one.status === 'held',
    'status=canceled': (one) => one.status === 'canceled',
    'status=completed,no_show,held': ({ status }) =>
      ['completed', 'no_show', 'held'].includes(status),
    [`lifecycle_number=${appointments[0]!.lifecycle_number}`]: (one) =>
      one.lifecycle_number === appointments[0]!.lifecycle_number,
  });

  /** Holds are listed only if the query asks for them by status. */
  const shown = (queries: string[]) => (one: Listed) =>
    one.status !== 'held' || queries.some((query) => query.startsWith('status='));

  it('lists everything except holds, over all pages, without gaps', async () => {
    const expected = appointments.filter(({ status }) => status !== 'held');
    assert(expected.length < appointments.length);
    assert.deepEqual(ids(await list('', 5)), ids(expected));
    assert.deepEqual(ids(await list(ALL, 3)), ids(appointments));
  });

  it('lists exactly the appointments that match each filter, earliest start first', async () => {
    for (const [query, passes] of Object.entries(filters())) {
      const expected = appointments.filter((one) => passes(one) && shown([query])(one));
      assert(expected.length > 0, `${query} matches nothing, so the test proves nothing`);
      assert.deepEqual(ids(await list(query)), ids(expected), query);
    }
  });

  it('combines two or three filters', async () => {
    const entries = Object.entries(filters());
    let matching = 0;
    for (let count = 0; count < 40; count += 1) {
      const some = [oneOf(entries), oneOf(entries), oneOf(entries)].slice(random.between(0, 1));
      const byName = new Map(some.map((filter) => [filter[0].split('=')[0], filter]));
      const used = [...byName.values()];
      const queries = used.map(([query]) => query);
      const expected = appointments.filter(
        (one) => used.every(([, passes]) => passes(one)) && shown(queries)(one),
      );
      if (expected.length > 0) matching += 1;
      assert.deepEqual(ids(await list(queries.join('&'))), ids(expected), queries.join(' & '));
    }
    assert(matching > 5, `only ${matching} combinations match anything`);
  });

  it('lists an expired hold as canceled, and never as held', async () => {
    const lapsed = (await list('status=canceled')).filter(
      (one) => (one as Listed & { cancel_reason: string }).cancel_reason === 'hold_lapsed',
    );
    assert(lapsed.length > 0);
    assert((await list('status=held')).every(({ status }) => status === 'held'));
  });

  it('lists nothing for an unknown user, another organization, or an unknown number', async () => {
    const other = await Office.open(service);
    for (const query of [
      `assigned_to=${other.rosa}`,
      'assigned_to=x',
      'team_id=team_01h455vb4pex5vsknk084sn02q',
      'lifecycle_number=999999-9',
    ]) {
      assert.deepEqual(await list(query), [], query);
    }
    assert.deepEqual((await other.api.get('/v1/appointments')).body.data, []);
  });

  it('reports all invalid filters at once', async () => {
    const wrong = {
      from: [
        '',
        'today',
        '2027-02-30',
        '0000-01-01',
        '0001-01-01',
        '9999-12-31',
        '2027-03-01T09:00',
      ],
      to: ['2027-13-01', '2027-03-01T09:00:00', '2027-03-01T25:00:00Z', '9999-12-31T23:59:59Z'],
      status: ['', 'open', 'booked,', 'booked, held'],
      unassigned: ['maybe'],
      limit: ['0', '201', 'x'],
      cursor: ['x', 'bm9uZQ', Buffer.from(`1 ${'-'.repeat(36)}`).toString('base64url')],
      color: ['red'],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const query = new URLSearchParams({ [name]: value });
        const { status, body } = await office.api.get(`/v1/appointments?${query}`);
        assert.equal(status, 422, String(query));
        assert.equal(body.errors[0].pointer, `/${name}`);
      }
    }
    const { body } = await office.api.get('/v1/appointments?from=x&to=x&status=x&limit=x&x=x');
    assert.equal(body.errors.length, 5);
  });
});
