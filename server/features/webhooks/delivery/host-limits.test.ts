import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import { startWebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { HostLimits, MAX_PER_HOST, MAX_PER_ORGANIZATION } from './host-limits.ts';

const HOST = 'hooks.example.com';
const never = () => assert.fail('It was resumed');

describe('the places of a host', () => {
  it('are limited for one organization, and for all together', () => {
    const limits = new HostLimits();
    const take = (organization: string) => limits.tryStart(HOST, organization, () => {});
    for (let n = 0; n < MAX_PER_ORGANIZATION; n += 1) assert(take('a'));
    assert.equal(take('a'), false);
    assert(limits.tryStart('other.example.com', 'a', never), 'another host has its own places');
    let taken = MAX_PER_ORGANIZATION;
    for (let n = 0; n < 10; n += 1) {
      for (let count = 0; count < MAX_PER_ORGANIZATION; count += 1) {
        if (take(`organization ${n}`)) taken += 1;
      }
    }
    assert.equal(taken, MAX_PER_HOST);
  });

  it('go to the organization that has waited longest, not back to the one that had it', () => {
    const limits = new HostLimits();
    const order: string[] = [];
    const want = (organization: string) => {
      const started = limits.tryStart(HOST, organization, () => want(organization));
      if (started) order.push(organization);
    };
    for (let n = 0; n < 4; n += 1) {
      for (let count = 0; count < MAX_PER_ORGANIZATION; count += 1) want(`full ${n}`);
    }
    order.length = 0;
    want('b');
    want('c');
    want('full 0');
    limits.end(HOST, 'full 0');
    limits.end(HOST, 'full 0');
    limits.end(HOST, 'full 0');
    assert.deepEqual(order, ['b', 'c', 'full 0']);
  });

  it('are offered to the next one if the first no longer wants them', () => {
    const limits = new HostLimits();
    for (let n = 0; n < 4; n += 1) {
      for (let count = 0; count < MAX_PER_ORGANIZATION; count += 1) {
        assert(limits.tryStart(HOST, `full ${n}`, never));
      }
    }
    let resumed = false;
    assert.equal(
      limits.tryStart(HOST, 'gone', () => {}),
      false,
    );
    assert.equal(
      limits.tryStart(HOST, 'next', () => {
        resumed = true;
      }),
      false,
    );
    limits.end(HOST, 'full 0');
    assert(resumed);
  });
});

describe('many endpoints of one organization on one host', () => {
  const service = sharedService({ hasWorker: true });
  const receiver = shared(() => startWebhookReceiver());

  const endpointOf = ({ api }: TestOrganization, path = '') =>
    api.post('/v1/webhook-endpoints', {
      url: `${receiver.url}${path}`,
      event_types: ['lead.created'],
    });

  it('send at most 32 requests at once, and do not keep another organization from the host', async () => {
    const [many, other] = [await service.newOrganization(), await service.newOrganization()];
    for (let n = 0; n < 10; n += 1) assert.equal((await endpointOf(many, `?n=${n}`)).status, 201);
    assert.equal((await endpointOf(other)).status, 201);
    const open: (() => void)[] = [];
    let most = 0;
    receiver.always = (response) => {
      open.push(() => response.writeHead(200).end());
      most = Math.max(most, open.length);
    };
    const leads = Array.from({ length: 10 }, () => many.api.post('/v1/leads', freshLead()));
    for (const { status } of await Promise.all(leads)) assert.equal(status, 201);
    await eventually(() => open.length === MAX_PER_ORGANIZATION);
    const theirs = (await other.api.post('/v1/leads', freshLead())).body;
    await eventually(() =>
      receiver.requests.some(({ body }) => body.data.lead_id === theirs.lead_id),
    );
    assert.equal(most, MAX_PER_ORGANIZATION + 1);
    await eventually(() => {
      for (const finish of open.splice(0)) finish();
      return receiver.requests.length >= 101;
    });
    assert(most <= MAX_PER_ORGANIZATION + 1, `${most} at once`);
  });
});
