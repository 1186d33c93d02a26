import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { Authenticator } from '../../platform/auth/authenticator.ts';
import { Announcements } from '../../platform/events/announcements.ts';
import { EventCatalog } from '../../platform/events/event-catalog.ts';
import type { SseConnection } from '../../platform/http/sse-connection.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { eventTypes } from '../../routes.ts';
import { startAnnouncer } from '../../testing/announcer.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import { EventListener, seqsFrom } from '../../testing/event-listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { findCaller } from '../organizations/index.ts';
import { startStreams } from './stream-events.ts';

const HEARTBEAT_MS = 150;

describe('streamEvents', () => {
  const service = sharedService({
    ownDatabase: true,
    because: 'heartbeat',
    hasWorker: true,
    heartbeatMs: HEARTBEAT_MS,
  });
  const anotherProcess = shared(() => startAnnouncer(service));

  const capture = ({ api }: TestOrganization, lead = {}) => api.post('/v1/leads', freshLead(lead));
  const listen = (
    { token }: TestOrganization,
    options?: Parameters<typeof EventListener.open>[2],
    url = service.url,
  ) => EventListener.open(url, token, options);

  it('sends new events as GET /v1/events returns them', async () => {
    const own = await service.newOrganization();
    const listener = await listen(own);
    assert.equal(listener.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(listener.headers['cache-control'], 'no-store');
    assert.equal(listener.headers['x-accel-buffering'], 'no');
    assert(listener.headers['x-request-id']);
    const lead = (await capture(own)).body;
    await listener.until(2);
    const { body } = await own.api.get('/v1/events?after=2');
    assert.deepEqual(
      listener.events.map(({ data }) => data),
      body.data,
    );
    assert.deepEqual(
      listener.events.map(({ id, type }) => [id, type]),
      [
        ['3', 'lead.created'],
        ['4', 'lead.qualified'],
      ],
    );
    assert.equal(listener.events[0]!.data.lifecycle_number, lead.lifecycle_number);
    assert.match(listener.retries.join(), /^\d+$/);
    listener.close();
  });

  it('starts after a seq, filtered by type and lifecycle like the list', async () => {
    const own = await service.newOrganization();
    const [one, two] = [(await capture(own)).body, (await capture(own)).body];
    const listeners = await Promise.all([
      listen(own, { query: '?after=0' }),
      listen(own, { query: '?after=0&type=token.created,lead.created' }),
      listen(own, { query: `?after=0&lifecycle_number=${two.lifecycle_number}` }),
      listen(own, { query: `?after=0&type=lead.created&lifecycle_number=${one.lifecycle_number}` }),
      listen(own, { query: '?type=lead.created' }),
      listen(own, { query: '?after=0', lastEventId: '5' }),
    ]);
    await capture(own);
    await listeners[0]!.until(8);
    await Promise.all([listeners[1]!.until(4), listeners[4]!.until(1), listeners[5]!.until(3)]);
    assert.deepEqual(
      listeners.map(({ seqs }) => seqs),
      [seqsFrom(1, 8), [2, 3, 5, 7], [5, 6], [3], [7], [6, 7, 8]],
    );
    for (const listener of listeners) listener.close();
  });

  it('continues when the connection that gets announcements is killed', async () => {
    const own = await service.newOrganization();
    const listener = await listen(own);
    await capture(own);
    await listener.until(2);
    const { rowCount } = await service.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'throughline announcements' and datname = current_database()`,
    );
    assert(rowCount! >= 1);
    // Right away, while no connection listens for announcements.
    await capture(own);
    await listener.until(4);
    await capture(own);
    await listener.until(6);
    assert.deepEqual(listener.seqs, seqsFrom(3, 8));
    listener.close();
  });

  it('sends events that were never announced', async () => {
    const own = await service.newOrganization();
    const listener = await listen(own);
    await appendSilently(own, 3, 10);
    await listener.until(3);
    assert.deepEqual(listener.seqs, seqsFrom(3, 5));
    listener.close();
  });

  it('does not let a client that stops reading delay others, and continues where that client stopped', async () => {
    const own = await service.newOrganization();
    const slow = await listen(own, { paused: true });
    const quick = await listen(own);
    const count = 220;
    // About 5.5 MB: more than the sockets can buffer, which took 4 MB.
    await appendSilently(own, count, 25_000);
    anotherProcess.announce(own);
    await quick.until(count, 30_000);
    assert.deepEqual(quick.seqs, seqsFrom(3, count + 2));
    assert.equal(slow.events.length, 0);
    await capture(own);
    await quick.until(count + 2);
    slow.resume();
    await slow.until(count + 2, 30_000);
    assert.deepEqual(slow.seqs, seqsFrom(3, count + 4));
    slow.close();
    quick.close();
  });

  it('ends the stream of a revoked token before it sends anything more', async () => {
    const own = await service.newOrganization();
    const created = await own.api.post('/v1/tokens', { name: 'Feed', scopes: ['events:read'] });
    const idle = await EventListener.open(service.url, created.body.token);
    await own.api.delete(`/v1/tokens/${created.body.token_id}`);
    await eventually(async () => idle.hasEnded);
    assert.equal(idle.hasEndedCleanly, true);
    assert.deepEqual(
      idle.events.map(({ type }) => type).filter((type) => type !== 'token.revoked'),
      [],
    );
    await assert.rejects(EventListener.open(service.url, created.body.token), /401 unauthorized/);
  });

  it('sends nothing of another organization', async () => {
    const [own, other] = [await service.newOrganization(), await service.newOrganization()];
    const listener = await listen(own, { query: '?after=0' });
    await capture(other);
    await capture(own);
    await listener.until(4);
    const { body } = await own.api.get('/v1/events');
    assert.deepEqual(
      listener.events.map(({ data }) => data),
      body.data,
    );
    listener.close();
  });

  it('refuses a position that is not a number or is past the end of the log', async () => {
    const own = await service.newOrganization();
    for (const lastEventId of [
      'x',
      '-1',
      '1.5',
      '1e3',
      '9'.repeat(16),
      'event_01h455vb4pex5vsknk',
    ]) {
      await assert.rejects(listen(own, { lastEventId }), /422 validation_failed/, lastEventId);
    }
    await assert.rejects(listen(own, { lastEventId: '3' }), /422/);
    await assert.rejects(listen(own, { query: '?after=3' }), /422/);
    await assert.rejects(listen(own, { query: '?after=x' }), /422/);
    await assert.rejects(listen(own, { query: '?type=Lead' }), /422/);
    const fine = await listen(own, { lastEventId: '2', query: '?after=1' });
    fine.close();
    const { body } = await own.api.get('/v1/events/stream', { headers: { 'last-event-id': '7' } });
    assert.equal(body.errors[0].code, 'seq_not_reached');
    assert.match(body.detail, /ends at seq 2/);
  });

  it('requires a token with events:read, and responds to HEAD immediately', async () => {
    const own = await service.newOrganization();
    const { body } = await own.api.post('/v1/tokens', { name: 'x', scopes: ['leads:read'] });
    await assert.rejects(EventListener.open(service.url, body.token), /403 scope_missing/);
    const head = await fetch(`${service.url}/v1/events/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${own.token}` },
    });
    assert.equal(head.status, 200);
    assert.match(head.headers.get('content-type')!, /^text\/event-stream/);
  });

  it('sends heartbeats to idle streams, and counts the open ones', async () => {
    const own = await service.newOrganization();
    const listener = await listen(own);
    await eventually(async () => listener.comments.filter((text) => text === '').length >= 3);
    assert.equal(listener.comments[0], 'throughline');
    const open = async () => (await service.metrics.eventStreams.get()).values[0]!.value;
    const before = await open();
    listener.close();
    await eventually(async () => (await open()) === before - 1);
  });

  it('refuses more streams than the limit, per organization and per process', async () => {
    const own = await service.newOrganization();
    const authenticator = new Authenticator((hash) => findCaller(service.database, hash));
    const announcements = new Announcements(service.connection);
    const services = { database: service.database, authenticator, announcements };
    const streams = startStreams(
      {
        ...services,
        metrics: createMetrics(),
        heartbeatMs: 60_000,
        eventTypes: new EventCatalog(eventTypes),
      },
      { process: 3, organization: 2 },
    );
    const idle = { write: () => true, whenClosed() {}, end() {} } as unknown as SseConnection;
    const open = async ({ token }: TestOrganization) => {
      const authorization = `Bearer ${token}`;
      const caller = await authenticator.authenticate(authorization);
      const asked = { query: {}, caller, authorization, lastEventId: undefined };
      (await streams.open(asked))(idle);
    };
    await open(own);
    await open(own);
    await assert.rejects(open(own), { status: 429, code: 'too_many_streams' });
    await open(await service.newOrganization());
    const third = await service.newOrganization();
    await assert.rejects(open(third), { status: 503, code: 'server_at_capacity' });
    streams.stop();
  });

  /** Commits events by another program, so that no process announces them. */
  async function appendSilently(to: TestOrganization, count: number, bytes: number) {
    const organizationId = toUuid('organization', to.organizationId);
    const { owner } = service;
    await owner.query('begin');
    await owner.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
    await owner.query(
      `select append_events($3, now(), '[{"type":"system","id":null,"name":"test"}]',
         (select jsonb_agg(jsonb_build_object('event_id', gen_random_uuid(), 'actor', 0, 'type', 'lead.updated',
            'data', jsonb_build_object('notes', repeat('x', $2)), 'previous', null))
          from generate_series(1, $1::integer)))`,
      [count, bytes, organizationId],
    );
    await owner.query('commit');
  }
});

describe('a server that stops', () => {
  const service = sharedService();

  it('ends its streams immediately and cleanly, including slow ones', async () => {
    const own = await service.newOrganization();
    const other = await startAnotherApp(service);
    const listeners = await Promise.all(
      Array.from({ length: 5 }, () => EventListener.open(other.url, own.token)),
    );
    const stalled = await EventListener.open(other.url, own.token, { paused: true });
    await other.stop();
    for (const listener of listeners) {
      await eventually(async () => listener.hasEnded);
      assert.equal(listener.hasEndedCleanly, true);
    }
    stalled.close();
  });
});
