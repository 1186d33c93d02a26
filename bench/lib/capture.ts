import { identityKeys, probesOf } from '../../server/domain/dedup/keys.ts';
import { searchText } from '../../server/domain/search.ts';
import { captureLead } from '../../server/features/leads/capture-queries.ts';
import { leadKeys, locksOf, prepare, probeLeads } from '../../server/features/leads/duplicates.ts';
import { readCapturedFields } from '../../server/features/leads/lead.ts';
import { newLead } from '../../server/features/leads/new-lead.ts';
import { toLead } from '../../server/features/leads/queries.ts';
import { jsonRequest } from './http-load.ts';
import type { ScriptStep, Variant } from './pgbench.ts';
import type { TestBed } from './test-bed.ts';

/** Enough surnames that the captures of a run are mostly different people. */
const SYLLABLES = ['wh', 'br', 'st', 'm', 'k', 'l', 'r', 'd'].flatMap((start) =>
  ['itfi', 'and', 'omb', 'ell', 'ursk', 'avo', 'inty', 'epp'].map((end) => start + end),
);
const TOKEN_ID = 'token_01h455vb4pex5vsknk084sn02q';

/** A capture as the service sends it, statement by statement, to measure the database alone. */
const ORGANIZATION = `('00000000-0000-7000-8000-' || lpad((:client_number)::text, 12, '0'))`;
const NOW = '2027-03-01T15:00:00.000Z';
const POLICY = {
  customer_id: null,
  relation: 'new' as const,
  duplicate_of: null,
  duplicate_match: null,
  consent: {},
};

/**
 * What the service sends for some leads, computed by the service's own code. Only the stored keys and the ids of
 * the events are random, as they are for new leads: if the same keys were stored again, they would be found.
 */
export const captureVariants: Variant[] = Array.from({ length: 16 }, () => {
  const fields = readCapturedFields(randomLead(), 'US');
  const prepared = prepare(fields);
  const probes = probesOf(prepared);
  const row = newLead(fields, { ...POLICY, isQualified: true, now: new Date(NOW) });
  return {
    exact: arrayLiteral(probes.exact),
    companies: arrayLiteral(probes.companies),
    others: arrayLiteral(probes.others),
    name: fields.name!,
    phone: fields.phone!,
    email: fields.email!,
    address: fields.address!,
    search_text: searchText(fields),
    key_count: String(leadKeys(fields, prepared).length),
    locks: arrayLiteral(locksOf(prepared, null)),
    identity: arrayLiteral(identityKeys(prepared)),
    actor: JSON.stringify({ type: 'token', id: TOKEN_ID, name: 'First token' }),
    data: JSON.stringify(toLead(row)),
  };
});

function arrayLiteral(keys: readonly bigint[]): string {
  return `{${keys.join(',')}}`;
}

const KEYS = 'array(select (random() * 9e18)::bigint from generate_series(1, ($21)::int))';

const CAPTURE_VALUES: ScriptStep['values'] = [
  `${ORGANIZATION}::uuid`,
  'uuidv7()',
  { parameter: 'name' },
  { parameter: 'phone' },
  { parameter: 'email' },
  "'web_form'",
  "'water_heater_repair'",
  { parameter: 'address' },
  'null',
  "'qualified'",
  'now()',
  'now()',
  'null',
  'null',
  'null',
  "'{}'",
  { parameter: 'search_text' },
  'null',
  'null',
  'false',
  { parameter: 'key_count' },
  { parameter: 'locks' },
  { parameter: 'identity' },
  "'{}'",
  { parameter: 'actor' },
  'array[uuidv7(), uuidv7()]',
  "'{lead.created,lead.qualified}'",
  { parameter: 'data' },
  ...['null', 'null', 'null', 'null', 'null'],
];

export const captureScript: ScriptStep[] = [
  {
    text: probeLeads.text,
    values: [
      `${ORGANIZATION}::uuid`,
      { parameter: 'exact' },
      { parameter: 'companies' },
      { parameter: 'others' },
    ],
  },
  { text: captureLead.text.replace('$21', KEYS), values: CAPTURE_VALUES },
];

/**
 * The least that a capture can be: a lead, an event and the counter of its organization, in tables without anything else.
 * What the product does beyond it is its own decision.
 */
export const leanTables = `
  create table lean_leads (organization_id uuid, lead_id uuid, name text, phone text, email text, address text,
    primary key (organization_id, lead_id));
  create table lean_events (organization_id uuid, event_id uuid, data jsonb, primary key (organization_id, event_id));
  create table lean_counters (organization_id uuid primary key, seq bigint not null default 0) with (fillfactor = 50);
  insert into lean_counters (organization_id) select organization_id from organizations;
  grant select, insert, update on lean_leads, lean_events, lean_counters to throughline_app`;

export const leanScript: ScriptStep[] = [
  { text: 'begin', values: [] },
  {
    text: 'insert into lean_leads values ($1, $2, $3, $4, $5, $6)',
    values: [
      `${ORGANIZATION}::uuid`,
      'uuidv7()',
      { parameter: 'name' },
      { parameter: 'phone' },
      { parameter: 'email' },
      { parameter: 'address' },
    ],
  },
  {
    text: `insert into lean_events values ($1, uuidv7(), $2::jsonb)`,
    values: [`${ORGANIZATION}::uuid`, { parameter: 'data' }],
  },
  {
    text: 'update lean_counters set seq = seq + 1 where organization_id = $1',
    values: [`${ORGANIZATION}::uuid`],
  },
  { text: 'commit', values: [] },
];

/** The organizations that the script writes to: one per connection number. */
export async function createScriptOrganizations(testBed: TestBed, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    await testBed.sql.query(
      `insert into organizations (organization_id, name, time_zone, country, currency, created_at, updated_at)
       values ($1, 'Script', 'UTC', 'US', 'USD', now(), now()) on conflict do nothing`,
      [id],
    );
    await testBed.sql.query(
      'insert into organization_counters (organization_id) values ($1) on conflict do nothing',
      [id],
    );
  }
}

export function captureRequest(token: string): string {
  const body = JSON.stringify(randomLead());
  return jsonRequest({ method: 'POST', path: '/v1/leads', token, body });
}

/** A new person, with all fields of a form. */
function randomLead() {
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  const surname = syllable() + syllable();
  return {
    name: `Dana ${surname}`,
    phone: `+1555${digits}`,
    email: `${surname}.${digits}@example.com`,
    source: 'web_form',
    service_needed: 'water_heater_repair',
    address: `${digits.slice(3)} Alder St, Portland, OR 97${digits.slice(0, 3)}`,
  };
}

function syllable(): string {
  return SYLLABLES[Math.floor(Math.random() * SYLLABLES.length)]!;
}
