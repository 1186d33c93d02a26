import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Database } from '../../platform/database/database.ts';
import { Announcements } from '../../platform/events/announcements.ts';
import type { EventFollower } from '../../platform/events/follow-log.ts';
import { toUuid } from '../../platform/ids.ts';
import { Shards } from '../../platform/tasks/shards.ts';
import { eventually } from '../../testing/eventually.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { publishEventsTo } from './publish-events.engine.ts';

/** How often a process looks for what no commit announced. Here the test says when. */
const POLL_MS = 5_000;

describe('the followers of an organization', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const stops: (() => Promise<void>)[] = [];
  let handled: number[];
  let failures: number;
  /** Organizations whose follower does not return. */
  let stuck: Set<string | null>;
  let release: () => void;
  let handledByAnother: number[];
  /** The names of the followers that were announced with the organization, by process. */
  let heard: string[][][];

  const follower: EventFollower = {
    name: 'test',
    actor: { type: 'system', id: null, name: 'test' },
    async handleEvents(tx, events) {
      if (stuck.has(tx.organizationId)) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      if (tx.organizationId !== organizationId()) return;
      if (failures > 0) {
        failures -= 1;
        throw new Error('It broke.');
      }
      handled.push(...events.map(({ seq }) => seq));
    },
  };
  const another: EventFollower = {
    name: 'another',
    actor: follower.actor,
    async handleEvents(_tx, events) {
      handledByAnother.push(...events.map(({ seq }) => seq));
    },
  };
  const organizationId = () => toUuid('organization', organization.organizationId);
  const capture = () => organization.api.post('/v1/leads', freshLead());

  beforeEach(async () => {
    [handled, failures, stuck, release] = [[], 0, new Set(), () => {}];
    [handledByAnother, heard] = [[], []];
    await beginToFollow(organizationId());
    mock.timers.enable({ apis: ['setInterval'] });
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    mock.timers.reset();
  });

  function beginToFollow(id: string | null, name = 'test') {
    return service.owner.query(
      `insert into event_cursors (organization_id, follower, last_seq) values ($1, $2, 0)`,
      [id, name],
    );
  }

  /** As another process would: with its own connections. */
  async function startProcess(database = new Database(service.connection, service.clock)) {
    const { connection, taskContext } = service;
    const announcements = new Announcements(connection);
    await announcements.start();
    listenTo(announcements);
    const shards = new Shards({ connection, name: 'test', log: taskContext.log });
    await shards.start();
    const context = { ...taskContext, database, announcements, shards };
    const engine = await publishEventsTo([follower, another]).start(context);
    stops.push(async () => {
      await engine.stop();
      await shards.stop();
      await announcements.stop();
      if (database !== service.database) await database.close();
    });
  }

  function listenTo(announcements: Announcements) {
    const names: string[][] = [];
    heard.push(names);
    announcements.listen({
      announced(announced) {
        const ours = announced.filter((one) => one.organizationId === organizationId());
        names.push(...ours.map(({ followers }) => [...followers]));
      },
      reconnected() {},
    });
  }

  async function endOfLog(): Promise<number> {
    const { rows } = await service.owner.query(
      'select event_seq::integer as last from organization_counters where organization_id = $1',
      [organizationId()],
    );
    return rows[0].last;
  }

  /** All events so far, each once and in order. */
  async function haveHandledAll({ isPolling = false } = {}) {
    await eventually(async () => {
      if (isPolling) mock.timers.tick(POLL_MS);
      return handled.length >= (await endOfLog());
    });
    const all = Array.from({ length: await endOfLog() }, (_, place) => place + 1);
    assert.deepEqual(handled, all);
  }

  it('get every event once and in order, from the process that committed it', async () => {
    await startProcess(service.database);
    for (let n = 0; n < 5; n += 1) await capture();
    await haveHandledAll();
  });

  it('get the events of other processes', async () => {
    await startProcess();
    await Promise.all([capture(), capture(), capture()]);
    await haveHandledAll();
  });

  it('get each event once although several processes run', async () => {
    for (let n = 0; n < 3; n += 1) await startProcess();
    for (let n = 0; n < 4; n += 1) await Promise.all([capture(), capture()]);
    await haveHandledAll();
  });

  it('get events that were committed by a process that was killed right after', async () => {
    await startProcess();
    await haveHandledAll();
    const { owner } = service;
    await owner.query('begin');
    await owner.query(`select set_config('app.organization_id', $1, true)`, [organizationId()]);
    await owner.query(
      `select append_events($1, now(), '[{"type":"system","id":null,"name":"test"}]',
         jsonb_build_array(jsonb_build_object('event_id', gen_random_uuid(), 'actor', 0, 'type', 'organization.updated',
           'data', '{}'::jsonb, 'previous', null)))`,
      [organizationId()],
    );
    await owner.query('commit');
    await haveHandledAll({ isPolling: true });
  });

  it('get events again that they could not handle', async () => {
    failures = 1;
    await startProcess(service.database);
    await capture();
    await haveHandledAll({ isPolling: true });
  });

  it('do not wait for another organization whose follower takes long', async () => {
    const slow = await service.newOrganization();
    const slowId = toUuid('organization', slow.organizationId);
    await beginToFollow(slowId);
    stuck.add(slowId);
    await startProcess(service.database);
    try {
      await slow.api.post('/v1/leads', freshLead());
      for (let n = 0; n < 5; n += 1) await capture();
      await haveHandledAll();
    } finally {
      stuck.clear();
      release();
    }
  });

  it('get the next event although they are new to an organization that has others', async () => {
    await startProcess(service.database);
    await capture();
    await haveHandledAll();
    await beginToFollow(organizationId(), 'another');
    await capture();
    // Before any poll, which would find it as well.
    await eventually(async () => handledByAnother.length === (await endOfLog()));
  });

  it('are named to every process, after they have handled the events', async () => {
    for (let n = 0; n < 2; n += 1) await startProcess();
    await capture();
    await eventually(() => heard.every((names) => names.length > 0));
    assert.deepEqual(new Set(heard.flat(2)), new Set(['test']));
    await haveHandledAll();
  });

  it('are counted while they fail, and not after they went on', async () => {
    const failed = async () => (await service.metrics.failedFollowers.get()).values[0]?.value;
    failures = Number.POSITIVE_INFINITY;
    await startProcess(service.database);
    await capture();
    await eventually(async () => (await failed()) === 1);
    failures = 0;
    await haveHandledAll({ isPolling: true });
    await eventually(async () => (await failed()) === 0);
  });

  it('get events that were committed while no process was running', async () => {
    await capture();
    await startProcess();
    await haveHandledAll();
  });

  it('need no task in the queue', async () => {
    const count = async () => {
      const { rows } = await service.owner.query('select count(*)::integer as n from pgboss.job');
      return rows[0].n;
    };
    const before = await count();
    assert.equal((await capture()).status, 201);
    assert.equal(await count(), before);
  });
});
