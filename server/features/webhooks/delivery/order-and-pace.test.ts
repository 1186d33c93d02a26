import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';
import { takes } from '../../../testing/takes.ts';
import {
  haveTriedNineTimes,
  type ReceivedEvent,
  startWebhookReceiver,
  status,
} from '../../../testing/webhook-receiver.ts';

describe('ordering and rate limit', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const receiver = shared(() => startWebhookReceiver());

  async function endpoint(fields: object) {
    const body = { url: receiver.url, event_types: ['lead.*'], ...fields };
    const { body: created } = await organization.api.post('/v1/webhook-endpoints', body);
    receiver.requests.length = 0;
    receiver.always = null;
    return `/v1/webhook-endpoints/${created.webhook_endpoint_id}`;
  }
  const received = (count: number) =>
    eventually(async () => receiver.requests.length >= count && [...receiver.requests], 15_000);
  const capture = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const update = (leadId: string, notes: string) =>
    organization.api.patch(`/v1/leads/${leadId}`, { notes });

  it('a later event of a lifecycle never overtakes an earlier one that is not delivered yet', async () => {
    const path = await endpoint({ ordering: 'lifecycle' });
    const seen = new Map<string, number>();
    const overtaken: number[] = [];
    // One in three fails, and each takes a while.
    receiver.always = (response, { body }) => {
      const statusCode = Math.random() < 0.33 ? 500 : 200;
      void takes(Math.random() * 30).then(() => response.writeHead(statusCode).end());
      if (statusCode !== 200) return;
      const key = body.lifecycle_number!;
      if (body.seq < (seen.get(key) ?? 0)) overtaken.push(body.seq);
      seen.set(key, body.seq);
    };
    const leads = await Promise.all(Array.from({ length: 8 }, capture));
    for (const round of [1, 2, 3]) {
      await Promise.all(leads.map(({ lead_id }) => update(lead_id, `Round ${round}`)));
    }
    const wanted = 8 * 5;
    await eventually(async () => {
      service.clock.advance(600_000);
      const { body } = await organization.api.get(`${path}/deliveries?limit=200`);
      const rows: { status: string }[] = body.data;
      return rows.length === wanted && rows.every((row) => row.status === 'delivered');
    }, 60_000);
    assert.equal(seen.size, 8);
    assert.deepEqual(overtaken, []);
    await organization.api.delete(path);
  });

  it('a failing lifecycle delays no other, and a delivery that failed for good delays nothing', async () => {
    const path = await endpoint({ ordering: 'lifecycle' });
    const stuck = await capture();
    await received(2);
    receiver.always = (response, { body }) =>
      status(body.lifecycle_number === stuck.lifecycle_number ? 500 : 200)(response);
    await update(stuck.lead_id, 'First');
    await update(stuck.lead_id, 'Second');
    const other = await capture();
    const ofOther = ({ body }: ReceivedEvent) => body.lifecycle_number === other.lifecycle_number;
    await eventually(async () => receiver.requests.filter(ofOther).length === 2);
    const notes = () =>
      receiver.requests
        .filter(({ body }) => body.type === 'lead.updated')
        .map(({ body }) => body.data.notes);
    assert.deepEqual(new Set(notes()), new Set(['First']));
    // After ten attempts the first one has failed, so the second one is sent.
    receiver.always = (response, { body }) =>
      status(body.data.notes === 'First' ? 500 : 200)(response);
    await eventually(async () => {
      const { body } = await organization.api.get(`${path}/deliveries?status=pending`);
      return (
        body.data.length === 2 &&
        body.data.some((row: { attempt_count: number }) => row.attempt_count === 1)
      );
    });
    await haveTriedNineTimes(service, stuck.lead_id);
    await eventually(async () => notes().includes('Second'));
    assert.deepEqual(notes(), ['First', 'First', 'Second']);
    await organization.api.delete(path);
  });

  it('starts no more requests in any second than the endpoint allows', async () => {
    const path = await endpoint({ rate_limit_per_second: 5, event_types: ['lead.created'] });
    await Promise.all(Array.from({ length: 12 }, capture));
    const requests = await received(12);
    const times = requests.map(({ at }) => at);
    for (const [index, at] of times.entries()) {
      // Some requests take a little longer than others to arrive.
      const within = times.slice(0, index + 1).filter((other) => other > at - 900);
      assert(within.length <= 5, `${within.length} within a second`);
    }
    await organization.api.delete(path);
  });
});
