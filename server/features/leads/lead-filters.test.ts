import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { captureRange } from './age.ts';

const HOUR = 3_600_000;

interface ListedLead {
  lead_id: string;
  status: string;
  source: string;
  assigned_to: string | null;
  deleted_at: string | null;
  created_at: string;
}

describe('filters of listLeads', () => {
  let users: string[];
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
    for (let n = 0; n < 48; n += 1) {
      service.clock.advance(HOUR);
      const source = ['web_form', 'phone', 'chat'][n % 3];
      const { body } = await api.post('/v1/leads', freshLead({ source }));
      const path = `/v1/leads/${body.lead_id}`;
      if (n % 4 === 1) await api.post(`${path}/disqualify`, { reason: 'x' });
      if (n % 4 === 2) await api.post(`${path}/convert`);
      if (n % 5 > 2) await api.patch(path, { assigned_to: users[n % 2] });
      if (n % 7 === 3) await api.delete(path);
    }
    leads = (await api.get('/v1/leads?limit=200&include_deleted=true')).body.data;
    assert.equal(leads.length, 48);
  });

  const ids = (some: ListedLead[]) => some.map((lead) => lead.lead_id);
  const list = async (query: string): Promise<ListedLead[]> => {
    const found: ListedLead[] = [];
    let cursor = '';
    for (let pages = 0; pages < 60; pages += 1) {
      const { status, body } = await organization.api.get(`/v1/leads?limit=7${query}${cursor}`);
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.data);
      if (!body.has_more) return found;
      cursor = `&cursor=${body.next_cursor}`;
    }
    throw new Error('The list has no last page.');
  };
  const hoursOld = (lead: ListedLead) =>
    (service.clock.now().getTime() - Date.parse(lead.created_at)) / HOUR;

  const filters: Record<string, (lead: ListedLead) => boolean> = {
    'status=qualified': (lead) => lead.status === 'qualified',
    'status=unqualified,converted': (lead) => ['unqualified', 'converted'].includes(lead.status),
    'source=phone': (lead) => lead.source === 'phone',
    'source=phone,chat,fax': (lead) => ['phone', 'chat'].includes(lead.source),
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

  it('can be combined, any two of them', async () => {
    const entries = Object.entries(filters);
    for (const [first, passesFirst] of entries) {
      for (const [second, passesSecond] of entries) {
        if (first.split('=')[0] === second.split('=')[0]) continue;
        const expected = leads.filter(
          (lead) => passesFirst(lead) && passesSecond(lead) && !lead.deleted_at,
        );
        assert.deepEqual(
          ids(await list(`&${first}&${second}`)),
          ids(expected),
          `${first} ${second}`,
        );
      }
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

  it('report all invalid values together', async () => {
    const { status, body } = await organization.api.get('/v1/leads?status=old&age=soon');
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: { pointer: string }) => error.pointer),
      ['/status', '/age'],
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
