import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateLeads } from '../../server/domain/dedup/testing/generated-leads.ts';
import { Random } from '../../server/domain/dedup/testing/random.ts';
import { searchText } from '../../server/domain/search.ts';
import { leadKeys, prepare } from '../../server/features/leads/duplicates.ts';
import { firstUuidAt } from '../../server/platform/ids.ts';
import type { TestBed } from './test-bed.ts';

const SLICE = 50_000;
const YEAR_MS = 365 * 86_400_000;
const SOURCES = ['web_form', 'phone', 'chat', 'referral', 'google_ads', 'partner'];
export const USERS = 20;

/** Leads like those of a year of captures, loaded in bulk. */
export interface LoadOptions {
  organizationId: string;
  count: number;
  seed: number;
  now: Date;
}

/** Writes the rows that captures would write, computed by the service's own code, but all at once. */
export async function loadLeads(
  testBed: TestBed,
  options: LoadOptions,
  print: (message: string) => void,
): Promise<void> {
  const { organizationId, count } = options;
  await createOrganization(testBed, organizationId);
  const directory = mkdtempSync(join(tmpdir(), 'throughline-load-'));
  // PostgreSQL reads the files itself, and may run as another user.
  chmodSync(directory, 0o755);
  // The index is built once over all keys: updating it key by key made loading several times slower.
  await testBed.sql.query('alter table contact_keys drop constraint contact_keys_pkey');
  try {
    for (let from = 0; from < count; from += SLICE) {
      await loadSlice(testBed, options, directory, from);
      print(`${(from + SLICE).toLocaleString('en')} leads loaded`);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  await testBed.sql.query("set maintenance_work_mem = '1GB'");
  await testBed.sql.query(
    'alter table contact_keys add primary key (organization_id, key, contact_id)',
  );
}

async function createOrganization({ sql }: TestBed, organizationId: string): Promise<void> {
  await sql.query(
    `insert into organizations (organization_id, name, time_zone, country, currency, created_at, updated_at)
     values ($1, 'Many leads', 'UTC', 'US', 'USD', now(), now())`,
    [organizationId],
  );
  // Quotas are counted for the tenant of the session.
  await sql.query("select set_config('app.organization_id', $1, false)", [organizationId]);
  await sql.query('insert into organization_counters (organization_id) values ($1)', [
    organizationId,
  ]);
  await sql.query(
    `insert into users (organization_id, user_id, name, email, role, active, created_at, updated_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'User ' || n,
            'user' || n || '@example.com', 'dispatcher', true, now(), now()
     from generate_series(0, $2 - 1) as n`,
    [organizationId, USERS],
  );
}

async function loadSlice(
  testBed: TestBed,
  { organizationId, count, seed, now }: LoadOptions,
  directory: string,
  from: number,
): Promise<void> {
  const size = Math.min(SLICE, count - from);
  const random = new Random(seed + from);
  const people = generateLeads(size, seed + from).slice(0, size);
  const leads: string[] = [];
  const keys: string[] = [];
  for (const [index, { contact }] of people.entries()) {
    // Without phone and email it is not a lead.
    const phone = contact.phone ?? (contact.email === null ? '+13125550100' : null);
    const nth = from + index;
    const at = new Date(now.getTime() - YEAR_MS + Math.floor((nth / count) * YEAR_MS));
    const id = leadId(at, nth);
    const lead = { ...contact, phone };
    const status = random.pick(['new', 'qualified', 'qualified', 'unqualified']);
    const assignee = random.chance(0.6) ? userId(random.below(USERS)) : '\\N';
    const deleted = random.chance(0.02) ? at.toISOString() : '\\N';
    const qualified = status === 'qualified' ? at.toISOString() : '\\N';
    const reason = status === 'unqualified' ? 'Outside our area' : '\\N';
    leads.push(
      [
        organizationId,
        id,
        `${100_000 + nth}-0`,
        lead.name ?? '\\N',
        lead.phone ?? '\\N',
        lead.email ?? '\\N',
        random.pick(SOURCES),
        'water_heater_repair',
        lead.address ?? '\\N',
        status,
        reason,
        assignee,
        qualified,
        deleted,
        searchText(lead),
        at.toISOString(),
        at.toISOString(),
      ].join('\t'),
    );
    for (const key of leadKeys(lead, prepare(lead))) {
      keys.push(`${organizationId}\t${key}\t${id}`);
    }
  }
  await copy(
    testBed,
    join(directory, 'leads'),
    `leads (organization_id, lead_id, lifecycle_number, name, phone, email, source, service_needed, address,
            status, unqualified_reason, assigned_to, qualified_at, deleted_at, search_text, created_at,
            updated_at)`,
    leads,
  );
  await copy(
    testBed,
    join(directory, 'keys'),
    'contact_keys (organization_id, key, contact_id)',
    keys,
  );
}

/** Copies lines into a table, through a file that PostgreSQL reads. */
export async function copyInto(testBed: TestBed, table: string, lines: string[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-load-'));
  chmodSync(directory, 0o755);
  try {
    for (let from = 0; from < lines.length; from += 1_000_000) {
      await copy(testBed, join(directory, 'rows'), table, lines.slice(from, from + 1_000_000));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function copy(testBed: TestBed, file: string, table: string, lines: string[]): Promise<void> {
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o644);
  await testBed.sql.query(`copy ${table} from '${file}'`);
  rmSync(file);
}

export function userId(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** In capture order, like the service's own ids. */
function leadId(at: Date, nth: number): string {
  const start = firstUuidAt(at).slice(0, 13);
  return `${start}-7000-8000-${nth.toString(16).padStart(12, '0')}`;
}
