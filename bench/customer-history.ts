import type { Call } from '../server/testing/booking-walk.ts';
import { freshLead } from '../server/testing/leads.ts';
import { median, type Print, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { startTestBed } from './lib/test-bed.ts';

const SHORT = 100;
const LONG = 10_000;
const AT_ONCE = 16;
const WARM_UP = 30;
const ROUNDS = 150;
/** The default page size of the API, and one larger than the short history. */
const LIMITS = [50, 200];

/**
 * A customer with a history of years, read over HTTP and compared with one with a history of weeks. Every entry is
 * created through the API: notes, calls, jobs with their steps, invoices.
 */
export async function customerHistory(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const [token] = await testBed.createOrganizations(1);
  const call = callerOf(testBed, token!);
  const short = await createCustomer(call, SHORT);
  const long = await createCustomer(call, LONG);
  await testBed.sql.query('vacuum analyze');
  print(`${await countHistory(call, short)} and ${await countHistory(call, long)} entries`);

  const rows: Row[] = [];
  for (const limit of LIMITS) {
    rows.push(
      await compare(call, `customer, ${LONG} history entries, pages of ${limit}`, {
        long: `/v1/customers/${long.customer_id}?limit=${limit}`,
        short: `/v1/customers/${short.customer_id}?limit=${limit}`,
      }),
      await compare(call, `lifecycle, ${LONG} entries, pages of ${limit}`, {
        long: `/v1/lifecycles/${long.lifecycle_number}?limit=${limit}`,
        short: `/v1/lifecycles/${short.lifecycle_number}?limit=${limit}`,
      }),
    );
  }
  const deep = await cursorInTheMiddle(call, long);
  rows.push(
    await compare(call, 'customer, a page in the middle of the long history', {
      long: `/v1/customers/${long.customer_id}?cursor=${deep}`,
      short: `/v1/customers/${short.customer_id}`,
    }),
  );
  return rows;
}

interface Customer {
  customer_id: string;
  lifecycle_number: string;
}

/** About one job with its invoice per ten entries; the rest are communications. */
async function createCustomer(call: Call, entries: number): Promise<Customer> {
  const lead = (await created(call('POST', '/v1/leads', freshLead()))).body;
  const response = await created(call('POST', `/v1/leads/${lead.lead_id}/convert`));
  const customer = response.body as unknown as Customer;
  const tens = Array.from({ length: Math.round(entries / 10) }, (_, index) => index);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (tens.pop() !== undefined) await addTenEntries(call, customer);
    }),
  );
  return customer;
}

async function addTenEntries(call: Call, { customer_id, lifecycle_number }: Customer) {
  const job = (await created(call('POST', '/v1/jobs', { customer_id, title: 'Yearly service' })))
    .body;
  await created(call('POST', `/v1/jobs/${job.job_id}/start`));
  await created(call('POST', `/v1/jobs/${job.job_id}/complete`));
  const lines = [{ description: 'Service', quantity: 1, unit_amount: 12_000 }];
  await created(
    call('POST', '/v1/invoices', {
      job_id: job.job_id,
      currency: 'USD',
      due_on: '2027-12-01',
      lines,
    }),
  );
  for (let n = 0; n < 6; n += 1) {
    const entry = { channel: 'note', direction: 'internal', body: 'Asked about the filter again.' };
    await created(call('POST', '/v1/communications', { lifecycle_number, ...entry }));
  }
}

async function created(response: ReturnType<Call>): ReturnType<Call> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return response;
}

async function countHistory(call: Call, { customer_id }: Customer): Promise<number> {
  let count = 0;
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `/v1/customers/${customer_id}?limit=200${cursor}`);
    count += (body.history as unknown[]).length;
    if (!body.has_more) return count;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

async function cursorInTheMiddle(call: Call, { customer_id }: Customer): Promise<string> {
  let next = '';
  for (let seen = 0; seen < LONG / 2; seen += 200) {
    const cursor = next && `&cursor=${next}`;
    const { body } = await call('GET', `/v1/customers/${customer_id}?limit=200${cursor}`);
    next = String(body.next_cursor);
  }
  return next;
}

/** Medians of alternating rounds. */
async function compare(
  call: Call,
  name: string,
  paths: { long: string; short: string },
): Promise<Row> {
  const times = { long: [] as number[], short: [] as number[] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const which of ['long', 'short'] as const) {
      const startedAt = performance.now();
      await created(call('GET', paths[which]));
      if (round >= 0) times[which].push(performance.now() - startedAt);
    }
  }
  const [long, short] = [median(times.long), median(times.short)];
  return {
    name,
    measured: `${long.toFixed(1)} ms`,
    against: `${short.toFixed(1)} ms with ${SHORT}`,
    ratio: long / short,
    target: '≤ 3',
    passed: long <= 3 * short,
  };
}
