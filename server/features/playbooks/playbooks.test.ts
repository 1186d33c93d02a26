import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import type { ApiClient, ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { callBack, callTask } from '../../testing/playbooks.ts';
import { installReadyPlaybooksEverywhere } from './install-ready-playbooks.ts';
import { READY_PLAYBOOKS } from './ready/index.ts';

/** The first definition in docs/playbooks.md. */
const SPEED_TO_LEAD = JSON.parse(
  /```json\n([\s\S]+?)```/.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/playbooks.md'), 'utf8'),
  )![1]!,
);

describe('playbooks', () => {
  let organization: TestOrganization;
  let api: ApiClient;
  const service = sharedService();
  beforeEach(async () => {
    organization = await service.newOrganization();
    api = organization.api;
  });

  const create = (fields: object = {}) => created(api.post('/v1/playbooks', callBack(fields)));
  const eventsOf = async (type: string) =>
    (await api.get(`/v1/events?limit=200&type=${type}`)).body.data;

  it('can be created, read, listed and updated, and emit events', async () => {
    const first = await create({ ...SPEED_TO_LEAD, description: 'Answers fast.' });
    assert.equal(first.version, 1);
    assert.equal(first.in_flight, 0);
    assert.equal(first.key, null);
    assert.deepEqual(first.steps, SPEED_TO_LEAD.steps);
    assert.deepEqual(first.trigger, SPEED_TO_LEAD.trigger);
    assert.deepEqual(first.stop_on, SPEED_TO_LEAD.stop_on);
    const path = `/v1/playbooks/${first.playbook_id}`;
    assert.deepEqual((await api.get(path)).body, first);
    service.clock.advance(60_000);
    const { status, body } = await api.patch(path, { enabled: false, name: ' Faster ' });
    assert.equal(status, 200);
    const updated_at = service.clock.now().toISOString();
    assert.deepEqual(body, { ...first, enabled: false, name: 'Faster', updated_at });
    const { data } = (await api.get('/v1/playbooks')).body;
    assert.deepEqual(data[0], body);
    assert.equal(data.length, 11);
    const { in_flight: _, in_flight_by_version: __, ...state } = first;
    const [created] = await eventsOf('playbook.created');
    assert.deepEqual(created.data, state);
    const [updated] = await eventsOf('playbook.updated');
    assert.deepEqual(updated.previous, {
      name: first.name,
      enabled: true,
      updated_at: first.updated_at,
    });
  });

  it('include five disabled ready playbooks in every organization', async () => {
    const { data } = (await api.get('/v1/playbooks')).body;
    assert.deepEqual(
      data.map(({ key, name, description, enabled, version, steps }: ApiResponse['body']) => ({
        key,
        name,
        description,
        enabled,
        version,
        steps,
      })),
      READY_PLAYBOOKS.map(({ key, name, description, definition }) => ({
        key,
        name,
        description,
        enabled: false,
        version: 1,
        steps: definition.steps,
      })),
    );
    assert.deepEqual(await eventsOf('playbook.created'), []);
    const path = `/v1/playbooks/${data[0].playbook_id}`;
    assert.equal((await api.patch(path, { enabled: true, steps: [callTask()] })).body.version, 2);
  });

  it('include ready playbooks in older organizations, installed once, without overwriting changed ones', async () => {
    const uuid = toUuid('organization', organization.organizationId);
    const rows = async () =>
      (
        await service.owner.query(
          'select key, version from playbooks where organization_id = $1 order by key',
          [uuid],
        )
      ).rows;
    const [changed] = (await api.get('/v1/playbooks')).body.data;
    await api.patch(`/v1/playbooks/${changed.playbook_id}`, { steps: [callTask()] });
    const all = await rows();
    // As if two of them had not existed when the organization was created.
    await service.owner.query(
      `update playbooks set key = null where organization_id = $1 and key like '%e%_' and key <> $2`,
      [uuid, changed.key],
    );
    await Promise.all([1, 2, 3].map(() => installReadyPlaybooksEverywhere(service.database)));
    const keyed = (await rows()).filter(({ key }) => key !== null);
    assert.deepEqual(
      keyed.map(({ key }) => key),
      all.map(({ key }) => key),
    );
    assert.equal(keyed.find(({ key }) => key === changed.key).version, 2);
    const before = await rows();
    await installReadyPlaybooksEverywhere(service.database);
    assert.deepEqual(await rows(), before);
  });

  it('get a new version only when their definition changes', async () => {
    const { playbook_id } = await create({ stop_on: ['lead.deleted'], concurrency: 5 });
    const path = `/v1/playbooks/${playbook_id}`;
    const versionAfter = async (change: object) => {
      const { status, body } = await api.patch(path, change);
      assert.equal(status, 200, JSON.stringify(body));
      return body.version;
    };
    const unchanged = [
      {},
      { name: 'Other' },
      { enabled: true },
      { description: 'x' },
      { steps: [callTask()] },
      { steps: [{ with: { title: 'Call' }, do: 'create_task', id: 'call' }] },
      { stop_on: ['lead.deleted'], trigger: { manual: true }, concurrency: 5 },
    ];
    for (const change of unchanged)
      assert.equal(await versionAfter(change), 1, JSON.stringify(change));
    assert.equal(await versionAfter({ stop_on: [] }), 2);
    assert.equal(await versionAfter({ trigger: { event: 'lead.qualified' } }), 3);
    assert.equal(await versionAfter({ concurrency: null }), 4);
    assert.equal(await versionAfter({ concurrency: 1 }), 5);
    assert.equal(await versionAfter({ steps: [callTask('other')] }), 6);

    const { body } = await api.get(`${path}/versions?limit=4`);
    assert.deepEqual(
      body.data.map(({ version }: { version: number }) => version),
      [6, 5, 4, 3],
    );
    const next = await api.get(`${path}/versions?limit=4&cursor=${body.next_cursor}`);
    assert.deepEqual(
      next.body.data.map(({ version }: { version: number }) => version),
      [2, 1],
    );
    const first = (await api.get(`${path}/versions/1`)).body;
    assert.deepEqual(first, next.body.data[1]);
    assert.deepEqual(
      [first.stop_on, first.concurrency, first.created_by.type],
      [['lead.deleted'], 5, 'token'],
    );
    assert.equal((await api.get(`${path}/versions/7`)).status, 404);
    assert.equal((await api.get(`${path}/versions?cursor=eA`)).status, 422);
  });

  it('get one version per change, without gaps, if many changes arrive at the same time', async () => {
    const { playbook_id } = await create();
    const path = `/v1/playbooks/${playbook_id}`;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.patch(path, { steps: [callTask(`step_${n}`)] })),
    );
    assert.deepEqual(
      responses.map(({ body }) => body.version).sort((a, b) => a - b),
      Array.from({ length: 8 }, (_, n) => n + 2),
    );
    const stored = (await api.get(`${path}/versions?limit=50`)).body.data;
    for (const [n, { body }] of responses.entries()) {
      const { steps } = stored.find((one: { version: number }) => one.version === body.version);
      assert.deepEqual(steps, [callTask(`step_${n}`)]);
    }
    const events = await eventsOf('playbook.updated');
    assert.deepEqual(
      events.map(({ data }: ApiResponse['body']) => data.version),
      Array.from({ length: 8 }, (_, n) => n + 2),
    );
    assert.equal((await api.get(path)).body.version, 9);
  });

  it('refuse a change that is based on an older version', async () => {
    const { playbook_id } = await create();
    const path = `/v1/playbooks/${playbook_id}`;
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.patch(path, { version: 1, steps: [callTask(`s${n}`)] }),
      ),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
    const refused = responses.find(({ status }) => status === 409)!;
    assert.equal(refused.body.code, 'playbook_changed');
    assert.equal(refused.body.version, 2);
  });

  it('can be archived and restored, but not deleted', async () => {
    const { playbook_id } = await create({ enabled: true });
    const path = `/v1/playbooks/${playbook_id}`;
    const archived = (await api.patch(path, { archived: true })).body;
    assert.equal(archived.enabled, false);
    assert.equal(archived.archived_at, service.clock.now().toISOString());
    service.clock.advance(1_000);
    assert.deepEqual((await api.patch(path, { archived: true })).body, archived);
    assert.equal((await api.get('/v1/playbooks')).body.data.length, 10);
    assert.equal((await api.get('/v1/playbooks?include_archived=true')).body.data.length, 11);
    for (const change of [{ enabled: true }, { enabled: true, archived: true }]) {
      assert.equal((await api.patch(path, change)).body.code, 'playbook_archived');
    }
    const restored = (await api.patch(path, { archived: false, enabled: true })).body;
    assert.deepEqual([restored.enabled, restored.archived_at], [true, null]);
    const enabled = (await api.get('/v1/playbooks?enabled=true')).body.data;
    assert.deepEqual(
      enabled.map((one: ApiResponse['body']) => one.playbook_id),
      [playbook_id],
    );
    assert.equal((await api.get('/v1/playbooks?enabled=false')).body.data.length, 10);
    assert.equal((await api.delete(path)).status, 405);
  });

  it('have versions that the database refuses to change, skip or delete', async () => {
    const { playbook_id } = await create();
    const ids = [
      toUuid('organization', organization.organizationId),
      toUuid('playbook', playbook_id),
    ];
    const refused = [
      `update playbook_versions set definition = '{}' where organization_id = $1 and playbook_id = $2`,
      'delete from playbook_versions where organization_id = $1 and playbook_id = $2',
      'delete from playbooks where organization_id = $1 and playbook_id = $2',
      `insert into playbook_versions select organization_id, playbook_id, 3, definition, created_by, created_at
       from playbook_versions where organization_id = $1 and playbook_id = $2`,
    ];
    for (const text of refused) {
      await assert.rejects(service.owner.query(text, ids), { code: '23001' }, text);
    }
    await assert.rejects(
      service.owner.query(
        'update playbooks set version = 2 where organization_id = $1 and playbook_id = $2',
        ids,
      ),
      { code: '23503' },
    );
    for (const table of ['playbooks', 'playbook_versions']) {
      await assert.rejects(service.owner.query(`truncate ${table} cascade`), { code: '23001' });
    }
  });

  it('show how many runs have not ended, per version', async () => {
    const { playbook_id } = await create();
    const path = `/v1/playbooks/${playbook_id}`;
    // Only rows, because this test does not execute runs.
    const insertRun = (version: number, status = 'waiting') =>
      service.owner.query(
        `insert into playbook_runs (organization_id, run_id, playbook_id, playbook_name, version, status, started_by, input,
           depth, born_seq, stop_on, position, due_at, claimable_at, created_at, updated_at, finished_at)
         select $1, gen_random_uuid(), $2, 'Any', $3, $4, '{}', '{}', 0, 0, '{}', 0,
           case when $5 then null else now() end, case when $5 then null else now() end, now(), now(),
           case when $5 then now() end`,
        [
          toUuid('organization', organization.organizationId),
          toUuid('playbook', playbook_id),
          version,
          status,
          !['queued', 'running', 'waiting'].includes(status),
        ],
      );
    await api.patch(path, { steps: [{ id: 'pause', do: 'wait', with: { duration: 'P1D' } }] });
    for (const status of ['queued', 'running', 'waiting']) await insertRun(2, status);
    for (const status of ['completed', 'stopped', 'failed', 'canceled']) await insertRun(2, status);
    const { body } = await api.patch(path, { steps: [callTask(), callTask('again')] });
    assert.deepEqual(
      [body.version, body.in_flight, body.in_flight_by_version],
      [3, 3, [{ version: 2, runs: 3 }]],
    );
    await insertRun(3);
    const counted = [
      { version: 3, runs: 1 },
      { version: 2, runs: 3 },
    ];
    const read = (await api.get(path)).body;
    assert.deepEqual([read.in_flight, read.in_flight_by_version], [4, counted]);
    const [listed] = (await api.get('/v1/playbooks')).body.data;
    assert.deepEqual([listed.in_flight, listed.in_flight_by_version], [4, counted]);
    assert.equal((await api.patch(path, { name: 'x' })).body.in_flight, 4);
  });

  it('follow the event log only once an enabled playbook has an event trigger', async () => {
    const follows = async () => {
      const { rowCount } = await service.owner.query(
        `select from event_cursors where organization_id = $1 and follower = 'playbooks'`,
        [toUuid('organization', organization.organizationId)],
      );
      return rowCount === 1;
    };
    await create({ trigger: { event: 'lead.qualified' } });
    assert(!(await follows()));
    const { playbook_id } = await create({ enabled: true });
    assert(!(await follows()));
    await api.patch(`/v1/playbooks/${playbook_id}`, { trigger: { event: 'lead.qualified' } });
    assert(await follows());
    await create({ enabled: true, trigger: { event: 'lead.qualified' } });
    assert(await follows());
  });
});
