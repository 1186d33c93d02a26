import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const PATH = '/v1/webhook-endpoints';

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  event: { id: string; seq: number; type: string };
}

describe('webhooks from the API request to the receiver', () => {
  const service = sharedService({ hasWorker: true });
  let organization: TestOrganization;
  let url: string;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    received.push({ headers: request.headers, text, event: JSON.parse(text) });
    response.end('ok');
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    organization = await service.newOrganization();
  });
  after(async () => {
    server.close();
  });

  async function create(body: object = {}) {
    received.length = 0;
    const reply = await organization.api.post(PATH, { url, event_types: ['lead.*'], ...body });
    assert.equal(reply.status, 201);
    return { ...reply.body, path: `${PATH}/${reply.body.webhook_endpoint_id}` };
  }
  const fanOutIsDone = () =>
    eventually(async () => {
      const { rows } = await service.owner.query(
        `select count(*)::integer as behind from event_cursors c
         join organization_counters o using (organization_id)
         where c.follower = 'webhooks' and c.last_seq < o.event_seq and c.organization_id = $1`,
        [uuidFrom('organization', organization.organizationId)],
      );
      return rows[0].behind === 0;
    });
  const capture = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const typesReceived = () => received.map(({ event }) => event.type).sort();
  const receiving = (count: number) => eventually(async () => received.length >= count);
  /** Verifies as a receiver does. The test has its own clock, so the time is checked separately. */
  const isSignedBy = (secret: string, { headers, text }: Received) => {
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    const expected = new Webhook(secret).sign(headers['webhook-id'] as string, sentAt, text);
    return (headers['webhook-signature'] as string).split(' ').includes(expected);
  };

  it('deliver a test event and a real event, with both signatures during a rotation', async () => {
    const endpoint = await create();
    const sent = await organization.api.post(`${endpoint.path}/test`, {
      event_type: 'invoice.paid',
    });
    await receiving(1);
    assert.deepEqual(received[0]!.event, sent.body.event);
    assert(isSignedBy(endpoint.secret, received[0]!));

    const { secret } = (await organization.api.post(`${endpoint.path}/rotate-secret`)).body;
    await capture();
    await receiving(3);
    assert.deepEqual(typesReceived(), ['invoice.paid', 'lead.created', 'lead.qualified']);
    for (const one of received.slice(1)) {
      assert(isSignedBy(secret, one) && isSignedBy(endpoint.secret, one));
      assert.equal(one.headers['webhook-id'], one.event.id);
    }

    service.clock.advance(24 * 60 * 60 * 1000);
    await capture();
    await receiving(5);
    const last = received.at(-1)!;
    assert(isSignedBy(secret, last) && !isSignedBy(endpoint.secret, last));

    const { body } = await eventually(async () => {
      const list = await organization.api.get(`${endpoint.path}/deliveries?status=delivered`);
      return list.body.data.length === 5 && list;
    });
    assert.equal(body.data.at(-1).event_type, 'invoice.paid');
    const one = await organization.api.get(
      `${endpoint.path}/deliveries/${body.data[0].delivery_id}`,
    );
    assert.deepEqual([one.body.attempts.length, one.body.attempts[0].response], [1, 'ok']);
    const { health } = (await organization.api.get(endpoint.path)).body;
    assert.equal(health.pending, 0);
    assert.notEqual(health.last_success_at, null);
    await organization.api.delete(endpoint.path);
  });

  it('wait while the endpoint is disabled, and are sent when it is enabled', async () => {
    const endpoint = await create({ enabled: false });
    await capture();
    await organization.api.post(`${endpoint.path}/test`);
    await eventually(
      async () => (await organization.api.get(endpoint.path)).body.health.pending === 3,
    );
    assert.equal(received.length, 0);
    await organization.api.post(`${endpoint.path}/enable`);
    await receiving(3);
    await organization.api.delete(endpoint.path);
    await capture();
    await fanOutIsDone();
    assert.equal(received.length, 3, 'a deleted endpoint received an event');
  });

  it('leave nothing pending when an endpoint is deleted while events arrive', async () => {
    const endpoints = await Promise.all(
      Array.from({ length: 3 }, () => create({ enabled: false, event_types: ['*'] })),
    );
    const captures = Array.from({ length: 25 }, capture);
    for (const { path } of endpoints) {
      await eventually(async () => (await organization.api.get(path)).body.health.pending > 0);
      await organization.api.delete(path);
    }
    await Promise.all(captures);
    await fanOutIsDone();
    for (const { path } of endpoints) {
      const { body } = await organization.api.get(`${path}/deliveries?limit=1`);
      assert.equal(body.data[0].status, 'canceled');
      assert.equal((await organization.api.get(path)).body.health.pending, 0);
    }
  });

  it('are sent again by a replay with the same id, also from before the endpoint was created', async () => {
    const lead = await capture();
    const query = `lifecycle_number=${lead.lifecycle_number}`;
    const events = (await organization.api.get(`/v1/events?${query}`)).body.data;
    const endpoint = await create({ event_types: ['lead.qualified'] });
    const done = async (body: object, count: number) => {
      received.length = 0;
      const started = await organization.api.post(`${endpoint.path}/replays`, body);
      assert.equal(started.status, 202);
      const path = `${endpoint.path}/replays/${started.body.replay_id}`;
      const replay = await eventually(async () => {
        const { body: now } = await organization.api.get(path);
        return now.status === 'completed' && now.pending === 0 && now;
      });
      assert.deepEqual([replay.queued, replay.delivered], [count, count]);
      return received;
    };
    const byId = await done({ event_ids: events.map(({ id }: { id: string }) => id) }, 2);
    assert.deepEqual(
      byId.map(({ headers }) => headers['webhook-id']).sort(),
      events.map(({ id }: { id: string }) => id).sort(),
    );
    assert.deepEqual(byId.map(({ event }) => event).sort(bySeq), events);
    const range = { from_seq: events[0].seq, to_seq: events[1].seq };
    const byRange = await done(range, 1);
    assert.equal(byRange[0]!.event.type, 'lead.qualified', 'a range is filtered by the patterns');
    await done({ failed_since: '2027-01-01T00:00:00Z' }, 0);
    await organization.api.delete(endpoint.path);
  });
});

function bySeq(a: { seq: number }, b: { seq: number }): number {
  return a.seq - b.seq;
}
