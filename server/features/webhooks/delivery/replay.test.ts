import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { toUuid } from '../../../platform/ids.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import {
  haveTriedNineTimes,
  startWebhookReceiver,
  status,
} from '../../../testing/webhook-receiver.ts';

describe('replays', () => {
  let organization: TestOrganization;
  let path: string;
  const service = sharedService({ hasWorker: true });
  const receiver = shared(() => startWebhookReceiver());
  beforeEach(async () => {
    organization = await service.newOrganization();
    receiver.requests.length = 0;
    receiver.always = null;
    const body = { url: receiver.url, event_types: ['lead.created'] };
    const { body: created } = await organization.api.post('/v1/webhook-endpoints', body);
    path = `/v1/webhook-endpoints/${created.webhook_endpoint_id}`;
  });

  const capture = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const received = (count: number) =>
    eventually(async () => receiver.requests.length >= count && [...receiver.requests]);
  async function replay(body: object) {
    const response = await organization.api.post(`${path}/replays`, body);
    assert.equal(response.status, 202, JSON.stringify(response.body));
    return `${path}/replays/${response.body.replay_id}`;
  }
  const done = (replayPath: string) =>
    eventually(async () => {
      const { body } = await organization.api.get(replayPath);
      return body.status === 'completed' && body.pending === 0 && body;
    });

  it('sends the given events again, with their original ids', async () => {
    for (let n = 0; n < 3; n += 1) await capture();
    const first = (await received(3)).map(({ body }) => body.id);
    const finished = await done(await replay({ event_ids: [first[2], first[0]] }));
    assert.equal(finished.total, 2);
    assert.equal(finished.queued, 2);
    assert.equal(finished.delivered, 2);
    const again = receiver.requests.slice(3).map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(new Set(again), new Set([first[0], first[2]]));
    const { body } = await organization.api.get(
      '/v1/events?type=webhook_endpoint.replay_completed',
    );
    assert.equal(body.data.length, 1);
    assert.equal(body.data[0].data.queued, 2);
  });

  it('sends the events of a range that match the patterns, in more than one step', async () => {
    const { organizationId } = organization;
    await service.owner.query(
      `select set_config('app.organization_id', o.organization_id::text, false),
         append_events(o.organization_id, now(), '[{"type":"system","id":null,"name":"test"}]',
           (select jsonb_agg(jsonb_build_object('event_id', uuidv7(), 'actor', 0, 'type',
              case when n % 50 = 0 then 'lead.created' else 'lead.deleted' end, 'data', jsonb_build_object('n', n)))
            from generate_series(1, 1200) as n))
       from organizations o where o.organization_id = $1`,
      [uuidOf(organizationId)],
    );
    // It has the right type, but it did not really happen.
    await organization.api.post('/v1/events/examples', { event_type: 'lead.created' });
    await organization.api.post('/v1/leads', freshLead());
    await received(26);
    receiver.requests.length = 0;
    const finished = await done(await replay({ from_seq: 1 }));
    assert.equal(finished.queued, 25);
    assert.equal(finished.delivered, 25);
    assert.equal(receiver.requests.length, 25);
    assert(receiver.requests.every(({ body }) => body.type === 'lead.created'));
  });

  it('sends the events that failed since a given time, and nothing else', async () => {
    await capture();
    await received(1);
    receiver.always = status(500);
    const lost = await capture();
    await eventually(async () => {
      const { body } = await organization.api.get(`${path}/deliveries`);
      return body.data.length === 2 && body.data[0].attempt_count === 1;
    });
    await haveTriedNineTimes(service, lost.lead_id);
    await eventually(async () => {
      const { body } = await organization.api.get(`${path}/deliveries?status=failed`);
      return body.data.length === 1;
    });
    receiver.always = null;
    receiver.requests.length = 0;
    const since = new Date(service.clock.now().getTime() - 7 * 24 * 3_600_000).toISOString();
    const finished = await done(await replay({ failed_since: since }));
    assert.equal(finished.delivered, 1);
    assert.deepEqual(
      receiver.requests.map(({ body }) => body.data.lead_id),
      [lost.lead_id],
    );
  });
});

function uuidOf(organizationId: string): string {
  const id = toUuid('organization', organizationId);
  assert(id);
  return id;
}
