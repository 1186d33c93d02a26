import type { Call } from '../server/testing/booking-walk.ts';
import { freshLead } from '../server/testing/leads.ts';
import { type Bench, median, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { startStand } from './lib/stand.ts';

const SHORT = 100;
const LONG = 10_000;
const AT_ONCE = 16;
const WARM_UP = 30;
const ROUNDS = 150;
/** The default page of the API, and one that holds more than the short history's. */
const LIMITS = [50, 200];

/**
 * A customer with a history of years, read over HTTP beside one with a history of weeks. Every entry is made
 * through the API: notes, calls, jobs with their steps, invoices.
 */
export const customerHistory: Bench = {
  name: 'customer-history',
  async run(say) {
    const stand = await startStand();
    try {
      const [token] = await stand.makeOrganizations(1);
      const call = callerOf(stand, token!);
      const short = await makeCustomer(call, SHORT);
      const long = await makeCustomer(call, LONG);
      await stand.sql.query('vacuum analyze');
      say(`${await countHistory(call, short)} and ${await countHistory(call, long)} entries`);

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
    } finally {
      await stand.stop();
    }
  },
};

interface Customer {
  customer_id: string;
  lifecycle_number: string;
}

/** One job with its invoice in every ten entries or so; the rest is what was said. */
async function makeCustomer(call: Call, entries: number): Promise<Customer> {
  const lead = (await made(call('POST', '/v1/leads', freshLead()))).body;
  const answer = await made(call('POST', `/v1/leads/${lead.lead_id}/convert`));
  const customer = answer.body as unknown as Customer;
  const tens = Array.from({ length: Math.round(entries / 10) }, (_, index) => index);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (tens.pop() !== undefined) await addTenEntries(call, customer);
    }),
  );
  return customer;
}

async function addTenEntries(call: Call, { customer_id, lifecycle_number }: Customer) {
  const job = (await made(call('POST', '/v1/jobs', { customer_id, title: 'Yearly service' }))).body;
  await made(call('POST', `/v1/jobs/${job.job_id}/start`));
  await made(call('POST', `/v1/jobs/${job.job_id}/complete`));
  const lines = [{ description: 'Service', quantity: 1, unit_amount: 12_000 }];
  await made(
    call('POST', '/v1/invoices', {
      job_id: job.job_id,
      currency: 'USD',
      due_on: '2027-12-01',
      lines,
    }),
  );
  for (let n = 0; n < 6; n += 1) {
    const said = { channel: 'note', direction: 'internal', body: 'Asked about the filter again.' };
    await made(call('POST', '/v1/communications', { lifecycle_number, ...said }));
  }
}

async function made(answer: ReturnType<Call>): ReturnType<Call> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return answer;
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

/** Medians of rounds that take turns. */
async function compare(
  call: Call,
  name: string,
  paths: { long: string; short: string },
): Promise<Row> {
  const times = { long: [] as number[], short: [] as number[] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const which of ['long', 'short'] as const) {
      const startedAt = performance.now();
      await made(call('GET', paths[which]));
      if (round >= 0) times[which].push(performance.now() - startedAt);
    }
  }
  const [long, short] = [median(times.long), median(times.short)];
  return {
    name,
    measured: `${long.toFixed(1)} ms`,
    against: `${short.toFixed(1)} ms with ${SHORT}`,
    ratio: long / short,
    bar: '≤ 3',
    holds: long <= 3 * short,
  };
}
