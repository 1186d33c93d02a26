import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import type { Actor } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { firstOf } from '../../testing/first-of.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { passASecond } from '../../testing/pass-time.ts';
import { callBack } from '../../testing/playbooks.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { applyRetention } from '../privacy/index.ts';

const FORM = {
  name: 'Website',
  title: 'Ask us',
  services: [{ code: 'ac_repair', label: 'AC repair' }],
};

const NIGHT: Actor = { type: 'system', id: null, name: 'retention' };
const uuidOf = ({ organizationId }: TestOrganization) =>
  toUuid('organization', organizationId) ?? '';

describe('suspendOrganization', () => {
  const service = sharedService({
    hasWorker: true,
    ownDatabase: true,
    because: 'asks what is due next',
  });
  const set = (step: 'suspend' | 'resume', { organizationId }: TestOrganization) =>
    service.operator.post(`/v1/organizations/${organizationId}/${step}`);

  /** As every process does, within a second. */
  async function until(status: number, { api }: TestOrganization): Promise<void> {
    passASecond();
    assert.equal((await api.get('/v1/leads')).status, status);
  }

  it('refuses the tokens of the organization until it is resumed, and says what to do', async () => {
    const company = await service.newOrganization();
    const { status, body } = await set('suspend', company);
    assert.equal(status, 200);
    assert.equal(body.suspended_at, service.clock.now().toISOString());
    await until(403, company);
    for (const path of ['/v1/leads', '/v1/me', '/v1/events']) {
      const refused = await company.api.get(path);
      assert.deepEqual([refused.status, refused.body.code], [403, 'organization_suspended']);
      assert.match(refused.body.detail, /Ask the operator of this service to resume it\.$/);
    }
    assert.equal((await company.api.post('/v1/leads', freshLead())).status, 403);
    // Calling twice is calling once.
    assert.deepEqual((await set('suspend', company)).body, body);

    assert.equal((await set('resume', company)).body.suspended_at, null);
    assert.equal((await set('resume', company)).status, 200);
    await until(200, company);
    const { body: log } = await company.api.get(
      '/v1/events?type=organization.suspended,organization.resumed',
    );
    const seen = log.data.slice(-2);
    assert.deepEqual(
      seen.map(({ type, actor }: { type: string; actor: { name: string } }) => [type, actor.name]),
      [
        ['organization.suspended', 'Bootstrap token'],
        ['organization.resumed', 'Bootstrap token'],
      ],
    );
    assert.deepEqual(seen[1].previous, { suspended_at: body.suspended_at });
  });

  it('lets all its work stand still, and loses none of it', async (t) => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.stop());
    const company = await service.newOrganization();
    const { api } = company;
    const endpoint = { url: receiver.url, event_types: ['follow_up.*', 'organization.*'] };
    await created(api.post('/v1/webhook-endpoints', endpoint));
    const lead = await created(api.post('/v1/leads', freshLead()));
    const { lead_id } = lead;
    const wait = { id: 'later', do: 'wait', with: { duration: 'PT1H' } };
    const end = { id: 'end', do: 'stop', with: { reason: 'Done' } };
    const playbook = await created(api.post('/v1/playbooks', callBack({ steps: [wait, end] })));
    const { body: run } = await api.post(`/v1/playbooks/${playbook.playbook_id}/run`, { lead_id });
    const runPath = `/v1/playbook-runs/${run.run_id}`;
    await eventually(async () => (await api.get(runPath)).body.status === 'waiting');
    const task = { lead_id, channel: 'task', body: 'Call', delay: 'PT1H' };
    const followUp = await created(api.post('/v1/follow-ups', task));
    await eventually(() => receiver.requests.length === 1);
    await set('suspend', company);
    await until(403, company);

    service.clock.advance(2 * 3_600_000);
    const quotas = `/v1/organizations/${company.organizationId}/quotas`;
    assert.equal((await service.operator.patch(quotas, { users: 60 })).status, 200);
    const nightly = { organizationId: uuidOf(company), actor: NIGHT };
    await service.database.transaction(nightly, async (tx) => enqueue(tx, applyRetention, {}));
    const PARKED = `select name from pgboss.job where data->>'parked' = 'true'`;
    await eventually(async () => (await service.owner.query(PARKED)).rowCount);

    // Another organization's work of the same kind is done meanwhile.
    const other = await service.newOrganization();
    const { lead_id: theirs } = await created(other.api.post('/v1/leads', freshLead()));
    const due = { ...task, lead_id: theirs, delay: 'PT0S' };
    const { follow_up_id } = await created(other.api.post('/v1/follow-ups', due));
    const path = `/v1/follow-ups/${follow_up_id}`;
    await eventually(async () => (await other.api.get(path)).body.status === 'due');
    const select = 'select r.status, f.status as follow_up from playbook_runs r, follow_ups f';
    const { rows } = await service.owner.query(
      `${select} where r.organization_id = f.organization_id and f.body = 'Call' and f.due_at = $1`,
      [followUp.due_at],
    );
    assert.deepEqual(rows, [{ status: 'waiting', follow_up: 'scheduled' }]);
    assert.equal(receiver.requests.length, 1);
    // What stands still is no reason for the engines to look again.
    const NEXT = 'select least(next_follow_up_at(), next_playbook_run_at()) as at';
    const { at } = firstOf((await service.owner.query(NEXT)).rows);
    assert(at === null || at > service.clock.now(), String(at));

    await set('resume', company);
    await until(200, company);
    await eventually(async () => (await api.get(runPath)).body.status === 'stopped');
    const done = `/v1/follow-ups/${followUp.follow_up_id}`;
    await eventually(async () => (await api.get(done)).body.status === 'due');
    const types = () => receiver.requests.map(({ body }) => body.type).sort();
    await eventually(() => types().length === 5);
    assert.deepEqual(types(), [
      'follow_up.created',
      'follow_up.due',
      'organization.quotas_updated',
      'organization.resumed',
      'organization.suspended',
    ]);
    assert.equal((await service.owner.query(PARKED)).rowCount, 0);
  });

  it('closes its forms and calendar feeds, and opens them again', async () => {
    const company = await service.newOrganization();
    const form = await created(company.api.post('/v1/forms', FORM));
    const address = `${service.url}/f/${form.form_key}`;
    const user = { name: 'Rosa', email: 'rosa@example.com', role: 'technician' };
    const { user_id } = await created(company.api.post('/v1/users', user));
    const feed = await created(company.api.post(`/v1/users/${user_id}/calendar-key`));
    for (const url of [address, feed.url]) assert.equal((await fetch(url)).status, 200);
    const isClosed = () => isSuspended(service.database, uuidOf(company));
    await set('suspend', company);
    // Not by asking the page, which counts the requests of an address.
    passASecond();
    await eventually(isClosed);
    const closed = await fetch(address);
    assert.equal(closed.status, 403);
    assert.match(await closed.text(), /This form is closed at the moment/);
    assert.equal((await fetch(feed.url)).status, 403);
    const sent = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ phone: '1' }),
    });
    assert.equal(sent.status, 403);
    await set('resume', company);
    passASecond();
    await eventually(async () => !(await isClosed()));
    for (const url of [address, feed.url]) assert.equal((await fetch(url)).status, 200);
  });

  it('is for operators only, and not for their own organization', async () => {
    const company = await service.newOrganization();
    for (const step of ['suspend', 'resume']) {
      const own = await company.api.post(`/v1/organizations/${company.organizationId}/${step}`);
      assert.deepEqual([own.status, own.body.required_scopes], [403, ['operator']]);
    }
    const { body } = await service.operator.get('/v1/organization');
    const path = `/v1/organizations/${body.organization_id}/suspend`;
    const refused = await service.operator.post(path);
    assert.deepEqual([refused.status, refused.body.code], [409, 'own_organization']);
    // There is still no list of them.
    assert.equal((await service.operator.get('/v1/organizations')).status, 405);
  });
});
