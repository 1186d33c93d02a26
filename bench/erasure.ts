import { freshLead } from '../server/testing/leads.ts';
import { addHistory } from '../server/testing/long-history.ts';
import { type Print, percentile, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { startTestBed } from './lib/test-bed.ts';

const ENTRIES = 10_000;
const TARGET_SECONDS = 10;
const READS = 200;
const KEY = 'a'.repeat(64);

/** A person with a history of years is erased, while another organization reads. */
export async function erasure(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ THROUGHLINE_SECRET_KEY: KEY });
  const [token, otherToken] = await testBed.createOrganizations(2);
  const call = callerOf(testBed, token!);
  const other = callerOf(testBed, otherToken!);
  const lead = freshLead({ name: 'Dana Whitfield', email: 'dana@example.com' });
  const captured = (await call('POST', '/v1/leads', lead)).body as never;
  await addHistory(testBed.sql, captured, ENTRIES, 'Asked about the filter again.');
  await testBed.sql.query('vacuum analyze');
  const { lead_id: otherLead } = (await other('POST', '/v1/leads', freshLead())).body;
  const read = async () => {
    const startedAt = performance.now();
    await other('GET', `/v1/leads/${otherLead}`);
    return performance.now() - startedAt;
  };
  const quiet: number[] = [];
  for (let n = 0; n < READS; n += 1) quiet.push(await read());

  const startedAt = performance.now();
  const { lead_id } = captured as { lead_id: string };
  const { status, body } = await call('POST', `/v1/leads/${lead_id}/erase`);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  const busy: number[] = [];
  for (;;) {
    busy.push(await read());
    const now = await call('GET', `/v1/erasures/${body.erasure_id}`);
    if (now.body.status === 'completed') break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  print(`${ENTRIES} entries erased in ${seconds.toFixed(1)} s`);
  return [inSeconds(seconds), besides(quiet, busy)];
}

function inSeconds(seconds: number): Row {
  return {
    name: `erasing a person with ${ENTRIES} entries`,
    measured: `${seconds.toFixed(1)} s`,
    against: `${TARGET_SECONDS} s`,
    ratio: seconds / TARGET_SECONDS,
    target: '≤ 1',
    passed: seconds <= TARGET_SECONDS,
  };
}

/** The worst of a hundred reads: it would show a lock that is held for long. */
function besides(quiet: readonly number[], busy: readonly number[]): Row {
  const [before, during] = [percentile(quiet, 0.95), percentile(busy, 0.95)];
  const limit = Math.max(before, 10);
  return {
    name: 'read of another organization meanwhile, p95',
    measured: `${during.toFixed(1)} ms`,
    against: `${before.toFixed(1)} ms`,
    ratio: during / limit,
    target: '≤ 10 of max(quiet, 10 ms)',
    passed: during <= 10 * limit,
  };
}
