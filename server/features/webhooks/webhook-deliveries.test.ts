import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newUuid, toPublicId, toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { randomFor } from '../../testing/seed.ts';
import { cancelDeliveries } from './cancel-deliveries.task.ts';
import { CANCELED_AT_ONCE } from './delivery-queries.ts';

const PATH = '/v1/webhook-endpoints';

interface Listed {
  delivery_id: string;
  event_type: string;
  status: string;
}

describe('deliveries', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function createEndpoint({ api } = organization): Promise<string> {
    const { body } = await api.post(PATH, { url: 'https://receiver.example.com/' });
    return body.webhook_endpoint_id;
  }

  /** Inserts deliveries of the organization's first event, as the engine leaves them. */
  async function insert(
    endpoint: string,
    rows: { status?: string; type?: string; attempts?: object[]; replay?: string }[],
    { organizationId } = organization,
  ): Promise<string[]> {
    const ids = rows.map(() => newUuid());
    await service.owner.query(
      `insert into webhook_deliveries
         (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number,
          ordered, status, attempts, next_attempt_at, created_at, settled_at, replay_id, event_logged_at)
       select $1, $2, n.id, e.seq, e.event_id, n.type, '100042-7', false, n.status, n.attempts,
              case when n.status = 'pending' then $8::timestamptz + interval '1 hour' end, $8,
              case when n.status <> 'pending' then $8::timestamptz end, n.replay, e.logged_at
       from events e,
         unnest($3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::uuid[]) as n (id, status, type, attempts, replay)
       where e.organization_id = $1 and e.seq = 1`,
      [
        toUuid('organization', organizationId),
        toUuid('webhook_endpoint', endpoint),
        ids,
        rows.map(({ status = 'pending' }) => status),
        rows.map(({ type = 'lead.created' }) => type),
        rows.map(({ attempts = [] }) => JSON.stringify(attempts)),
        rows.map(({ replay }) => (replay ? toUuid('replay', replay) : null)),
        service.clock.now(),
      ],
    );
    return ids.map((id) => toPublicId('delivery', id));
  }

  const ATTEMPTS = [
    {
      at: '2027-03-01T15:00:00.000Z',
      duration_ms: 15_000,
      status_code: null,
      error: 'timeout',
      response: null,
    },
    {
      at: '2027-03-01T15:00:20.000Z',
      duration_ms: 12,
      status_code: 503,
      error: 'bad_status',
      response: 'Come back later',
    },
  ];

  it('are returned with every attempt, and listed with the last one', async () => {
    const endpoint = await createEndpoint();
    const [id] = await insert(endpoint, [{ attempts: ATTEMPTS }]);
    const { status, body } = await organization.api.get(`${PATH}/${endpoint}/deliveries/${id}`);
    assert.equal(status, 200);
    const { attempts, ...summary } = body;
    assert.deepEqual(attempts, ATTEMPTS);
    const first = (await organization.api.get('/v1/events?limit=1')).body.data[0];
    const now = service.clock.now();
    assert.deepEqual(summary, {
      delivery_id: id,
      webhook_endpoint_id: endpoint,
      event_id: first.id,
      event_seq: 1,
      event_type: 'lead.created',
      lifecycle_number: '100042-7',
      replay_id: null,
      status: 'pending',
      attempt_count: 2,
      last_status_code: 503,
      last_error: 'bad_status',
      next_attempt_at: new Date(now.getTime() + 3_600_000).toISOString(),
      created_at: now.toISOString(),
      settled_at: null,
    });
    const list = await organization.api.get(`${PATH}/${endpoint}/deliveries`);
    assert.deepEqual(list.body.data, [summary]);
    const { health } = (await organization.api.get(`${PATH}/${endpoint}`)).body;
    assert.equal(health.pending, 1);
  });

  it('are found only under their own endpoint', async () => {
    const [one, other] = [await createEndpoint(), await createEndpoint()];
    const [id] = await insert(one, [{}]);
    assert.equal((await organization.api.get(`${PATH}/${other}/deliveries/${id}`)).status, 404);
    const retry = await organization.api.post(`${PATH}/${other}/deliveries/${id}/retry`);
    assert.equal(retry.status, 404);
    assert.deepEqual((await organization.api.get(`${PATH}/${other}/deliveries`)).body.data, []);
  });

  it('are filtered by status and event type in any combination, newest first, page by page', async () => {
    const endpoint = await createEndpoint();
    const types = ['lead.created', 'lead.qualified', 'job.created', 'invoice.paid'];
    const statuses = ['pending', 'delivered', 'failed', 'canceled'];
    const replay = await createReplay(endpoint);
    const rows = Array.from({ length: 40 }, (_, index) => ({
      replay,
      type: types[(index * 7) % 5] ?? 'lead.created',
      status: statuses[(index * 3 + 1) % 4]!,
    }));
    const ids = await insert(endpoint, rows);
    const all = rows.map((row, index) => ({ ...row, id: ids[index]! })).reverse();
    const random = randomFor('filters of deliveries');
    for (const status of [null, ...statuses]) {
      for (const pattern of [null, ...types, 'lead.*', '*']) {
        // Each of them alone, and a sample of the combinations.
        if (status !== null && pattern !== null && random.chance(0.8)) continue;
        const query = [
          ...(status ? [`status=${status}`] : []),
          ...(pattern ? [`event_type=${pattern}`] : []),
        ];
        const expected = all
          .filter((row) => status === null || row.status === status)
          .filter(
            ({ type }) =>
              pattern === null || pattern === '*' || type.startsWith(pattern.replace('*', '')),
          )
          .map(({ id }) => id);
        const found: string[] = [];
        let cursor = '';
        do {
          const path = `${PATH}/${endpoint}/deliveries?limit=15&${[...query, cursor].join('&')}`;
          const { body } = await organization.api.get(path.replace(/&$/, ''));
          found.push(...body.data.map(({ delivery_id }: Listed) => delivery_id));
          cursor = body.next_cursor === null ? '' : `cursor=${body.next_cursor}`;
        } while (cursor !== '');
        assert.deepEqual(found, expected, `${status} ${pattern}`);
      }
    }
    for (const query of [
      'status=lost',
      'event_type=lead.exploded',
      'event_type=Lead',
      'cursor=x',
    ]) {
      const { status } = await organization.api.get(`${PATH}/${endpoint}/deliveries?${query}`);
      assert.equal(status, 422, query);
    }
  });

  it('can be retried now while they are pending', async () => {
    const own = await service.newOrganization();
    await own.api.post('/v1/leads', freshLead());
    const endpoint = await createEndpoint(own);
    const [id] = await insert(endpoint, [{ attempts: ATTEMPTS }], own);
    service.clock.advance(60_000);
    const path = `${PATH}/${endpoint}/deliveries/${id}`;
    const before = (await own.api.get(path)).body;
    const retried = await own.api.post(`${path}/retry`);
    assert.equal(retried.status, 200);
    const now = service.clock.now().toISOString();
    assert.deepEqual(retried.body, { ...before, next_attempt_at: now });
    assert.deepEqual((await own.api.get(path)).body, retried.body);
    const { body: events } = await own.api.get('/v1/events?type=webhook_delivery.retried');
    const { attempts: _, ...summary } = retried.body;
    assert.deepEqual(events.data[0].data, summary);
    assert.deepEqual(events.data[0].previous, { next_attempt_at: before.next_attempt_at });
  });

  it('that are settled are not retried; the problem points to a replay', async () => {
    const endpoint = await createEndpoint();
    for (const status of ['delivered', 'failed', 'canceled']) {
      const [id] = await insert(endpoint, [{ status, replay: await createReplay(endpoint) }]);
      const response = await organization.api.post(`${PATH}/${endpoint}/deliveries/${id}/retry`);
      assert.equal(response.status, 409);
      assert.equal(response.body.code, 'delivery_settled');
      assert.match(response.body.detail, /\/replays \{ "event_ids": \["event_/);
    }
  });

  async function createReplay(endpoint: string, { api } = organization): Promise<string> {
    const { body } = await api.post(`${PATH}/${endpoint}/replays`, { from_seq: 1 });
    return body.replay_id;
  }

  it('that are pending are canceled when their endpoint is deleted, and so are its replays', async () => {
    const endpoint = await createEndpoint();
    const other = await createEndpoint();
    const replay = await createReplay(endpoint);
    const rows = [{}, { replay }, { status: 'delivered', replay }, { status: 'failed', replay }];
    const ids = await insert(endpoint, rows);
    const [kept] = await insert(other, [{}]);
    assert.equal((await organization.api.delete(`${PATH}/${endpoint}`)).status, 200);
    const statuses = await Promise.all(
      ids.map(async (id) => {
        const { body } = await organization.api.get(`${PATH}/${endpoint}/deliveries/${id}`);
        return [body.status, body.next_attempt_at === null];
      }),
    );
    assert.deepEqual(statuses, [
      ['canceled', true],
      ['canceled', true],
      ['delivered', true],
      ['failed', true],
    ]);
    const { body } = await organization.api.get(`${PATH}/${endpoint}/replays/${replay}`);
    assert.deepEqual([body.status, body.canceled, body.delivered], ['canceled', 1, 1]);
    const untouched = await organization.api.get(`${PATH}/${other}/deliveries/${kept}`);
    assert.equal(untouched.body.status, 'pending');
  });

  /** Copies the only delivery of the organization, without triggers, which take ten times as long. */
  async function copyDelivery({ organizationId }: TestOrganization, copies: number) {
    const columns = `organization_id, webhook_endpoint_id, event_seq, event_id, event_type, ordered, status,
      next_attempt_at, created_at, replay_id, event_logged_at`;
    const { owner } = service;
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await owner.query(
      `insert into webhook_deliveries (delivery_id, ${columns})
       select gen_random_uuid(), ${columns} from webhook_deliveries, generate_series(1, $2)
       where organization_id = $1`,
      [toUuid('organization', organizationId), copies],
    );
    await owner.query('commit');
  }

  it('are counted up to 10,000', async () => {
    const own = await service.newOrganization();
    const endpoint = await createEndpoint(own);
    const replay = await createReplay(endpoint, own);
    await insert(endpoint, [{ replay }], own);
    const counted = async () => (await own.api.get(`${PATH}/${endpoint}`)).body.health.pending;
    await copyDelivery(own, 9_998);
    assert.equal(await counted(), 9_999);
    await insert(endpoint, [{ replay }, { replay }], own);
    assert.equal(await counted(), 10_000);
  });

  it('are canceled by the worker when there are too many for one request', async () => {
    const own = await service.newOrganization();
    const endpoint = await createEndpoint(own);
    const replay = await createReplay(endpoint, own);
    const count = 2 * CANCELED_AT_ONCE + 3;
    await insert(endpoint, [{ replay }], own);
    await copyDelivery(own, count - 1);
    const path = `${PATH}/${endpoint}`;
    assert.equal((await own.api.get(path)).body.health.pending, count);
    await own.api.delete(path);
    const uuids = {
      organization_id: toUuid('organization', own.organizationId)!,
      webhook_endpoint_id: toUuid('webhook_endpoint', endpoint)!,
      replay_id: null,
    };
    const { rows: queued } = await service.owner.query(
      `select data from pgboss.job where name = 'cancel-webhook-deliveries' and data->>'organization_id' = $1`,
      [uuids.organization_id],
    );
    assert.deepEqual(queued, [{ data: uuids }]);
    assert.equal((await own.api.get(path)).body.health.pending, CANCELED_AT_ONCE + 3);

    const task = {
      id: newUuid(),
      data: uuids,
      queuedAt: new Date(),
      signal: new AbortController().signal,
    };
    await cancelDeliveries.handle(service.taskContext, [task, task]);
    assert.equal((await own.api.get(path)).body.health.pending, 0);
    const { body } = await own.api.get(`${path}/replays/${replay}`);
    assert.equal(body.canceled, count);
  });
});
