import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { newUuid } from '../../platform/ids.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { setDemo } from '../../testing/set-demo.ts';
import { keyIn, signInStand } from '../../testing/sign-in-stand.ts';
import { buildDemoCompany } from './build-demo-company.task.ts';

const PATH = '/v1/demo-company';

/** build-demo-company.long.test.ts builds a real one. */
describe('the demo company', () => {
  const service = sharedService();
  const { member, post, browserWith } = signInStand(service);
  beforeEach(() => setDemo(service, null));
  after(() => setDemo(service, null));

  const stateOf = async () => (await service.operator.get(PATH)).body;
  const eventsOf = async (step: string): Promise<{ data: unknown }[]> =>
    (await service.operator.get(`/v1/events?type=demo_company.${step}&limit=200`)).body.data;

  async function organizationOfOperator(): Promise<string> {
    const { body } = await service.operator.get('/v1/organization');
    return toUuid('organization', body.organization_id) ?? assert.fail();
  }

  /** Runs the task as a worker would. */
  async function runTask(environment = service.taskContext.environment): Promise<void> {
    const data = { organization_id: await organizationOfOperator() };
    const { signal } = new AbortController();
    const queuedAt = service.clock.now();
    await buildDemoCompany.handle({ ...service.taskContext, environment }, [
      { id: newUuid(), data, queuedAt, signal },
    ]);
  }

  async function countTasks(): Promise<number> {
    const { rows } = await service.owner.query(
      'select count(*)::integer as count from pgboss.job where name = $1',
      [buildDemoCompany.name],
    );
    return rows[0].count;
  }

  it('is for operators: no token of an organization, and no session, can ask for it or open it', async () => {
    const organization = await service.newOrganization();
    const { browser } = await member(organization, 'owner');
    for (const caller of [organization.api, browser]) {
      for (const response of [
        await caller.get(PATH),
        await caller.post(PATH),
        await caller.post(`${PATH}/sign-in-links`),
      ]) {
        assert.deepEqual([response.status, response.body.code], [403, 'scope_missing']);
      }
    }
    assert.equal((await service.as(null).post(PATH)).status, 401);
    assert.equal((await stateOf()).status, 'none');
  });

  it('is asked for once, also if two browsers ask in the same moment', async () => {
    const [events, tasks] = [(await eventsOf('requested')).length, await countTasks()];
    const asked = await Promise.all([1, 2, 3, 4].map(() => service.operator.post(PATH)));
    for (const { status, body } of asked) {
      assert.equal(status, 202);
      assert.deepEqual(body, asked[0]?.body);
      assert.deepEqual([body.status, body.progress], ['building', 0]);
    }
    assert.deepEqual(await stateOf(), asked[0]?.body);
    assert.equal((await eventsOf('requested')).length, events + 1);
    assert.equal(await countTasks(), tasks + 1);
  });

  it('is opened by a link that signs in as its owner, as often as needed', async () => {
    const company = await service.newOrganization();
    const { userId } = await member(company, 'owner');
    const early = await service.operator.post(`${PATH}/sign-in-links`);
    assert.deepEqual([early.status, early.body.code], [409, 'demo_company_not_ready']);

    await setDemo(service, { organizationId: company.organizationId, userId });
    assert.equal((await stateOf()).organization_id, company.organizationId);
    for (const _ of ['today', 'tomorrow']) {
      const { url } = await created(service.operator.post(`${PATH}/sign-in-links`));
      const used = await post('/v1/sign-in-links/use', { key: keyIn(url) });
      assert.equal(used.status, 201, JSON.stringify(used.body));
      const { body: me } = await browserWith(used).get('/v1/me');
      assert.equal(me.user.user_id, userId);
      assert.equal(me.organization.organization_id, company.organizationId);
    }
    const { body: log } = await company.api.get('/v1/events?type=sign_in_link.created');
    assert.equal(log.data[0].actor.name, 'Bootstrap token');
  });

  it('can be asked for again after it could not be built, which says why', async () => {
    await service.operator.post(PATH);
    // Instead of the program, which takes seconds to load.
    const program = 'console.error(`No%20disk.\\nMore.`);process.exit(1)';
    await runTask({ NODE_OPTIONS: `--import=data:text/javascript,${program}` });
    const failed = await stateOf();
    assert.deepEqual([failed.status, failed.failure], ['failed', 'No disk.']);
    assert.deepEqual((await eventsOf('failed')).at(-1)?.data, failed);
    assert.equal((await service.operator.post(PATH)).body.status, 'building');
    assert.equal((await stateOf()).failure, null);
  });

  it('is not built twice if the worker is killed right after the copy', async () => {
    const company = await service.newOrganization();
    const { userId } = await member(company, 'owner');
    const before = (await eventsOf('ready')).length;
    await service.operator.post(PATH);
    await service.owner.query('update demo_company set company_id = $1, owner_id = $2', [
      toUuid('organization', company.organizationId),
      toUuid('user', userId),
    ]);
    assert.equal((await stateOf()).organization_id, null, 'it is not shown before it is ready');
    await runTask({ PORT: 'none' });
    const ready = await stateOf();
    assert.deepEqual([ready.status, ready.progress], ['ready', 100]);
    assert.deepEqual((await eventsOf('ready')).at(-1)?.data, ready);
    // A task that runs again finds nothing to do, and asking again changes nothing.
    await runTask({ PORT: 'none' });
    assert.deepEqual((await service.operator.post(PATH)).body, ready);
    assert.equal((await eventsOf('ready')).length, before + 1);
  });

  it('has no channel that sends, and gets none', async () => {
    const { api, organizationId } = await service.newOrganization();
    const settings = { host: 'mail.example.com', port: 25, from_address: 'office@example.com' };
    const channel = { kind: 'smtp', settings };
    const { channel_id } = await created(api.post('/v1/channels', { ...channel, active: false }));
    await service.owner.query(
      'update organizations set is_demo = true where organization_id = $1',
      [toUuid('organization', organizationId)],
    );
    for (const refused of [
      await api.post('/v1/channels', channel),
      await api.post('/v1/channels', { ...channel, active: false }),
      await api.patch(`/v1/channels/${channel_id}`, { active: true }),
      await api.patch(`/v1/channels/${channel_id}`, {
        settings: { from_address: 'us@example.com' },
      }),
    ]) {
      assert.deepEqual([refused.status, refused.body.code], [409, 'demo_sends_nothing']);
    }
    const { lead_id } = await created(
      api.post('/v1/leads', freshLead({ email: 'dana@example.com' })),
    );
    for (const channel of ['sms', 'email']) {
      const message = {
        lead_id,
        channel,
        subject: channel === 'email' ? 'Hello' : undefined,
        body: 'Hi',
      };
      const { body } = await api.post('/v1/messages', message);
      assert.deepEqual([body.status, body.status_reason], ['not_sent', 'no_channel'], channel);
    }
  });
});
