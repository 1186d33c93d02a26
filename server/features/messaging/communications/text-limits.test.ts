import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { toPublicId, toUuid } from '../../../platform/ids.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import { attemptToSend } from '../../../testing/messages.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../../testing/sms-gateway.ts';
import { purgeTextCounts } from '../sending/index.ts';
import { queueMessage } from './queue-message.ts';

const MINUTE = 60_000;
const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** There is no worker: each test runs the tasks itself. */
const service = sharedService();
const gateway = shared(() => startSmsGateway());

let organization: TestOrganization;
beforeEach(async () => {
  service.clock.set('2027-03-01T18:00:00.000Z');
  gateway.requests.length = 0;
  organization = await service.newOrganization();
  const settings = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
  const { status } = await organization.api.post('/v1/channels', { kind: 'sms_gateway', settings });
  assert.equal(status, 201);
});

async function newLead(fields: Record<string, unknown> = {}, { api } = organization) {
  const { status, body } = await api.post('/v1/leads', freshLead(fields));
  assert.equal(status, 201, JSON.stringify(body));
  return body.lead_id as string;
}

async function text(lead_id: string, more: object = {}) {
  const message = { lead_id, channel: 'sms', body: 'We come at nine.', ...more };
  const { status, body } = await organization.api.post('/v1/messages', message);
  assert.equal(status, 201, JSON.stringify(body));
  return body.communication_id as string;
}

/** A text that a playbook or a follow-up sends. */
async function automaticText(leadId: string): Promise<string> {
  const organizationId = toUuid('organization', organization.organizationId) ?? '';
  const options = { organizationId, actor: ACTOR };
  const { communication_id } = await service.database.transaction(options, (tx) =>
    queueMessage(tx, toUuid('lead', leadId) ?? '', {
      key: `test:${randomUUID()}`,
      channel: 'sms',
      to: null,
      content: { subject: null, body: 'Thanks for asking.' },
      purpose: null,
      expiresAt: null,
      baseUrl: null,
    }),
  );
  return toPublicId('communication', communication_id);
}

const attempt = (id: string) => attemptToSend(service, organization, id);

async function setLimits(text_limits: object) {
  const response = await organization.api.patch('/v1/organization', { text_limits });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body.text_limits;
}

async function assertRefused(id: string, reason: string) {
  const message = await attempt(id);
  assert.equal(message.status, 'not_sent');
  assert.equal(message.status_reason, reason);
  return message;
}

describe('the countries of texts', () => {
  it('are the organization’s own by default, also after it moves', async () => {
    const { body } = await organization.api.get('/v1/organization');
    assert.deepEqual(body.text_limits, {
      countries: ['US'],
      per_hour: 200,
      per_day: 1000,
      per_number_per_hour: 10,
      per_number_per_day: 30,
    });
    const moved = await organization.api.patch('/v1/organization', { country: 'GB' });
    assert.deepEqual(moved.body.text_limits.countries, ['GB']);
  });

  it('are checked when a text is sent, by a user or automatically: others get nothing', async () => {
    const abroad = [
      '+442079460958',
      '+18765551234',
      '+23276123456',
      '+77011234567',
      '+881612345678',
    ];
    for (const phone of abroad) {
      await assertRefused(await text(await newLead({ phone })), 'country_not_allowed');
    }
    assert.equal((await attempt(await text(await newLead()))).status, 'sent');
    assert.equal(gateway.requests.length, 1);
  });

  it('can be changed, and a refused text can then be sent again', async () => {
    const id = await text(await newLead({ phone: '+16135550123' }));
    await assertRefused(id, 'country_not_allowed');
    assert.deepEqual((await setLimits({ countries: ['US', 'CA', 'US'] })).countries, ['CA', 'US']);
    const { status } = await organization.api.post(`/v1/communications/${id}/retry`);
    assert.equal(status, 200);
    assert.equal((await attempt(id)).status, 'sent');
    assert.deepEqual((await setLimits({ countries: null })).countries, ['US']);
  });

  it('must exist', async () => {
    const body = { text_limits: { countries: ['US', 'XX'] } };
    const refused = await organization.api.patch('/v1/organization', body);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].pointer, '/text_limits/countries/1');
    assert.equal(refused.body.errors[0].code, 'unknown_country');
  });
});

describe('the number of texts', () => {
  it('is limited per organization and hour; the hour is any 60 minutes', async () => {
    await setLimits({ per_hour: 3 });
    const lead = await newLead();
    await attempt(await text(lead));
    service.clock.advance(30 * MINUTE);
    await attempt(await text(lead));
    await attempt(await text(lead));
    const refused = await assertRefused(await text(lead), 'sending_limit_reached');
    assert.match(
      refused.status_detail,
      /^The limit of 3 texts in an hour is reached until 2027-03-01T19:00:00\.000Z/,
    );
    service.clock.advance(30 * MINUTE);
    assert.equal((await attempt(await text(lead))).status, 'sent');
    await assertRefused(await text(lead), 'sending_limit_reached');
    assert.equal(gateway.requests.length, 4);
  });

  it('is limited per day, and per number and hour and day', async () => {
    await setLimits({ per_number_per_hour: 1, per_number_per_day: 2, per_day: 3 });
    const [one, other] = [await newLead(), await newLead()];
    await attempt(await text(one));
    const first = await assertRefused(await text(one), 'sending_limit_reached');
    assert.match(first.status_detail, /1 texts to this number in an hour/);
    service.clock.advance(60 * MINUTE);
    await attempt(await text(one));
    service.clock.advance(60 * MINUTE);
    const second = await assertRefused(await text(one), 'sending_limit_reached');
    assert.match(second.status_detail, /2 texts to this number in 24 hours/);
    assert.equal((await attempt(await text(other))).status, 'sent');
    service.clock.advance(60 * MINUTE);
    const third = await assertRefused(await text(other), 'sending_limit_reached');
    assert.match(third.status_detail, /3 texts in 24 hours/);
    assert.equal(gateway.requests.length, 3);
  });

  it('holds for texts that are sent at the same time', async () => {
    await setLimits({ per_hour: 5 });
    const leads = await Promise.all(Array.from({ length: 12 }, () => newLead()));
    const ids = await Promise.all(leads.map((lead) => text(lead)));
    const statuses = await Promise.all(ids.map(async (id) => (await attempt(id)).status));
    assert.equal(statuses.filter((status) => status === 'sent').length, 5);
    assert.equal(gateway.requests.length, 5);
  });

  it('holds in the database for statements that run at the same time', async () => {
    await setLimits({ per_hour: 4 });
    await organization.api.post('/v1/organization/pause-sending');
    const lead = await newLead();
    const ids = await Promise.all(Array.from({ length: 12 }, () => text(lead)));
    const organizationId = toUuid('organization', organization.organizationId) ?? '';
    const count = { name: 'test_count_text', text: 'select * from count_text($1, $2, 0, $3, $4)' };
    const taken = await Promise.all(
      ids.map((id, index) =>
        service.database.transaction({ organizationId, actor: ACTOR }, (tx) =>
          tx.query(count, [
            organizationId,
            toUuid('communication', id),
            `+1415555${1000 + index}`,
            tx.now,
          ]),
        ),
      ),
    );
    assert.equal(taken.filter((reached) => reached.length === 0).length, 4);
  });

  it('counts a text once, however many attempts it takes, and again if a user sends it again', async () => {
    await setLimits({ per_hour: 2 });
    const lead = await newLead();
    gateway.next.push((response) => {
      response.statusCode = 503;
      response.end();
    });
    const first = await text(lead);
    assert.equal((await attempt(first)).status, 'queued');
    const sent = await attempt(first);
    assert.deepEqual([sent.status, sent.attempts], ['sent', 2]);
    gateway.next.push((response) => {
      response.statusCode = 422;
      response.end();
    });
    const second = await text(lead);
    assert.equal((await attempt(second)).status, 'failed');
    const { status } = await organization.api.post(`/v1/communications/${second}/retry`);
    assert.equal(status, 200);
    await assertRefused(second, 'sending_limit_reached');
  });
});

describe('the counts of texts', () => {
  it('are deleted after a day', async () => {
    await attempt(await text(await newLead()));
    const counted = async () =>
      (
        await service.owner.query('select from text_counts where organization_id = $1', [
          toUuid('organization', organization.organizationId),
        ])
      ).rowCount;
    service.clock.advance(24 * 60 * MINUTE - 1);
    await purgeTextCounts.handle(service.taskContext, []);
    assert.equal(await counted(), 1);
    service.clock.advance(1);
    await purgeTextCounts.handle(service.taskContext, []);
    assert.equal(await counted(), 0);
  });
});

describe('an automatic text to a lead that anyone could have sent', () => {
  let publicLead: string;
  beforeEach(async () => {
    const body = { name: 'Website', scopes: ['leads:capture'] };
    const token = await organization.api.post('/v1/tokens', body);
    const api = service.as(token.body.token);
    publicLead = await newLead({}, { ...organization, api });
  });

  it('is not sent without consent, and one that a user writes is', async () => {
    await assertRefused(await automaticText(publicLead), 'consent_missing');
    assert.equal((await attempt(await text(publicLead))).status, 'sent');
  });

  it('is sent with consent', async () => {
    const consent = { consent: { sms: 'granted' } };
    const changed = await organization.api.patch(`/v1/leads/${publicLead}`, consent);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal((await attempt(await automaticText(publicLead))).status, 'sent');
  });

  it('is sent to a customer', async () => {
    const { status } = await organization.api.post(`/v1/leads/${publicLead}/convert`);
    assert.equal(status, 201);
    assert.equal((await attempt(await automaticText(publicLead))).status, 'sent');
  });

  it('is sent after the contact has texted, or a user has texted the contact', async () => {
    const received = { lead_id: publicLead, channel: 'sms', direction: 'inbound', body: 'Hi!' };
    assert.equal((await organization.api.post('/v1/communications', received)).status, 201);
    assert.equal((await attempt(await automaticText(publicLead))).status, 'sent');
  });

  it('is sent to a lead that an office entered', async () => {
    assert.equal((await attempt(await automaticText(await newLead()))).status, 'sent');
  });
});
