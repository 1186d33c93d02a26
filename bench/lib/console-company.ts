import { setTimeout as sleep } from 'node:timers/promises';
import { Throughline } from '../../packages/sdk/src/index.ts';
import type { Print } from './bench.ts';
import type { TestBed } from './test-bed.ts';

export const ROWS = 10_000;
const PEOPLE = 60;
const VISITS_EACH = 5;
/** With the time between two visits that a new organization has. */
const FIRST_HOUR_UTC = 14;
const APART_MINUTES = 105;
const VISIT_MINUTES = 60;

/** A company with sixty technicians, three hundred visits on one day, and ten thousand of everything that is listed. */
export interface ConsoleCompany {
  api: Throughline;
  /** The day of the visits. */
  date: string;
}

export async function createCompany(testBed: TestBed, print: Print): Promise<ConsoleCompany> {
  const [token = ''] = await testBed.createOrganizations(1);
  const api = new Throughline({ token, baseUrl: testBed.url });
  print(`importing ${(2 * ROWS).toLocaleString('en')} leads`);
  for (const part of [0, 1]) await importLeads(api, part * ROWS);
  const { organization } = await api.me.get();
  await makeCustomers(testBed, organization.organization_id);
  await makeInvoices(testBed, api);
  const date = nextWorkingDay();
  print(`booking ${PEOPLE * VISITS_EACH} visits of ${PEOPLE} people`);
  await bookVisits(api, date);
  await testBed.sql.query('vacuum analyze');
  return { api, date };
}

async function importLeads(api: Throughline, from: number): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const n = from + index;
    const digits = String(2_000_000 + n);
    return `Person ${n},+1415${digits},person${n}@example.com,water_heater_repair,${n} Alder St`;
  });
  const content = ['name,phone,email,service_needed,address', ...lines].join('\n');
  const { import_id } = await api.imports.create({ type: 'text/csv', content });
  for (;;) {
    const { status, accepted } = await api.imports.get(import_id);
    if (status === 'completed' && accepted === ROWS) return;
    if (status === 'completed') throw new Error(`${accepted} of ${ROWS} rows were accepted.`);
    await sleep(200);
  }
}

/** The rows that conversions of half of the leads would write, all at once. */
async function makeCustomers({ sql }: TestBed, publicId: string): Promise<void> {
  const { rows } = await sql.query<{ organization_id: string }>(
    'select organization_id from leads group by 1 having count(*) >= $1',
    [2 * ROWS],
  );
  const id = rows[0]?.organization_id;
  if (id === undefined) throw new Error(`${publicId} has too few leads.`);
  await sql.query("select set_config('app.organization_id', $1, false)", [id]);
  await sql.query(
    `insert into customers (organization_id, customer_id, lifecycle_number, lead_id, name, phone, email, address,
                            search_text, created_at, updated_at)
     select organization_id, uuidv7(), lifecycle_number, lead_id, name, phone, email, address,
            search_text, created_at, created_at
     from leads where organization_id = $1 order by lead_id limit $2`,
    [id, ROWS],
  );
  await sql.query(
    `update leads l set customer_id = c.customer_id, status = 'converted', converted_at = c.created_at
     from customers c where c.organization_id = $1 and l.organization_id = $1 and l.lead_id = c.lead_id`,
    [id],
  );
}

/** One invoice of the API, and copies of it with other numbers. */
async function makeInvoices({ sql }: TestBed, api: Throughline): Promise<void> {
  const { data } = await api.customers.list({ limit: 1 });
  const customer_id = data[0]?.customer_id;
  if (customer_id === undefined) throw new Error('There are no customers.');
  const { job_id } = await api.jobs.create({ customer_id, title: 'Replace the water heater' });
  await api.invoices.create({
    job_id,
    currency: 'USD',
    lines: [{ description: 'Water heater', quantity: 1, unit_amount: 120_000 }],
  });
  await sql.query(
    `insert into invoices
     select (jsonb_populate_record(one, jsonb_build_object('invoice_id', uuidv7(), 'number', 'B-' || n))).*
     from invoices one, generate_series(2, $1) as n`,
    [ROWS],
  );
}

/** Monday to Friday, after today: the board has hours then. */
function nextWorkingDay(): string {
  const day = new Date(Date.now() + 86_400_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

async function bookVisits(api: Throughline, date: string): Promise<void> {
  const leads = await api.leads.list({ limit: 200, status: ['qualified'] });
  const ids = leads.data.map(({ lead_id }) => lead_id);
  const book = async (person: number) => {
    const { user_id } = await api.users.create({
      name: `Technician ${String(person).padStart(2, '0')}`,
      email: `technician${person}@example.com`,
      role: 'technician',
    });
    for (let n = 0; n < VISITS_EACH; n += 1) {
      const minutes = FIRST_HOUR_UTC * 60 + n * APART_MINUTES;
      const starts_at = new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);
      const lead_id = ids[(person * VISITS_EACH + n) % ids.length] ?? '';
      const duration_minutes = VISIT_MINUTES;
      await api.appointments.create({ lead_id, starts_at, duration_minutes, assigned_to: user_id });
    }
  };
  for (let person = 0; person < PEOPLE; person += 4) {
    await Promise.all([0, 1, 2, 3].map((step) => book(person + step)));
  }
}
