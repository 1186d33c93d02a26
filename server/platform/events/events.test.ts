import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import pg from 'pg';
import { eventTypes } from '../../routes.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';

interface SeenEvent {
  seq: number;
  type: string;
  data: Record<string, unknown>;
}

describe('the event log', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function everything(from: TestOrganization, query = ''): Promise<SeenEvent[]> {
    const events: SeenEvent[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await from.api.get(`/v1/events?limit=200${query}${cursor}`);
      events.push(...body.data);
      if (!body.has_more) return events;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  it('records who did what, with the resource after the change and its previous values', async () => {
    const lead = (await organization.api.post('/v1/leads', freshLead())).body;
    service.clock.advance(60_000);
    const deleted = (await organization.api.delete(`/v1/leads/${lead.lead_id}`)).body;

    const { body } = await organization.api.get(
      `/v1/events?lifecycle_number=${lead.lifecycle_number}`,
    );
    assert.equal(body.data.length, 3);
    const [created, qualified, removed] = body.data;
    assert.equal(created.type, 'lead.created');
    assert.deepEqual(created.data, lead);
    assert.equal(created.previous, null);
    assert.equal(created.lifecycle_number, lead.lifecycle_number);
    assert.equal(created.actor.type, 'token');
    assert.equal(created.actor.name, 'First token');
    assert.equal(removed.type, 'lead.deleted');
    assert.deepEqual(removed.data, deleted);
    assert.deepEqual(removed.previous, { deleted_at: null, updated_at: lead.updated_at });
    assert.equal(qualified.type, 'lead.qualified');
    assert.equal(qualified.seq, created.seq + 1);
    assert.equal(removed.seq, created.seq + 2);
    assert.equal(removed.timestamp, '2027-03-01T15:01:00.000Z');
  });

  it('starts at 1 for every organization and can be read after a seq, by type or by lifecycle', async () => {
    const own = await service.newOrganization();
    const lead = (await own.api.post('/v1/leads', freshLead())).body;
    await own.api.post('/v1/leads', freshLead());
    const all = await everything(own);
    assert.deepEqual(
      all.map((event) => [event.seq, event.type]),
      [
        [1, 'organization.created'],
        [2, 'token.created'],
        [3, 'lead.created'],
        [4, 'lead.qualified'],
        [5, 'lead.created'],
        [6, 'lead.qualified'],
      ],
    );
    assert.deepEqual(
      (await everything(own, '&after=2')).map((event) => event.seq),
      [3, 4, 5, 6],
    );
    assert.deepEqual(
      (await everything(own, '&type=token.created,lead.created')).map((event) => event.seq),
      [2, 3, 5],
    );
    assert.deepEqual(
      (await everything(own, `&lifecycle_number=${lead.lifecycle_number}&type=lead.created`)).map(
        (event) => event.seq,
      ),
      [3],
    );
    assert.equal((await own.api.get('/v1/events?type=Lead')).status, 422);
    assert.equal((await own.api.get('/v1/events?after=-1')).status, 422);
    assert.equal((await own.api.get('/v1/events?after=x')).status, 422);
  });

  it('writes nothing for a refused mutation, and leaves no gap', async () => {
    const own = await service.newOrganization();
    const user = { name: 'Rosa', email: 'rosa@example.com', role: 'viewer' };
    await own.api.post('/v1/users', user);
    assert.equal((await own.api.post('/v1/users', user)).status, 409);
    await own.api.post('/v1/leads', freshLead());
    assert.deepEqual(
      (await everything(own)).map((event) => event.seq),
      [1, 2, 3, 4, 5],
    );
  });

  it('cannot be written, changed or emptied by the application role', async () => {
    const client = new pg.Client(service.connection);
    await client.connect();
    const { rows } = await service.owner.query('select organization_id from events limit 1');
    await client.query(`select set_config('app.organization_id', $1, false)`, [
      rows[0].organization_id,
    ]);
    for (const sql of [
      `update events set type = 'lead.forged'`,
      'delete from events',
      'truncate events',
      `insert into events (organization_id, seq, event_id, type, occurred_at, actor, data)
       values ('${rows[0].organization_id}', 999, gen_random_uuid(), 'x.y', now(), '{}', '{}')`,
      'update organization_counters set event_seq = 0',
    ]) {
      await assert.rejects(client.query(sql), { code: '42501' }, sql);
    }
    await client.end();
  });

  it('refuses changes and deletions even by the owner', async () => {
    for (const sql of [
      `update events set type = 'lead.forged'`,
      'delete from events',
      'truncate events',
    ]) {
      await assert.rejects(service.owner.query(sql), { code: '23001' }, sql);
    }
  });

  it('contains only registered event types, with data that matches their schema', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const user = { name: 'Sam', email: 'sam@example.com', role: 'owner' };
    const { user_id } = (await organization.api.post('/v1/users', user)).body;
    await organization.api.patch(`/v1/users/${user_id}`, { role: 'viewer' });
    await organization.api.patch('/v1/organization', { name: 'Alder' });
    const token = await organization.api.post('/v1/tokens', { name: 'x', scopes: ['leads:read'] });
    await organization.api.delete(`/v1/tokens/${token.body.token_id}`);

    const events = await everything(organization);
    assert.ok(events.length >= 9);
    for (const event of events) {
      const type = eventTypes.find((one) => one.type === event.type);
      assert.ok(type, event.type);
      assert.ok(ajv.validate(type.data, event.data), `${event.type}: ${ajv.errorsText()}`);
    }
  });
});
