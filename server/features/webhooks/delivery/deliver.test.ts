import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startAnnouncer } from '../../../testing/announcer.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import { uuidFrom } from '../../../testing/uuid-from.ts';
import {
  type ReceivedEvent,
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { WEBHOOKS_FOLLOWER } from './fan-out.ts';

const HOUR_MS = 3_600_000;

describe('delivering webhooks', () => {
  let organization: TestOrganization;
  let receiver: WebhookReceiver;
  const service = sharedService({ hasWorker: true });
  const anotherProcess = shared(() => startAnnouncer(service));
  beforeEach(async (t) => {
    // Receivers compare the time of a request with their own clock.
    service.clock.set(new Date().toISOString());
    organization = await service.newOrganization();
    receiver = await startWebhookReceiver();
    (t as unknown as { after(stop: () => Promise<void>): void }).after(() => receiver.stop());
  });

  async function endpoint(fields: object = {}) {
    const body = { url: receiver.url, event_types: ['lead.created'], ...fields };
    const { status: created, body: response } = await organization.api.post(
      '/v1/webhook-endpoints',
      body,
    );
    assert.equal(created, 201);
    return {
      path: `/v1/webhook-endpoints/${response.webhook_endpoint_id}`,
      secret: response.secret,
    };
  }
  const capture = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const received = (count: number) =>
    eventually(async () => receiver.requests.length >= count && receiver.requests);
  const deliveries = async (path: string) =>
    (await organization.api.get(`${path}/deliveries`)).body.data;
  const settled = (path: string, wanted: string) =>
    eventually(async () => {
      const rows = await deliveries(path);
      return (
        rows.length > 0 && rows.every((row: { status: string }) => row.status === wanted) && rows
      );
    });
  const attemptsOf = async (path: string) => {
    const [{ delivery_id: id }] = await deliveries(path);
    return (await organization.api.get(`${path}/deliveries/${id}`)).body;
  };
  /** Verifies as a receiver does, with the library that receivers use. */
  const verify = (secret: string, { raw, headers }: ReceivedEvent) =>
    new Webhook(secret).verify(raw, headers as Record<string, string>);
  /** Checks the signature regardless of the clock. */
  const isSignedWith = (secret: string, { raw, headers }: ReceivedEvent) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, raw);
    return String(headers['webhook-signature']).split(' ').includes(signature);
  };

  it('posts the event as the log shows it, signed as Standard Webhooks defines', async () => {
    const { path, secret } = await endpoint();
    await capture();
    const [request] = await received(1);
    const { body } = await organization.api.get('/v1/events?type=lead.created');
    assert.deepEqual(verify(secret, request!), body.data[0]);
    assert.equal(request!.headers['content-type'], 'application/json');
    assert.equal(request!.headers['webhook-id'], body.data[0].id);
    const [delivery] = await settled(path, 'delivered');
    assert.equal(delivery.event_id, body.data[0].id);
    const { attempts } = await attemptsOf(path);
    assert.equal(attempts.length, 1);
    assert.equal(attempts[0].status_code, 200);
    assert.equal(attempts[0].error, null);
    assert.equal(attempts[0].response, 'taken');
  });

  it('preserves text in every script, and what looks like an escape sequence, exactly', async () => {
    const { secret } = await endpoint();
    const name = 'Zoë 山田 🏠 \\u0000 "quoted" \u2028 </script>';
    await organization.api.post('/v1/leads', freshLead({ name }));
    const [request] = await received(1);
    const event = verify(secret, request!) as { data: { name: string } };
    assert.equal(event.data.name, name);
  });

  it('sends each endpoint the events that match its patterns, once, and none from before it was created', async () => {
    await capture();
    await endpoint({ event_types: ['lead.*'], url: `${receiver.url}/all` });
    await endpoint({ event_types: ['lead.qualified'], url: `${receiver.url}/one` });
    await endpoint({ event_types: ['customer.*'], url: `${receiver.url}/none` });
    const { lead_id } = await capture();
    await received(3);
    await organization.api.delete(`/v1/leads/${lead_id}`);
    const requests = await received(4);
    const seen = requests.map(({ path, body }) => `${path} ${body.type}`).sort();
    assert.deepEqual(seen, [
      '/events/all lead.created',
      '/events/all lead.deleted',
      '/events/all lead.qualified',
      '/events/one lead.qualified',
    ]);
    assert(
      requests.every(({ body }) => body.type !== 'lead.created' || body.data.lead_id === lead_id),
    );
  });

  it('retries with the same id at the planned times, ten attempts in total, and then gives up', async () => {
    const pending = async () => {
      const { rows } = await service.owner.query<{ attempts: number; next: Date }>(
        `select jsonb_array_length(attempts) as attempts, next_attempt_at as next from webhook_deliveries
         where organization_id = $1`,
        [uuidFrom('organization', organization.organizationId)],
      );
      return rows[0];
    };
    receiver.always = status(500, {}, 'out of order');
    const { path } = await endpoint();
    await capture();
    const waits: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const { next } = await eventually(async () => {
        const one = await pending();
        return one?.attempts === attempt && one;
      });
      waits.push((next.getTime() - service.clock.now().getTime()) / 1000);
      service.clock.set(next.toISOString());
      await eventually(() => {
        anotherProcess.announce(organization, WEBHOOKS_FOLLOWER.name);
        return receiver.requests.length > attempt;
      });
    }
    await received(10);
    await settled(path, 'failed');
    const plan = [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400];
    for (const [index, planned] of plan.entries()) {
      assert(Math.abs(waits[index]! / planned - 1) <= 0.25, `${waits[index]} s after ${index + 1}`);
    }
    const { attempts } = await attemptsOf(path);
    assert.equal(attempts.length, 10);
    assert(attempts.every((one: { error: string }) => one.error === 'bad_status'));
    assert.equal(attempts[9].response, 'out of order');
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1);
    const times = receiver.requests.map(({ headers }) => headers['webhook-timestamp']);
    assert.equal(new Set(times).size, 10);
  });

  it('waits as long as Retry-After asks, at most one day', async () => {
    const { path } = await endpoint();
    const wait = async (count: number) => {
      const [row] = await eventually(async () => {
        const rows = await deliveries(path);
        return rows.length === count && rows[0].attempt_count === 1 && rows;
      });
      return (Date.parse(row.next_attempt_at) - service.clock.now().getTime()) / 1000;
    };
    receiver.next.push(status(429, { 'retry-after': '90' }));
    await capture();
    assert(Math.abs((await wait(1)) - 90) < 2);
    receiver.next.push(status(503, { 'retry-after': '9999999' }));
    await capture();
    assert(Math.abs((await wait(2)) - 86_400) < 2);
  });

  it('disables the endpoint on a 410 response, emits the event, and keeps pending deliveries waiting', async () => {
    receiver.next.push(status(410));
    const { path } = await endpoint();
    await capture();
    const disabled = await eventually(async () => {
      const { body } = await organization.api.get(path);
      return !body.enabled && body;
    });
    assert.equal(disabled.disabled_reason, 'gone');
    const { body } = await organization.api.get('/v1/events?type=webhook_endpoint.disabled');
    assert.equal(body.data.length, 1);
    assert.equal(body.data[0].data.disabled_reason, 'gone');
    assert.equal(body.data[0].actor.type, 'system');
    await capture();
    await eventually(async () => (await deliveries(path)).length === 2);
    assert((await deliveries(path)).every((row: { status: string }) => row.status === 'pending'));
    assert.equal(receiver.requests.length, 1);
    // When the endpoint is enabled again, the failed delivery does not wait for its next planned attempt.
    assert.equal((await organization.api.post(`${path}/enable`)).status, 200);
    await settled(path, 'delivered');
    assert.equal(receiver.requests.length, 3);
  });

  it('queues events while the endpoint is disabled, and sends all of them, oldest first, once it is enabled', async () => {
    const { path } = await endpoint({ enabled: false, ordering: 'none' });
    for (let n = 0; n < 5; n += 1) await capture();
    await eventually(async () => (await deliveries(path)).length === 5);
    assert.equal(receiver.requests.length, 0);
    assert.equal((await organization.api.post(`${path}/enable`)).status, 200);
    await received(5);
    await settled(path, 'delivered');
    const ids = new Set(receiver.requests.map(({ body }) => body.id));
    assert.equal(ids.size, 5);
  });

  it('disables an endpoint when every attempt failed for 120 hours; a success restarts the 120 hours', async () => {
    receiver.always = status(503);
    const { path } = await endpoint();
    const failingSince = async () =>
      (await organization.api.get(path)).body.health.failing_since as string | null;
    const failOnce = async () => {
      const before = receiver.requests.length;
      await capture();
      await received(before + 1);
      return eventually(failingSince);
    };
    const first = await failOnce();
    service.clock.advance(119 * HOUR_MS);
    assert.equal(await failOnce(), first);
    receiver.next.push(status(200));
    await capture();
    // A retry that fails right after the success begins to count again.
    await eventually(async () => (await failingSince()) !== first);
    service.clock.advance(119 * HOUR_MS);
    await failOnce();
    assert.equal((await organization.api.get(path)).body.enabled, true);
    service.clock.advance(120 * HOUR_MS);
    await capture();
    const disabled = await eventually(async () => {
      const { body } = await organization.api.get(path);
      return !body.enabled && body;
    });
    assert.equal(disabled.disabled_reason, 'failing');
  });

  it('sends nothing more to a deleted endpoint', async () => {
    receiver.next.push(status(500));
    const { path } = await endpoint();
    await capture();
    await received(1);
    await eventually(async () => (await deliveries(path))[0]?.attempt_count === 1);
    assert.equal((await organization.api.delete(path)).status, 200);
    await settled(path, 'canceled');
    await endpoint({ url: `${receiver.url}/of-another` });
    service.clock.advance(10_000);
    await capture();
    // Another endpoint receives a later event, so earlier due deliveries would have arrived as well.
    const paths = () => receiver.requests.map(({ path }) => path);
    await eventually(() => paths().includes('/events/of-another'));
    assert.deepEqual(paths(), ['/events', '/events/of-another']);
  });

  it('signs with both secrets for one day after a rotation, then only with the new one', async () => {
    const { path, secret } = await endpoint();
    const { body } = await organization.api.post(`${path}/rotate-secret`);
    await capture();
    const [during] = await received(1);
    assert.equal(isSignedWith(secret, during!), true);
    assert.equal(isSignedWith(body.secret, during!), true);
    assert.deepEqual(verify(secret, during!), verify(body.secret, during!));
    service.clock.advance(24 * HOUR_MS + 1000);
    await capture();
    const [, later] = await received(2);
    assert.equal(isSignedWith(secret, later!), false);
    assert.equal(isSignedWith(body.secret, later!), true);
  });

  it('delivers an example as the event that it is an example of, only to the endpoint that it was created for', async () => {
    const { path, secret } = await endpoint({ event_types: ['customer.*'] });
    const { status: created } = await organization.api.post(`${path}/test`, {
      event_type: 'lead.qualified',
    });
    assert(created < 300, String(created));
    const [request] = await received(1);
    const event = verify(secret, request!) as { id: string; type: string };
    assert.equal(event.type, 'lead.qualified');
    assert.equal(request!.headers['webhook-id'], event.id);
    const [delivery] = await settled(path, 'delivered');
    assert.equal(delivery.event_type, 'lead.qualified');
    assert.equal(delivery.event_id, event.id);
  });
});
