import { toPublicId } from '../server/domain/ids.ts';
import { customerKeys } from '../server/features/customers/index.ts';
import { type Print, percentile, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { copyInto, loadLeads } from './lib/many-leads.ts';
import { OPERATOR_TOKEN, startTestBed, type TestBed } from './lib/test-bed.ts';

const LEADS = Number(process.env.THROUGHLINE_BENCH_LEADS ?? 1_000_000);
const CUSTOMERS = Math.round(LEADS * 0.3);
const ORGANIZATION = '00000000-0000-7000-8000-00000000aaaa';
const NOW = new Date('2027-03-01T15:00:00Z');
const WARM_UP = 200;
const ROUNDS = 1_000;

/** Who is calling? A lookup over HTTP by phone and by email, compared with the read of one lead by its id. */
export async function lookup(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ THROUGHLINE_ROLE: 'api' });
  print(
    `loading ${LEADS.toLocaleString('en')} leads, ${CUSTOMERS.toLocaleString('en')} of customers`,
  );
  await loadLeads(
    testBed,
    { organizationId: ORGANIZATION, count: LEADS, seed: 77, now: NOW },
    print,
  );
  await makeCustomers(testBed, print);
  await testBed.sql.query('vacuum analyze');
  const call = callerOf(testBed, await createToken(testBed));
  const { rows: known } = await testBed.sql.query<Contact>(
    `select lead_id, phone, email from leads
     where organization_id = $1 and phone is not null and email is not null and deleted_at is null
     order by hashtext(lead_id::text) limit $2`,
    [ORGANIZATION, 3 * (ROUNDS + WARM_UP)],
  );
  const times: Record<string, number[]> = { phone: [], email: [], lead: [] };
  // One after the other in each round, so that all are measured under the same conditions, and each with a person of
  // its own: the first to ask for a person would read the pages that the others then find in memory.
  for (let index = 0; index < ROUNDS + WARM_UP; index += 1) {
    const [caller, sender, lead] = known.slice(3 * index, 3 * index + 3);
    if (!caller || !sender || !lead) throw new Error('There are too few leads.');
    const paths = {
      phone: `/v1/contacts/lookup?${new URLSearchParams({ phone: caller.phone })}`,
      email: `/v1/contacts/lookup?${new URLSearchParams({ email: sender.email })}`,
      lead: `/v1/leads/${toPublicId('lead', lead.lead_id)}`,
    };
    for (const [what, path] of Object.entries(paths)) {
      const startedAt = performance.now();
      const { status, body } = await call('GET', path);
      if (status !== 200 || body.known === false) throw new Error(JSON.stringify(body));
      if (index >= WARM_UP) times[what]?.push(performance.now() - startedAt);
    }
  }
  return (['phone', 'email'] as const).map((channel) => compare(channel, times));
}

interface Contact {
  lead_id: string;
  phone: string;
  email: string;
}

function compare(channel: 'phone' | 'email', times: Record<string, number[]>): Row {
  const [measured, keyed] = [times[channel] ?? [], times.lead ?? []].map((one) =>
    percentile(one, 0.95),
  );
  if (!measured || !keyed) throw new Error('Nothing was measured.');
  return {
    name: `lookup by ${channel} at ${LEADS.toLocaleString('en')} leads, p95`,
    measured: `${measured.toFixed(2)} ms`,
    against: `${keyed.toFixed(2)} ms for a lead by its id`,
    ratio: measured / keyed,
    target: channel === 'phone' ? '≤ 2' : 'reported',
    passed: channel === 'email' || measured <= 2 * keyed,
    details: {
      p50: percentile(times[channel] ?? [], 0.5),
      keyed_p50: percentile(times.lead ?? [], 0.5),
    },
  };
}

/** The rows that conversions would write, all at once. */
async function makeCustomers(testBed: TestBed, print: Print): Promise<void> {
  const { sql } = testBed;
  await sql.query(
    `insert into customers (organization_id, customer_id, lifecycle_number, lead_id, name, phone, email, address,
                            search_text, created_at, updated_at)
     select organization_id, gen_random_uuid(), lifecycle_number, lead_id, name, phone, email, address,
            search_text, created_at, created_at
     from leads where organization_id = $1 and status = 'qualified' and deleted_at is null limit $2`,
    [ORGANIZATION, CUSTOMERS],
  );
  await sql.query(
    `update leads l set customer_id = c.customer_id, status = 'converted', converted_at = c.created_at
     from customers c where c.organization_id = $1 and l.organization_id = $1 and l.lead_id = c.lead_id`,
    [ORGANIZATION],
  );
  const { rows } = await sql.query(
    'select customer_id, name, phone, email, address from customers where organization_id = $1',
    [ORGANIZATION],
  );
  print(`${rows.length.toLocaleString('en')} customers created`);
  const lines = rows.flatMap((customer) =>
    [...new Set(customerKeys(customer))].map(
      (key) => `${ORGANIZATION}\t${key}\t${customer.customer_id}`,
    ),
  );
  await copyInto(testBed, 'contact_keys (organization_id, key, contact_id)', lines);
}

async function createToken({ url }: TestBed): Promise<string> {
  const call = callerOf({ url }, OPERATOR_TOKEN);
  const path = `/v1/organizations/${toPublicId('organization', ORGANIZATION)}/tokens`;
  const { status, body } = await call('POST', path, { name: 'bench' });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body.token);
}
