import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import Type from 'typebox';
import { eventTypeFor, pendingEvent } from '../../platform/events/event.ts';
import { newUuid, toPublicId, toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const SYSTEM = { type: 'system', id: null, name: 'test' } as const;
const leadLike = eventTypeFor(Type.Object({}), 'leads:read')('lead.created', '', String);
const PATH = '/v1/webhook-endpoints';

describe('replays', () => {
  /** Created after the first events. */
  let endpoint: string;
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    for (let n = 0; n < 5; n += 1) await organization.api.post('/v1/leads', freshLead());
    endpoint = await createEndpoint();
  });

  async function createEndpoint({ api } = organization): Promise<string> {
    const { body } = await api.post(PATH, { url: 'https://receiver.example.com/' });
    return body.webhook_endpoint_id;
  }
  const start = (body: object, of = endpoint, { api } = organization) =>
    api.post(`${PATH}/${of}/replays`, body);
  async function log({ api } = organization): Promise<{ id: string; seq: number; type: string }[]> {
    return (await api.get('/v1/events?limit=200')).body.data;
  }
  /** The plan that the engine follows. */
  async function planOf(replay: { replay_id: string }) {
    const { rows } = await service.owner.query(
      `select kind, request, position::integer, to_seq::integer, total::integer from webhook_replays
       where replay_id = $1`,
      [toUuid('replay', replay.replay_id)],
    );
    return rows[0];
  }
  async function insertDelivery(of: string, seq: number, status: string, replay?: string) {
    await service.owner.query(
      `insert into webhook_deliveries
         (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, ordered, status,
          next_attempt_at, created_at, settled_at, replay_id, event_logged_at)
       select organization_id, $2, $3, seq, event_id, type, false, $5,
              case when $5 = 'pending' then $6::timestamptz end, $6,
              case when $5 <> 'pending' then $6::timestamptz end, $7, logged_at
       from events where organization_id = $1 and seq = $4`,
      [
        toUuid('organization', organization.organizationId),
        toUuid('webhook_endpoint', of),
        newUuid(),
        seq,
        status,
        service.clock.now(),
        replay ? toUuid('replay', replay) : null,
      ],
    );
  }

  it('by ids include events from before the endpoint, each once, in log order', async () => {
    const events = await log();
    const wanted = [events[6]!, events[2]!, events[6]!, events[0]!];
    const { status, body } = await start({ event_ids: wanted.map(({ id }) => id) });
    assert.equal(status, 202);
    const now = service.clock.now().toISOString();
    assert.deepEqual(body, {
      replay_id: body.replay_id,
      webhook_endpoint_id: endpoint,
      kind: 'events',
      status: 'running',
      from_seq: null,
      to_seq: null,
      failed_since: null,
      total: 3,
      queued: 0,
      delivered: 0,
      failed: 0,
      pending: 0,
      canceled: 0,
      created_at: now,
      completed_at: null,
    });
    assert.deepEqual(await planOf(body), {
      kind: 'events',
      request: { event_seqs: [1, 3, 7] },
      position: 0,
      to_seq: 7,
      total: 3,
    });
    const { body: emitted } = await organization.api.get(
      '/v1/events?type=webhook_endpoint.replay_started&limit=200',
    );
    assert.deepEqual(emitted.data.at(-1).data, body);
  });

  it('by ids report every id that is unknown, malformed, or from another organization', async () => {
    const other = await service.newOrganization();
    const [foreign] = await log(other);
    const [own] = await log();
    const ids = [own!.id, foreign!.id, toPublicId('event', newUuid()), 'event_1', endpoint];
    const { status, body } = await start({ event_ids: ids });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: Record<string, string>) => [error.pointer, error.code]),
      [1, 2, 3, 4].map((index) => [`/event_ids/${index}`, 'unknown_event']),
    );
  });

  it('by ids accept a thousand at once', async () => {
    const own = await service.newOrganization();
    const of = await createEndpoint(own);
    const events = Array.from({ length: 1_001 }, () => pendingEvent(leadLike, {}));
    const organizationId = toUuid('organization', own.organizationId)!;
    await service.database.transaction({ organizationId, actor: SYSTEM }, async (tx) => {
      tx.emit(null, ...events);
    });
    const ids = events.map(({ event_id }) => toPublicId('event', event_id));
    const { status, body } = await start({ event_ids: ids.slice(0, 1_000) }, of, own);
    assert.equal(status, 202);
    assert.equal(body.total, 1_000);
    assert.equal((await start({ event_ids: ids }, of, own)).status, 422);
  });

  it('of a range end at the current end of the log', async () => {
    const last = (await log()).at(-1)!.seq;
    const open = await start({ from_seq: 3 });
    assert.deepEqual(await planOf(open.body), {
      kind: 'range',
      request: { from_seq: 3, to_seq: last },
      position: 2,
      to_seq: last,
      total: last - 2,
    });
    const closed = await start({ from_seq: 2, to_seq: 4 });
    assert.deepEqual([closed.body.from_seq, closed.body.to_seq, closed.body.total], [2, 4, 3]);
    const beyond = await start({ from_seq: 1, to_seq: 1_000_000 });
    assert.equal(beyond.body.to_seq, last + 2);
    const pastTheEnd = await start({ from_seq: 1_000 });
    assert.equal(pastTheEnd.status, 422);
    assert.equal(pastTheEnd.body.errors[0].pointer, '/from_seq');
  });

  it('of failures count each failed event once', async () => {
    const of = await createEndpoint();
    const replay = (await start({ from_seq: 1 }, of)).body.replay_id;
    await insertDelivery(of, 2, 'failed');
    service.clock.advance(60_000);
    const since = service.clock.now().toISOString();
    await insertDelivery(of, 3, 'failed');
    await insertDelivery(of, 3, 'failed', replay);
    await insertDelivery(of, 4, 'delivered');
    await insertDelivery(of, 5, 'failed');
    await insertDelivery(of, 6, 'pending');
    const { status, body } = await start({ failed_since: since.replace('Z', '+00:00') }, of);
    assert.equal(status, 202);
    assert.deepEqual([body.kind, body.failed_since, body.total], ['failed', since, 2]);
    assert.deepEqual(await planOf(body), {
      kind: 'failed',
      request: { failed_since: since },
      position: 0,
      to_seq: 5,
      total: 2,
    });
    service.clock.advance(1);
    const nothing = await start({ failed_since: service.clock.now().toISOString() }, of);
    assert.equal(nothing.status, 202);
    assert.equal(nothing.body.total, 0);
  });

  it('report every invalid field', async () => {
    const id = (await log())[0]!.id;
    const since = '2027-03-01T00:00:00Z';
    const wrong: [body: object, errors: string[]][] = [
      [{}, [' required']],
      [{ event_ids: [] }, ['/event_ids too_short']],
      [{ event_ids: [id], from_seq: 1 }, ['/from_seq not_allowed']],
      [
        { event_ids: [id], from_seq: 1, failed_since: since },
        ['/failed_since not_allowed', '/from_seq not_allowed'],
      ],
      [{ event_ids: [id], to_seq: 1 }, ['/to_seq not_allowed']],
      [{ to_seq: 1 }, [' required', '/to_seq not_allowed']],
      [{ from_seq: 0 }, ['/from_seq out_of_range']],
      [{ from_seq: 4, to_seq: 3 }, ['/to_seq out_of_range']],
      [{ from_seq: 1.5 }, ['/from_seq wrong_type']],
      [{ failed_since: 'yesterday' }, ['/failed_since invalid_format']],
      [{ failed_since: '2027-03-01T00:00:00' }, ['/failed_since invalid_format']],
      [{ failed_since: '2047-03-01T00:00:00Z' }, ['/failed_since out_of_range']],
    ];
    for (const [body, errors] of wrong) {
      const response = await start(body);
      assert.equal(response.status, 422, JSON.stringify(body));
      const found = response.body.errors.map(
        (error: Record<string, string>) => `${error.pointer} ${error.code}`,
      );
      assert.deepEqual(found.sort(), errors, JSON.stringify(body));
    }
  });

  it('show their progress, one by one and in a list, newest first', async () => {
    const of = await createEndpoint();
    const first = (await start({ from_seq: 1, to_seq: 6 }, of)).body;
    const second = (await start({ from_seq: 2 }, of)).body;
    for (const [seq, status] of [
      'delivered',
      'delivered',
      'failed',
      'pending',
      'canceled',
    ].entries()) {
      await insertDelivery(of, seq + 1, status, first.replay_id);
    }
    const path = `${PATH}/${of}/replays`;
    const { body } = await organization.api.get(`${path}/${first.replay_id}`);
    assert.deepEqual([body.delivered, body.failed, body.pending, body.canceled], [2, 1, 1, 1]);
    const list = await organization.api.get(path);
    assert.deepEqual(list.body.data, [second, body]);
    const page = await organization.api.get(`${path}?limit=1`);
    assert.deepEqual(page.body.data, [second]);
    const rest = await organization.api.get(`${path}?limit=1&cursor=${page.body.next_cursor}`);
    assert.deepEqual(rest.body.data, [body]);
    const elsewhere = await organization.api.get(`${PATH}/${endpoint}/replays/${first.replay_id}`);
    assert.equal(elsewhere.status, 404);
  });

  it('are canceled once, with their pending deliveries', async () => {
    const of = await createEndpoint();
    const { replay_id } = (await start({ from_seq: 1 }, of)).body;
    await insertDelivery(of, 1, 'pending', replay_id);
    await insertDelivery(of, 2, 'delivered', replay_id);
    await insertDelivery(of, 3, 'pending');
    const path = `${PATH}/${of}/replays/${replay_id}`;
    const canceled = await organization.api.post(`${path}/cancel`);
    assert.equal(canceled.status, 200);
    const { body } = canceled;
    assert.deepEqual([body.status, body.pending, body.canceled], ['canceled', 0, 1]);
    assert.equal(body.completed_at, service.clock.now().toISOString());
    service.clock.advance(1_000);
    assert.deepEqual((await organization.api.post(`${path}/cancel`)).body, body);
    const events = (await log()).filter(({ type }) => type === 'webhook_endpoint.replay_canceled');
    assert.equal(events.length, 1);
    const pending = await organization.api.get(`${PATH}/${of}/deliveries?status=pending`);
    assert.equal(
      pending.body.data.length,
      1,
      'deliveries that are not from the replay stay pending',
    );
  });

  it('that are completed can be canceled only while a delivery is pending', async () => {
    const of = await createEndpoint();
    const { replay_id } = (await start({ from_seq: 1 }, of)).body;
    const complete = () =>
      service.owner.query(
        `update webhook_replays set status = 'completed', completed_at = now() where replay_id = $1`,
        [toUuid('replay', replay_id)],
      );
    await complete();
    const path = `${PATH}/${of}/replays/${replay_id}/cancel`;
    const refused = await organization.api.post(path);
    assert.deepEqual([refused.status, refused.body.code], [409, 'replay_completed']);
    await insertDelivery(of, 1, 'pending', replay_id);
    assert.equal((await organization.api.post(path)).body.status, 'canceled');
  });
});
