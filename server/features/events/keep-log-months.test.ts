import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventListener } from '../../testing/event-listener.ts';
import { downloadFile, linesOf, restored } from '../../testing/export-files.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import type { TestService } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { ageLog } from '../../testing/older-log.ts';
import { callBack, Playbooks } from '../../testing/playbooks.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { checkEventLog } from './check-event-log.task.ts';
import { keepLogMonths } from './keep-log-months.task.ts';
import { refreshLogGauges } from './log-gauges.ts';

const MONTHS = 12;

const keep = ({ taskContext }: TestService, logMonths: number | null = MONTHS) =>
  keepLogMonths.handle({ ...taskContext, logMonths }, []);

/** The names of the partitions, oldest first. */
async function monthsOf({ owner }: TestService, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
}

/** As if a worker had handled all events. */
async function catchUp({ owner }: TestService): Promise<void> {
  await owner.query(
    `update event_cursors f set last_seq = c.event_seq from organization_counters c
     where c.organization_id = f.organization_id`,
  );
}

const service = sharedService({ ownDatabase: true, because: 'drops partitions' });

describe('the months of the event log', () => {
  it('exist before they begin, and are created again if they are missing', async () => {
    const { database, metrics, owner } = service;
    const ahead = async () => {
      await refreshLogGauges(database, metrics);
      return (await metrics.logMonthsAhead.get()).values[0]?.value;
    };
    assert.equal(await ahead(), 3);
    for (const table of ['events', 'webhook_deliveries']) {
      const [, ...later] = await monthsOf(service, table);
      await owner.query(`drop table ${later.join(', ')}`);
    }
    assert.equal(await ahead(), 0);
    await keep(service, null);
    assert.equal(await ahead(), 3);
    assert.equal((await monthsOf(service, 'webhook_deliveries')).length, 4);
  });

  it('cannot be emptied, and the service reaches them only through the log', async () => {
    for (const name of await monthsOf(service, 'events')) {
      await assert.rejects(service.owner.query(`truncate ${name}`), { code: '23001' }, name);
      const text = `select has_table_privilege('throughline_app', '${name}', 'select') as can`;
      assert.deepEqual((await service.owner.query(text)).rows, [{ can: false }], name);
    }
  });
});

describe('a month of the event log that is older than the operator keeps', () => {
  const other = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  let endpointPath: string;
  /** The last event that is dropped. */
  let dropped: number;

  const capture = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const list = (query = '') => organization.api.get(`/v1/events?limit=200${query}`);
  setUp(async () => {
    await capture();
    const url = 'https://receiver.example.com/';
    const { body } = await organization.api.post('/v1/webhook-endpoints', { url });
    endpointPath = `/v1/webhook-endpoints/${body.webhook_endpoint_id}`;
    dropped = (await list()).body.data.at(-1).seq;
    await ageLog(service.owner, MONTHS + 1);
    await capture();
    await catchUp(service);
  });

  it('is kept as long as no limit is set, or it is within the limit', async () => {
    await keep(service, null);
    await keep(service, MONTHS + 1);
    assert.equal((await list()).body.data[0].seq, 1);
    assert.equal((await list('&after=0')).status, 200);
  });

  it('is kept as long as a follower of the log has not handled its events', async () => {
    const id = uuidFrom('organization', organization.organizationId);
    const move = 'update event_cursors set last_seq = $2 where organization_id = $1';
    await service.owner.query(move, [id, dropped - 1]);
    await keep(service);
    assert.equal((await list()).body.data[0].seq, 1);
    await catchUp(service);
  });

  it('is kept as long as a delivery of one of its events is pending, or a replay of them is running', async () => {
    const { body, status } = await organization.api.post(`${endpointPath}/replays`, {
      from_seq: 1,
    });
    assert.equal(status, 202);
    await keep(service);
    assert.equal((await list()).body.data[0].seq, 1);
    const id = uuidFrom('organization', organization.organizationId);
    await service.owner.query(
      `insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id,
         event_type, ordered, status, next_attempt_at, created_at, event_logged_at)
       select e.organization_id, h.webhook_endpoint_id, gen_random_uuid(), e.seq, e.event_id, e.type, false, 'pending',
         now(), now(), e.logged_at
       from events e join webhook_endpoint_health h using (organization_id) where e.organization_id = $1 and e.seq = 1`,
      [id],
    );
    const canceled = await organization.api.post(
      `${endpointPath}/replays/${body.replay_id}/cancel`,
    );
    assert.equal(canceled.status, 200);
    await catchUp(service);
    await keep(service);
    assert.equal((await list()).body.data[0].seq, 1);
    await service.owner.query(
      `update webhook_deliveries set status = 'canceled', next_attempt_at = null, settled_at = now()
       where organization_id = $1`,
      [id],
    );
  });

  it('is kept as long as a playbook run that one of its events has started has not ended', async () => {
    const playbooks = new Playbooks(organization.api);
    const { lead_id } = await capture();
    const { run_id } = await playbooks.run(await playbooks.make(callBack()), { lead_id });
    await service.owner.query('update playbook_runs set trigger_seq = 1');
    await catchUp(service);
    await keep(service);
    assert.equal((await list()).body.data[0].seq, 1);
    const canceled = await organization.api.post(`/v1/playbook-runs/${run_id}/cancel`);
    assert.equal(canceled.status, 200);
    await catchUp(service);
  });

  it('is dropped as a whole otherwise, and the log starts after it', async () => {
    const before = (await monthsOf(service, 'events')).length;
    await keep(service);
    assert.equal((await monthsOf(service, 'events')).length, before - 1);
    assert.equal((await monthsOf(service, 'webhook_deliveries')).length, before - 1);
    const { body } = await list();
    assert.equal(body.data[0].seq, dropped + 1);
    await checkEventLog.handle(service.taskContext, []);
    await keep(service);
    assert.equal((await list()).body.data[0].seq, dropped + 1);
  });

  it('is refused with events_dropped, which says where to continue', async () => {
    const { status, body } = await list(`&after=${dropped - 1}`);
    assert.deepEqual([status, body.code], [410, 'events_dropped']);
    assert.equal(body.first_seq, dropped + 1);
    assert.deepEqual(body.errors[0].pointer, '/after');
    assert.match(body.detail, new RegExp(`send after=${dropped}\\.`));
    const next = await list(`&after=${dropped}`);
    assert.deepEqual([next.status, next.body.data[0].seq], [200, dropped + 1]);
    const page = await organization.api.get('/v1/events?limit=1');
    const rest = await organization.api.get(`/v1/events?cursor=${page.body.next_cursor}`);
    assert.equal(rest.status, 200);
  });

  it('is refused to streams that continue before its end', async () => {
    const { token } = organization;
    const open = (options: Parameters<typeof EventListener.open>[2]) =>
      EventListener.open(service.url, token, options);
    await assert.rejects(open({ lastEventId: '1' }), /410 events_dropped/);
    await assert.rejects(open({ query: '?after=0' }), /410 events_dropped/);
    const listener = await open({ lastEventId: String(dropped) });
    await listener.until(1);
    assert.equal(listener.seqs[0], dropped + 1);
    listener.close();
  });

  it('is refused to replays, and later events can be replayed', async () => {
    const start = (from_seq: number) =>
      organization.api.post(`${endpointPath}/replays`, { from_seq });
    const { status, body } = await start(dropped);
    assert.deepEqual(
      [status, body.code, body.errors[0].pointer],
      [410, 'events_dropped', '/from_seq'],
    );
    assert.equal((await start(body.first_seq)).status, 202);
  });

  it('is missing from an export, which can be restored', async () => {
    const file = await downloadFile(service, organization);
    const [header] = linesOf(file);
    assert.equal(header?.data.first_seq, dropped + 1);
    const copy = await other.newOrganization();
    const restore = await restored(copy, file);
    assert.equal(restore.status, 'completed', JSON.stringify(restore));
    const { body } = await copy.api.get('/v1/leads');
    assert.equal(body.data.length, 3);
    const complaint = await checkEventLog.handle(other.taskContext, []).then(
      () => '',
      ({ message }: Error) => message,
    );
    assert(!complaint.includes(uuidFrom('organization', copy.organizationId)), complaint);
  });
});
