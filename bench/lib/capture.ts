import { exactKeys, probeKeys } from '../../server/domain/dedup/keys.ts';
import { searchText } from '../../server/domain/search.ts';
import { insertLeadRow } from '../../server/features/leads/capture-queries.ts';
import {
  inLockOrder,
  leadKeys,
  locksOf,
  prepare,
  probeLeads,
} from '../../server/features/leads/duplicates.ts';
import { leadCreated, leadQualified } from '../../server/features/leads/events.ts';
import { readCapturedFields } from '../../server/features/leads/lead.ts';
import { newLead } from '../../server/features/leads/new-lead.ts';
import { type LeadRow, toLead } from '../../server/features/leads/queries.ts';
import { pendingEvent } from '../../server/platform/events/event.ts';
import { EventBuffer, withEvents } from '../../server/platform/events/event-buffer.ts';
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
  const locks = inLockOrder(locksOf(prepared, null));
  const row = newLead(fields, { ...POLICY, isQualified: true, now: new Date(NOW) });
  const [actors, events] = appended(row);
  return {
    locks: arrayLiteral(locks),
    exact: arrayLiteral(exactKeys(prepared)),
    probes: arrayLiteral(probeKeys(prepared)),
    name: fields.name!,
    phone: fields.phone!,
    email: fields.email!,
    address: fields.address!,
    search_text: searchText(fields),
    actors,
    events: withoutIds(events),
    key_count: String(leadKeys(fields, prepared).length),
  };
});

/** The last two parameters of append_events, as the transaction sends them. */
function appended(row: LeadRow): [actors: string, events: string] {
  const actor = { type: 'token', id: TOKEN_ID, name: 'First token' } as const;
  const buffer = new EventBuffer();
  const lead = toLead(row);
  const events = [pendingEvent(leadCreated, lead), pendingEvent(leadQualified, lead)];
  buffer.add('', actor, row.lifecycle_number, events);
  const [statement] = buffer.statements(new Date(NOW));
  return [String(statement?.values[2]), String(statement?.values[3])];
}

/** Every event needs a new id: the script inserts it. */
function withoutIds(events: string): string {
  const nameless = (JSON.parse(events) as object[]).map((event, index) => ({
    ...event,
    event_id: `event_id_${index}`,
  }));
  return JSON.stringify(nameless);
}
const EVENTS = `replace(replace(@events::text, 'event_id_0', uuidv7()::text), 'event_id_1', uuidv7()::text)::jsonb`;

function arrayLiteral(keys: readonly bigint[]): string {
  return `{${keys.join(',')}}`;
}

/** Of the lead itself; those of the events follow. */
const INSERT_LEAD_VALUES = [
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
  { parameter: 'key_count' },
  'null',
  "'{}'",
  { parameter: 'search_text' },
  'null',
  'null',
];
const EVENTS_PARAMETER = `$${INSERT_LEAD_VALUES.length + 4}`;
const KEYS = 'array(select (random() * 9e18)::bigint from generate_series(1, (@key_count)::int))';

export const captureScript: ScriptStep[] = [
  { text: 'begin', values: [] },
  { text: "select set_config('app.organization_id', $1, true)", values: [ORGANIZATION] },
  {
    text: probeLeads.text,
    values: [
      `${ORGANIZATION}::uuid`,
      { parameter: 'locks' },
      { parameter: 'exact' },
      { parameter: 'probes' },
    ],
  },
  {
    text: withEvents(insertLeadRow, INSERT_LEAD_VALUES.length)
      .text.replace('$15', KEYS.replace('@key_count', '$15'))
      .replace(EVENTS_PARAMETER, EVENTS.replace('@events', EVENTS_PARAMETER)),
    values: [
      ...INSERT_LEAD_VALUES,
      `${ORGANIZATION}::uuid`,
      'now()',
      { parameter: 'actors' },
      { parameter: 'events' },
    ],
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
