import { probeLeads } from '../../server/features/leads/duplicates.ts';
import { insertLeadWithEvent } from '../../server/features/leads/queries.ts';
import { jsonRequest } from './http-load.ts';
import type { ScriptStep } from './pgbench.ts';
import type { Stand } from './stand.ts';

/** A capture as the service sends it, statement by statement, for driving the database alone. */
const ORGANIZATION = `('00000000-0000-7000-8000-' || lpad((:client_number)::text, 12, '0'))`;
const PHONE = `'+1555' || lpad(floor(random() * 10000000)::int::text, 7, '0')`;
/** As many keys as a lead with a name, a phone and an address for mail writes and looks up. */
const LOCKS = randomKeys(2);
const EXACT = randomKeys(4);
const KEYS = randomKeys(12);
const PROBES = `'{${Array.from({ length: 110 }, (_, n) => n * 7919).join(',')}}'`;

function randomKeys(count: number): string {
  return `array(select (random() * 9e18)::bigint from generate_series(1, ${count}))`;
}

const LEAD = {
  lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
  name: 'Dana Whitfield',
  phone: '+15550100200',
  email: 'dana@example.com',
  source: 'web_form',
  service_needed: 'water_heater_repair',
  address: '1418 Alder St, Portland, OR 97205',
  notes: null,
  status: 'qualified',
  unqualified_reason: null,
  assigned_to: null,
  duplicate_match: null,
  qualified_at: '2027-03-01T15:00:00.000Z',
  first_contacted_at: null,
  converted_at: null,
  customer_id: null,
  deleted_at: null,
  created_at: '2027-03-01T15:00:00.000Z',
  updated_at: '2027-03-01T15:00:00.000Z',
};
const event = (type: string) =>
  `jsonb_build_object('event_id', gen_random_uuid(), 'type', '${type}', 'previous', null, 'data', ${jsonLiteral(LEAD)})`;
const EVENTS = `jsonb_build_array(${event('lead.created')}, ${event('lead.qualified')})`;
const ACTOR = jsonLiteral({
  type: 'token',
  id: 'token_01h455vb4pex5vsknk084sn02q',
  name: 'First token',
});

/** pgbench takes a colon for a variable, so it is put in by the planner, once. */
function jsonLiteral(value: object): string {
  return `replace('${JSON.stringify(value).replaceAll(':', ';')}', ';', chr(58))::jsonb`;
}

export const captureScript: ScriptStep[] = [
  { text: 'begin', values: [] },
  { text: "select set_config('app.organization_id', $1, true)", values: [ORGANIZATION] },
  { text: probeLeads.text, values: [LOCKS, EXACT, PROBES] },
  {
    text: insertLeadWithEvent.text,
    values: [
      `${ORGANIZATION}::uuid`,
      'uuidv7()',
      "'Dana Whitfield'",
      PHONE,
      "'dana@example.com'",
      "'web_form'",
      "'water_heater_repair'",
      "'1418 Alder St, Portland, OR 97205'",
      'null',
      "'qualified'",
      'now()',
      ACTOR,
      EVENTS,
      'now()',
      'null',
      'null',
      KEYS,
    ],
  },
  { text: 'commit', values: [] },
];

/** The organizations that the script writes to: one for each connection that has its number. */
export async function makeScriptOrganizations(stand: Stand, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    await stand.sql.query(
      `insert into organizations values ($1, 'Script', 'UTC', 'US', now(), now()) on conflict do nothing`,
      [id],
    );
    await stand.sql.query(
      'insert into organization_counters (organization_id) values ($1) on conflict do nothing',
      [id],
    );
  }
}

export function captureRequest(token: string): string {
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  const surname =
    SYLLABLES[Math.floor(Math.random() * 64)]! + SYLLABLES[Math.floor(Math.random() * 64)]!;
  return jsonRequest({
    method: 'POST',
    path: '/v1/leads',
    token,
    body: `{"name":"Dana ${surname}","phone":"+1555${digits}","email":"${surname}.${digits}@example.com","source":"web_form","service_needed":"water_heater_repair","address":"${digits.slice(3)} Alder St, Portland, OR 97${digits.slice(0, 3)}"}`,
  });
}

/** Enough surnames that the captures of a run are mostly different people. */
const SYLLABLES = ['wh', 'br', 'st', 'm', 'k', 'l', 'r', 'd'].flatMap((start) =>
  ['itfi', 'and', 'omb', 'ell', 'ursk', 'avo', 'inty', 'epp'].map((end) => start + end),
);
