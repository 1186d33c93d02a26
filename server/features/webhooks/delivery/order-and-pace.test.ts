import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnnouncer } from '../../../testing/announcer.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';
import { randomFor } from '../../../testing/seed.ts';
import { takes } from '../../../testing/takes.ts';
import { uuidFrom } from '../../../testing/uuid-from.ts';
import {
  haveTriedNineTimes,
  type ReceivedEvent,
  startWebhookReceiver,
  status,
} from '../../../testing/webhook-receiver.ts';
import { WEBHOOKS_FOLLOWER } from './fan-out.ts';
import { Pace } from './pace.ts';

describe('ordering and rate limit', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const receiver = shared(() => startWebhookReceiver());
  const anotherProcess = shared(() => startAnnouncer(service));

  async function endpoint(fields: object) {
    const body = { url: receiver.url, event_types: ['lead.*'], ...fields };
    const { body: created } = await organization.api.post('/v1/webhook-endpoints', body);
    receiver.requests.length = 0;
    receiver.always = null;
    return `/v1/webhook-endpoints/${created.webhook_endpoint_id}`;
  }
  const received = (count: number) =>
    eventually(async () => receiver.requests.length >= count && [...receiver.requests]);
  const capture = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const update = (leadId: string, notes: string) =>
    organization.api.patch(`/v1/leads/${leadId}`, { notes });

  it('a later event of a lifecycle never overtakes an earlier one that is not delivered yet', async () => {
    const path = await endpoint({ ordering: 'lifecycle' });
    const seen = new Map<string, number>();
    const overtaken: number[] = [];
    const failures = new Map<string, number>();
    const random = randomFor('a receiver that fails now and then');
    // One in three fails, no event more than three times, and each takes a while.
    receiver.always = (response, { body }) => {
      const failed = failures.get(body.id) ?? 0;
      const isFailure = failed < 3 && random.chance(0.33);
      void takes(random.between(0, 30)).then(() => response.writeHead(isFailure ? 500 : 200).end());
      if (isFailure) {
        failures.set(body.id, failed + 1);
        return;
      }
      const key = body.lifecycle_number!;
      if (body.seq < (seen.get(key) ?? 0)) overtaken.push(body.seq);
      seen.set(key, body.seq);
    };
    const leads = await Promise.all(Array.from({ length: 6 }, capture));
    for (const round of [1, 2]) {
      await Promise.all(leads.map(({ lead_id }) => update(lead_id, `Round ${round}`)));
    }
    const wanted = 6 * 4;
    await eventually(async () => {
      service.clock.advance(2 * 3_600_000);
      anotherProcess.announce(organization, WEBHOOKS_FOLLOWER.name);
      const { rows } = await service.owner.query(
        `select count(*)::int as delivered from webhook_deliveries
         where organization_id = $1 and status = 'delivered'`,
        [uuidFrom('organization', organization.organizationId)],
      );
      return rows[0].delivered === wanted;
    }, 60_000);
    assert.equal(seen.size, 6);
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

  it('paces the requests of an endpoint as it says', async (t) => {
    const paces: number[] = [];
    const begin = Pace.prototype.begin;
    t.mock.method(Pace.prototype, 'begin', function (this: Pace, now: number) {
      paces.push(this.perSecond);
      begin.call(this, now);
    });
    const path = await endpoint({ rate_limit_per_second: 3, event_types: ['lead.created'] });
    await Promise.all(Array.from({ length: 3 }, capture));
    await received(3);
    assert.deepEqual(paces, [3, 3, 3]);
    await organization.api.delete(path);
  });
});
