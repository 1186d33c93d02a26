import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { Database } from '../../platform/database/database.ts';
import { Announcements } from '../../platform/events/announcements.ts';
import type { RunningEngine } from '../../platform/tasks/engine.ts';
import { Shards } from '../../platform/tasks/shards.ts';
import { eventually } from '../../testing/eventually.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { FollowUpStand, HOUR, MONDAY_10 } from '../../testing/follow-up-stand.ts';
import { followUpEngine } from './engine.ts';
import { scheduleFollowUp } from './schedule-follow-up.ts';
import { findTargetOfLead } from './targets.ts';

/** No event follower runs here and nothing is sent, so every effect comes from the engine. */
describe('the follow-up engine', () => {
  const engines: RunningEngine[] = [];
  const databases: Database[] = [];
  const service = sharedService({ ownDatabase: true, because: 'engines start later' });
  const stand = shared(() => FollowUpStand.start(service));
  let announcements: Announcements;
  setUp(async () => {
    announcements = new Announcements(stand.service.connection);
    await announcements.start();
  });
  after(async () => {
    await announcements.stop();
    for (const database of databases) await database.close();
  });
  beforeEach(() => stand.openOrganization());
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
  });

  /** With its own database pool, as a separate process would have. */
  async function startEngine() {
    const { connection, clock, taskContext } = stand.service;
    const database = new Database(connection, clock);
    databases.push(database);
    const shards = new Shards({ connection, name: 'unused', log: taskContext.log });
    const context = { ...taskContext, database, announcements, shards };
    engines.push(await followUpEngine.start(context));
  }
  const countRows = async (sql: string) => {
    const { rows } = await stand.service.owner.query(sql, [
      toUuid('organization', stand.organizationId),
    ]);
    return rows[0].n as number;
  };

  /** Copies that are due at these times, stored in another order. Their texts are the times. */
  async function copy({ follow_up_id }: { follow_up_id: string }, dueAt: readonly string[]) {
    const { rows } = await stand.service.owner.query(
      `insert into follow_ups (organization_id, follow_up_id, lifecycle_number, lead_id, channel, body, due_at,
         cancel_on, made_seq, status, created_by, created_at, updated_at)
       select organization_id, gen_random_uuid(), lifecycle_number, lead_id, channel, due.at::text, due.at, cancel_on,
         made_seq, status, created_by, created_at, updated_at
       from follow_ups cross join unnest($2::timestamptz[]) with ordinality as due (at, n)
       where follow_up_id = $1 order by md5(n::text)
       returning body`,
      [toUuid('follow_up', follow_up_id), dueAt],
    );
    return rows.map(({ body }) => body as string);
  }
  const afterMinutes = (minutes: number) =>
    new Date(Date.parse(MONDAY_10) + minutes * 60_000).toISOString();

  it('cancels a follow-up by an event that was committed right before sending', async () => {
    const lead = await stand.newLead();
    const followUp = await stand.make(lead);
    stand.service.clock.advance(HOUR);
    await stand.receiveText(lead.phone, 'I have booked elsewhere');
    await startEngine();
    assert.equal((await stand.becomes(followUp, 'canceled')).reason, 'communication.received');
    assert.equal(stand.textsTo(lead.phone).length, 0);
  });

  it('refuses to cancel or reschedule a follow-up whose message is being sent', async () => {
    const followUp = await stand.make(await stand.newLead(), { delay: 'PT0S' });
    await startEngine();
    await eventually(async () => (await stand.read(followUp)).communication_id);
    for (const [step, body] of [
      ['cancel', {}],
      ['reschedule', { delay: 'P1D' }],
    ] as const) {
      const response = await stand.api.post(
        `/v1/follow-ups/${followUp.follow_up_id}/${step}`,
        body,
      );
      assert.deepEqual([response.status, response.body.code], [409, 'follow_up_under_way']);
    }
  });

  it('fires each follow-up once when four engines run', async () => {
    const lead = await stand.newLead();
    const one = await stand.make(lead, { cancel_on: [] });
    await copy(one, Array(59).fill(afterMinutes(60)));
    stand.service.clock.advance(HOUR);
    for (let n = 0; n < 4; n += 1) await startEngine();
    const queuedFollowUps = `select count(communication_id)::int as n from follow_ups where organization_id = $1`;
    await eventually(async () => (await countRows(queuedFollowUps)) === 60);
    const queued = `select count(*)::int as n from communications where organization_id = $1`;
    assert.equal(await countRows(queued), 60);
    const tasks = `select count(*)::int as n from pgboss.job
      where name = 'send-communication' and (data->>'organization_id')::uuid = $1`;
    assert.equal(await countRows(tasks), 60);
  });

  it('fires what a killed process had claimed once the claim expires', async () => {
    const claimedOne = await stand.make(await stand.newLead());
    stand.service.clock.advance(HOUR);
    const now = stand.service.clock.now();
    const claimed = await stand.service.owner.query('select * from claim_follow_ups($1, 10)', [
      now,
    ]);
    assert.equal(claimed.rowCount, 1);
    // The engine fires another due follow-up and leaves the claimed one alone.
    const unclaimed = await stand.make(await stand.newLead(), { delay: 'PT0S' });
    await startEngine();
    await eventually(async () => (await stand.read(unclaimed)).communication_id);
    assert.equal((await stand.read(claimedOne)).communication_id, null);
    stand.service.clock.advance(5_000);
    await eventually(async () => (await stand.read(claimedOne)).communication_id);
  });

  it('gives up a follow-up that never finishes, after five more attempts, and fires the others', async () => {
    const task = { channel: 'task', delay: 'PT0S', cancel_on: [] };
    const lead = await stand.newLead();
    const poison = await stand.make(lead, { ...task, body: 'poison' });
    const others = [await stand.make(lead, task), await stand.make(lead, task)];
    const { owner, clock } = stand.service;
    await owner.query(`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'the service ends here'; end $$;
      create trigger refuse_poison before update of status on follow_ups
        for each row when (new.body = 'poison' and new.status = 'due') execute function refuse_poison()`);
    try {
      await startEngine();
      for (const other of others) await stand.becomes(other, 'due');
      const attempts = `select attempts::int as n from follow_ups
        where organization_id = $1 and body = 'poison'`;
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        clock.advance(5_000);
        await eventually(async () => (await countRows(attempts)) === attempt);
      }
      clock.advance(5_000);
      const { reason, detail } = await stand.becomes(poison, 'failed');
      assert.equal(reason, 'interrupted');
      assert.match(detail, /interrupted several times/);
    } finally {
      await owner.query('drop function refuse_poison cascade');
    }
  });

  it('sends late follow-ups after a day of outage once each, ten per second, oldest first', async () => {
    const lead = await stand.newLead();
    const one = await stand.make(lead, { delay: 'P30D', cancel_on: [] });
    const minutes = Array.from({ length: 60 }, (_, index) => index + 1);
    const oldestFirst = (await copy(one, minutes.map(afterMinutes))).toSorted();
    stand.service.clock.advance(24 * HOUR);
    const fresh = await stand.make(lead, { delay: 'PT0S', cancel_on: [] });
    await startEngine();
    await startEngine();
    await eventually(async () => (await stand.read(fresh)).communication_id);
    const bodies = async () => {
      const { rows } = await stand.service.owner.query(
        `select body from communications where organization_id = $1 and body like '2027%' order by body`,
        [toUuid('organization', stand.organizationId)],
      );
      return rows.map(({ body }) => body as string);
    };
    for (let second = 1; second <= 6; second += 1) {
      await eventually(async () => (await bodies()).length >= second * 10);
      assert.deepEqual(await bodies(), oldestFirst.slice(0, second * 10));
      stand.service.clock.advance(1_000);
    }
    const left = `select count(*)::int as n from follow_ups
      where organization_id = $1 and communication_id is null`;
    assert.equal(await countRows(left), 1, 'only the one that is not due yet');
    assert.equal((await bodies()).length, 60);
  });

  it('has one follow-up per key, however often it is scheduled', async () => {
    const lead = await stand.newLead();
    const leadId = toUuid('lead', lead.lead_id)!;
    const organizationId = toUuid('organization', stand.organizationId)!;
    const actor = { type: 'system', id: null, name: 'playbook' } as const;
    const create = () =>
      stand.service.database.transaction({ organizationId, actor }, async (tx) =>
        scheduleFollowUp(
          tx,
          await findTargetOfLead(tx, leadId),
          {
            channel: 'task',
            when: { delay: 'PT0S' },
            template: null,
            subject: null,
            body: 'Call them',
            assignedTo: undefined,
            cancelOn: null,
            purpose: null,
            expiresAt: null,
          },
          { key: 'run_1:task', runId: crypto.randomUUID() },
        ),
      );
    const rows = await Promise.all(Array.from({ length: 10 }, create));
    assert.equal(new Set(rows.map(({ follow_up_id }) => follow_up_id)).size, 1);
    const types = await stand.eventTypes(lead.lifecycle_number);
    assert.equal(types.filter((type) => type === 'follow_up.created').length, 1);
  });
});
