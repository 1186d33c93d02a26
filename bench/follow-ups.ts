import { setTimeout as sleep } from 'node:timers/promises';
import { type SmsGateway, startSmsGateway } from '../server/testing/sms-gateway.ts';
import { type Print, percentile, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const FOLLOW_UPS = 10_000;
const ORGANIZATIONS = 20;
/** Per organization, with twenty follow-ups each. */
const LEADS = 25;
const SPREAD_SECONDS = 60;
/** Time to write the rows before the first of them is due. */
const HEAD_START_SECONDS = 15;
const TARGET_MS = 2_000;

/** How late follow-ups run while ten thousand become due in one minute, in a single process. */
export async function followUps(print: Print): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const gateway = end.adopt(await startSmsGateway(), (started) => started.stop());
  await using testBed = await startTestBed({
    THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'fatal',
  });
  const rows: Row[] = [];
  for (const channel of ['task', 'sms'] as const) {
    rows.push(await measure(testBed, gateway, channel, print));
  }
  return rows;
}

async function measure(
  testBed: TestBed,
  gateway: SmsGateway,
  channel: 'task' | 'sms',
  print: Print,
): Promise<Row> {
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  for (const token of tokens) await createModels(testBed, gateway, token, channel);
  const firstAt = new Date(Date.now() + HEAD_START_SECONDS * 1000);
  await repeat(testBed, firstAt, channel);
  print(`${FOLLOW_UPS} of channel ${channel}, the first due at ${firstAt.toISOString()}`);
  await sleep(firstAt.getTime() - Date.now() + SPREAD_SECONDS * 1000);
  const latenesses = await untilFired(testBed, channel);
  const p99 = percentile(latenesses, 0.99);
  const committed = await shareCommittedInTime(testBed);
  return {
    name: `lateness of follow-ups (${channel}), ${FOLLOW_UPS.toLocaleString('en')} due in a minute`,
    measured: `p99 ${Math.round(p99)} ms`,
    against: `${TARGET_MS} ms`,
    ratio: p99 / TARGET_MS,
    target: '≤ 1',
    passed: p99 <= TARGET_MS && committed >= 0.99 && latenesses.length === FOLLOW_UPS,
    details: {
      p50_ms: percentile(latenesses, 0.5),
      p99_ms: p99,
      greatest_ms: percentile(latenesses, 1),
      share_committed_in_time: committed,
      fired: latenesses.length,
    },
  };
}

/** Follow-ups created through the API, in an organization that can send at any hour. */
async function createModels(
  testBed: TestBed,
  gateway: SmsGateway,
  token: string,
  channel: 'task' | 'sms',
): Promise<void> {
  const call = callerOf(testBed, token);
  await call('PATCH', '/v1/organization', {
    quiet_hours: { allowed_from: '00:00', allowed_until: '24:00' },
  });
  const settings = { url: gateway.url, secret: 'x'.repeat(32), from_number: '+14155550100' };
  await call('POST', '/v1/channels', { kind: 'sms_gateway', settings });
  const body = 'Hi {{ lead.name }}, still interested?';
  for (let n = 0; n < LEADS; n += 1) {
    const phone = `+1415${String(5_550_000 + n * 37).padStart(7, '0')}`;
    const lead = { name: 'Dana', phone, service_needed: 'repair' };
    const { lead_id } = (await call('POST', '/v1/leads', lead)).body;
    const created = await call('POST', '/v1/follow-ups', { lead_id, channel, delay: 'P1D', body });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  }
}

/** Copies every model many times, spread over the minute. */
async function repeat(testBed: TestBed, firstAt: Date, channel: string): Promise<void> {
  await testBed.sql.query(
    `insert into follow_ups (organization_id, follow_up_id, lifecycle_number, lead_id, channel, body, due_at,
       cancel_on, made_seq, status, created_by, created_at, updated_at)
     select f.organization_id, gen_random_uuid(), f.lifecycle_number, f.lead_id, f.channel, f.body,
            $1::timestamptz + (row_number() over () - 1) * $2::interval, f.cancel_on, f.made_seq, f.status,
            f.created_by, f.created_at, f.updated_at
     from generate_series(1, $3), follow_ups f where f.status = 'scheduled' and f.channel = $4`,
    [
      firstAt,
      `${(SPREAD_SECONDS * 1000) / FOLLOW_UPS} milliseconds`,
      FOLLOW_UPS / ORGANIZATIONS / LEADS,
      channel,
    ],
  );
  await testBed.sql.query('analyze follow_ups');
}

/** By the time of the transaction that fired it. */
async function untilFired(testBed: TestBed, channel: string): Promise<number[]> {
  for (let second = 0; second < 120; second += 1) {
    const { rows } = await testBed.sql.query(
      `select extract(epoch from updated_at - due_at) * 1000 as late from follow_ups
       where channel = $1 and updated_at > created_at`,
      [channel],
    );
    if (rows.length >= FOLLOW_UPS) return rows.map(({ late }) => Number(late));
    await sleep(1_000);
  }
  throw new Error('Not all follow-ups ran');
}

/** As measured by the process itself after the commit, for all that it has run so far. */
async function shareCommittedInTime({ url }: TestBed): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const value = (of: string) => {
    const line = new RegExp(`^throughline_task_lateness_seconds_${of} (\\d+)$`, 'm');
    return Number(line.exec(metrics)?.[1] ?? 0);
  };
  const inTime = value(`bucket\\{le="${TARGET_MS / 1000}",task="follow-ups"\\}`);
  return inTime / value('count\\{task="follow-ups"\\}');
}
