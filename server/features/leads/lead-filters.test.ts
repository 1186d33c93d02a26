import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { randomFor } from '../../testing/seed.ts';
import { captureRange } from './age.ts';

const HOUR = 3_600_000;
/** Enough for two days, and for each filter to match some of them. */
const LEADS = 32;

interface ListedLead {
  lead_id: string;
  lifecycle_number: string;
  status: string;
  source: string;
  assigned_to: string | null;
  booked: boolean;
  outcome: string | null;
  relation: string;
  service_needed: string;
  customer_id: string | null;
  last_activity_at: string;
  deleted_at: string | null;
  created_at: string;
}

const NAMES = ['Ana Petrov', 'Bruno Diaz', 'Carla Voss', 'Dmitri Aune'];

describe('filters of listLeads', () => {
  let users: string[];
  const visits: string[] = [];
  let bought: Record<string, string> = {};
  /** All leads, newest first. */
  let leads: ListedLead[];

  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const { api } = organization;
    users = [];
    for (const name of ['rosa', 'sam']) {
      const user = { name, email: `${name}@example.com`, role: 'dispatcher' };
      users.push((await api.post('/v1/users', user)).body.user_id);
    }
    for (let n = 0; n < LEADS; n += 1) {
      service.clock.advance(1.5 * HOUR);
      const source = ['web_form', 'phone', 'chat'][n % 3];
      const service_needed = n % 3 === 0 ? 'drain_cleaning' : 'ac_repair';
      // Every ninth comes from the customer of the lead before it.
      const isReturning = n % 9 === 3;
      const contact = isReturning
        ? { phone: bought.phone, name: bought.name }
        : { name: NAMES[n % 4] };
      const { body } = await api.post(
        '/v1/leads',
        freshLead({ source, service_needed, ...contact }),
      );
      assert.equal(body.relation, isReturning ? 'returning' : 'new');
      const path = `/v1/leads/${body.lead_id}`;
      if (n % 4 === 1) await api.post(`${path}/disqualify`, { reason: 'x' });
      if (n % 4 === 2 || n % 9 === 2) {
        await api.post(`${path}/qualify`);
        assert.equal((await api.post(`${path}/convert`)).status, isReturning ? 200 : 201);
        bought = body;
      }
      if (n % 8 === 2) await api.post('/v1/jobs', { lead_id: body.lead_id, title: 'Repair' });
      if (n % 6 === 1) await api.post(`${path}/lose`, { reason: 'Too expensive' });
      if (n % 5 === 0) await visit(body.lead_id, n);
      if (n % 5 > 2) await api.patch(path, { assigned_to: users[n % 2] });
      if (n % 7 === 3) await api.delete(path);
    }
    // Also the latest activity of older leads.
    for (const id of [visits[0], visits[3]]) {
      await api.post(`/v1/appointments/${id}/cancel`, { reason: 'weather' });
    }
    leads = (await api.get('/v1/leads?limit=200&include_deleted=true')).body.data;
    assert.equal(leads.length, LEADS);
  });

  /** Books a visit. */
  async function visit(lead_id: string, day: number): Promise<void> {
    const starts_at = new Date(Date.UTC(2027, 3, 1 + day, 17)).toISOString();
    const { status, body } = await organization.api.post('/v1/appointments', {
      lead_id,
      starts_at,
    });
    assert.equal(status, 201, JSON.stringify(body));
    visits.push(body.appointment_id);
  }

  const byActivity = () =>
    leads.toSorted(
      (a, b) =>
        b.last_activity_at.localeCompare(a.last_activity_at) ||
        b.lifecycle_number.localeCompare(a.lifecycle_number),
    );
  const ids = (some: ListedLead[]) => some.map((lead) => lead.lead_id);
  const random = randomFor('filters of listLeads');
  const oneOf = <T>(some: readonly T[]): T => some[random.between(0, some.length - 1)]!;
  /** Follows all pages, of a random size. */
  const list = async (query: string): Promise<ListedLead[]> => {
    const found: ListedLead[] = [];
    const limit = oneOf([5, 12, 200]);
    let cursor = '';
    for (let pages = 0; pages < LEADS; pages += 1) {
      const path = `/v1/leads?limit=${limit}${query}${cursor}`;
      const { status, body } = await organization.api.get(path);
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.data);
      if (!body.has_more) return found;
      cursor = `&cursor=${body.next_cursor}`;
    }
    throw new Error('The list has no last page.');
  };
  const hoursOld = (lead: ListedLead) =>
    (service.clock.now().getTime() - Date.parse(lead.created_at)) / HOUR;

  const dayOf = ({ created_at }: ListedLead) =>
    Temporal.Instant.from(created_at)
      .toZonedDateTimeISO('America/Los_Angeles')
      .toPlainDate()
      .toString();

  const filters: Record<string, (lead: ListedLead) => boolean> = {
    'status=qualified': (lead) => lead.status === 'qualified',
    'status=unqualified,converted': (lead) => ['unqualified', 'converted'].includes(lead.status),
    'source=phone': (lead) => lead.source === 'phone',
    'source=phone,chat,fax': (lead) => ['phone', 'chat'].includes(lead.source),
    'booked=true': (lead) => lead.booked,
    'booked=false': (lead) => !lead.booked,
    'outcome=won': (lead) => lead.outcome === 'won',
    'outcome=won,lost': (lead) => lead.outcome !== null,
    'outcome=open': (lead) => lead.outcome === null,
    'relation=returning': (lead) => lead.relation === 'returning',
    'relation=new': (lead) => lead.relation === 'new',
    'service_needed=drain_cleaning': (lead) => lead.service_needed === 'drain_cleaning',
    'service_needed=drain_cleaning,ac_repair,none': () => true,
    'unassigned=true': (lead) => lead.assigned_to === null,
    'unassigned=false': (lead) => lead.assigned_to !== null,
    'unassigned=1': (lead) => lead.assigned_to === null,
    'unassigned=No': (lead) => lead.assigned_to !== null,
    unassigned: (lead) => lead.assigned_to === null,
    'age=PT12H': (lead) => hoursOld(lead) <= 12,
    'age=%3EP1D': (lead) => hoursOld(lead) > 24,
    'age=12h': (lead) => hoursOld(lead) <= 12,
    'age=1': (lead) => hoursOld(lead) <= 24,
    'age=90m': (lead) => hoursOld(lead) <= 1.5,
    'age=%3E1d': (lead) => hoursOld(lead) > 24,
    'from=2027-03-02': (lead) => dayOf(lead) >= '2027-03-02',
    'to=2027-03-02': (lead) => dayOf(lead) <= '2027-03-02',
    'from=2027-03-02T17:30:00-08:00': ({ created_at }) => created_at >= '2027-03-03T01:30',
    'to=2027-03-03T01:00:00Z': ({ created_at }) => created_at < '2027-03-03T01:00',
  };

  it('return exactly the matching leads, newest first, over all pages', async () => {
    for (const [query, passes] of Object.entries(filters)) {
      for (const deleted of [false, true]) {
        const expected = leads.filter((lead) => passes(lead) && (deleted || !lead.deleted_at));
        assert(expected.length > 0, `${query} matches no lead, so it tests nothing`);
        const found = await list(`&${query}${deleted ? '&include_deleted=true' : ''}`);
        assert.deepEqual(ids(found), ids(expected), `${query}, deleted: ${deleted}`);
      }
    }
  });

  it('can be combined, any two or three of them, and sorted', async () => {
    const entries = Object.entries(filters);
    for (let count = 0; count < 60; count += 1) {
      const some = [oneOf(entries), oneOf(entries), oneOf(entries)];
      const byName = new Map(some.map((filter) => [filter[0].split('=')[0], filter]));
      const used = [...byName.values()];
      const isSorted = random.chance(0.3);
      const expected = (isSorted ? byActivity() : leads).filter(
        (lead) => used.every(([, passes]) => passes(lead)) && !lead.deleted_at,
      );
      const query = [...used.map(([text]) => text), ...(isSorted ? ['sort=last_activity_at'] : [])];
      assert.deepEqual(ids(await list(`&${query.join('&')}`)), ids(expected), query.join(' '));
    }
  });

  it('return the leads of one user, and none for an unknown user', async () => {
    for (const user of users) {
      const expected = leads.filter((lead) => lead.assigned_to === user && !lead.deleted_at);
      assert(expected.length > 0);
      assert.deepEqual(ids(await list(`&assigned_to=${user}`)), ids(expected));
    }
    assert.deepEqual(await list('&assigned_to=user_01h455vb4pex5vsknk084sn02q'), []);
    assert.deepEqual(await list('&assigned_to=nobody'), []);
  });

  it('return all requests of one customer', async () => {
    const returning = leads.filter((lead) => lead.relation === 'returning');
    assert(returning.length > 3);
    for (const { customer_id } of returning) {
      const expected = leads.filter((lead) => lead.customer_id === customer_id && !lead.deleted_at);
      assert.deepEqual(ids(await list(`&customer_id=${customer_id}`)), ids(expected));
    }
  });

  it('can be sorted by the last activity', async () => {
    const expected = byActivity();
    assert.notDeepEqual(ids(expected), ids(leads));
    const all = await list('&include_deleted=true&sort=last_activity_at');
    assert.deepEqual(ids(all), ids(expected));
  });

  it('return nothing between days in the wrong order, and one day if both are the same', async () => {
    assert.deepEqual(await list('&from=2027-03-03&to=2027-03-02'), []);
    const expected = leads.filter((lead) => dayOf(lead) === '2027-03-02' && !lead.deleted_at);
    assert(expected.length > 0);
    assert.deepEqual(ids(await list('&from=2027-03-02&to=2027-03-02')), ids(expected));
  });

  it('report all invalid values together', async () => {
    const { status, body } = await organization.api.get(
      '/v1/leads?status=old&age=soon&outcome=x&from=2027-02-30&to=soon',
    );
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: { pointer: string }) => error.pointer),
      ['/status', '/outcome', '/age', '/from', '/to'],
    );
    for (const query of [
      'status=new,',
      'age=-1d',
      'age=1w',
      'age=P',
      'age=P1',
      'age=PT1D',
      'age=P999999999999Y',
      'unassigned=maybe',
      'source=%00',
    ]) {
      assert.equal((await organization.api.get(`/v1/leads?${query}`)).status, 422, query);
    }
  });
});

describe('captureRange', () => {
  const now = new Date('2027-03-01T15:00:00Z');
  it('reads "within", "older than" and bare days', () => {
    assert.deepEqual(captureRange('15m', now), {
      from: new Date('2027-03-01T14:45:00Z'),
      before: null,
    });
    assert.deepEqual(captureRange('>2h', now), {
      from: null,
      before: new Date('2027-03-01T13:00:00Z'),
    });
    assert.deepEqual(captureRange('7', now), captureRange('7d', now));
  });
  it('returns null for anything else', () => {
    for (const age of ['', '>', 'm', '1.5h', '-1d', '1 d', '999999d', '>>1d']) {
      assert.equal(captureRange(age, now), null, age);
    }
  });
});
