import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiClient } from '../../testing/api-client.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const LEAD = { phone: '+15550100200', service_needed: 'water_heater_repair' };

describe('listLeads', () => {
  const service = sharedService();
  const empty = shared(() => service.newOrganization());

  async function organizationWithLeads(
    count: number,
  ): Promise<TestOrganization & { ids: string[] }> {
    const organization = await service.newOrganization();
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const { body } = await organization.api.post('/v1/leads', { ...LEAD, name: `No. ${number}` });
      ids.push(body.lead_id);
    }
    return { ...organization, ids };
  }

  /** Follows the cursors to the last page and returns the lead ids of each page. */
  async function walk(api: ApiClient, query: string): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await api.get(`/v1/leads?${query}${next}`);
      assert.equal(status, 200);
      assert.equal(body.has_more, body.next_cursor !== null);
      assert(pages.length < 1_000, 'there is no last page');
      pages.push(body.data.map((lead: Record<string, string>) => lead.lead_id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    return pages;
  }

  it('returns an empty page when there are no leads', async () => {
    const { body } = await empty.api.get('/v1/leads');
    assert.deepEqual(body, { data: [], has_more: false, next_cursor: null });
  });

  it('lists the same leads as getLead returns, newest first, with what only lists say', async () => {
    const { api, ids } = await organizationWithLeads(3);
    const { body } = await api.get('/v1/leads');
    const leads = [];
    for (const id of ids.toReversed()) {
      const { body: lead } = await api.get(`/v1/leads/${id}`);
      leads.push({ ...lead, next_visit: null, balance: [] });
    }
    assert.deepEqual(body, { data: leads, has_more: false, next_cursor: null });
  });

  it('pages through all leads without an empty last page', async () => {
    const { api, ids } = await organizationWithLeads(6);
    const newestFirst = ids.toReversed();
    for (const [limit, sizes] of [
      [1, [1, 1, 1, 1, 1, 1]],
      [3, [3, 3]],
      [4, [4, 2]],
      [6, [6]],
      [200, [6]],
    ] as const) {
      const pages = await walk(api, `limit=${limit}`);
      assert.deepEqual(
        pages.map((page) => page.length),
        sizes,
      );
      assert.deepEqual(pages.flat(), newestFirst);
    }
  });

  it('refuses a limit that is not a whole number from 1 to 200', async () => {
    for (const limit of ['0', '201', '-1', 'abc', '', '1.5', '1e9', 'NaN', '1&limit=2', '%00']) {
      const { status, body } = await empty.api.get(`/v1/leads?limit=${limit}`);
      assert.equal(status, 422, limit);
      assert(body.errors.length > 0);
      for (const { pointer } of body.errors) assert.equal(pointer, '/limit', limit);
    }
  });

  it('refuses a cursor that is not from this list', async () => {
    const { api } = empty;
    const user = Buffer.from('user_01h455vb4pex5vsknk084sn02q').toString('base64url');
    for (const cursor of ['x', '', '%00', user, '%22', 'bGVhZF8', 'MTI', '%F0%9F%9A%BF']) {
      const { status, body } = await api.get(`/v1/leads?cursor=${cursor}`);
      assert.equal(status, 422, cursor);
      for (const { pointer } of body.errors) assert.equal(pointer, '/cursor', cursor);
    }
    const long = await api.get(`/v1/leads?cursor=${'x'.repeat(201)}`);
    assert.equal(long.body.errors[0].code, 'too_long');
  });

  it('refuses an unknown or repeated parameter and names it', async () => {
    const unknown = await empty.api.get('/v1/leads?limt=5&__proto__=1');
    assert.equal(unknown.status, 422);
    assert.deepEqual(
      unknown.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
      [
        ['/limt', 'unknown_parameter'],
        ['/__proto__', 'unknown_parameter'],
      ],
    );
    for (const query of ['cursor=a&cursor=b', 'include_deleted=true&include_deleted=false']) {
      assert.equal((await empty.api.get(`/v1/leads?${query}`)).status, 422, query);
    }
  });

  it('leaves out deleted leads unless include_deleted is true', async () => {
    const { api, ids } = await organizationWithLeads(4);
    await api.delete(`/v1/leads/${ids[1]}`);
    const active = ids.filter((id) => id !== ids[1]).toReversed();
    assert.deepEqual((await walk(api, 'limit=2')).flat(), active);
    assert.deepEqual((await walk(api, 'limit=2&include_deleted=false')).flat(), active);
    for (const value of ['true', 'TRUE', '1', 'yes', '']) {
      const all = (await walk(api, `limit=2&include_deleted=${value}`)).flat();
      assert.deepEqual(all, ids.toReversed(), value);
    }
    for (const value of ['2', 'maybe', 'null', '%00']) {
      const { status } = await api.get(`/v1/leads?include_deleted=${value}`);
      assert.equal(status, 422, value);
    }
  });

  it('continues from a cursor whose lead has been deleted since', async () => {
    const { api, ids } = await organizationWithLeads(4);
    const { body: first } = await api.get('/v1/leads?limit=2');
    await api.delete(`/v1/leads/${ids[2]}`);
    const { body: second } = await api.get(`/v1/leads?limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual(
      second.data.map((lead: Record<string, string>) => lead.lead_id),
      [ids[1], ids[0]],
    );
  });

  describe('of many leads', () => {
    const organization = shared(() => organizationWithLeads(51));

    it('has 50 per page by default', async () => {
      const pages = await walk(organization.api, '');
      assert.deepEqual(
        pages.map((page) => page.length),
        [50, 1],
      );
      assert.deepEqual(pages.flat(), organization.ids.toReversed());
    });

    it('neither skips nor repeats a lead while 8 writers insert leads', async () => {
      const { api, ids } = organization;
      let walking = true;
      let inserted = 0;
      const writers = Array.from({ length: 8 }, async () => {
        while (walking) {
          const { status } = await api.post('/v1/leads', LEAD);
          assert.equal(status, 201);
          inserted += 1;
        }
      });
      try {
        for (const query of ['limit=9', 'limit=9&include_deleted=true']) {
          const seen = (await walk(api, query)).flat();
          assert.equal(new Set(seen).size, seen.length, 'a lead was seen twice');
          const old = seen.filter((id) => ids.includes(id));
          assert.deepEqual(old, ids.toReversed(), 'a lead was skipped');
        }
      } finally {
        walking = false;
      }
      await Promise.all(writers);
      assert(inserted >= 8, `the writers inserted ${inserted} leads`);
    });
  });
});
