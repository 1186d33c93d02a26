import { elementsOf, joinBigintArrays } from '../../platform/database/bigint-array.ts';
import { type Grouping, statement } from '../../platform/database/statement.ts';

/** The statements of a capture for many captures, also of several organizations. The SQL is in migrations 0042 and 0044. */

const probeLeadsOfMany = statement(
  'probe_leads_of_many',
  'select * from probe_leads_of_many($1, $2, $3, $4, $5, $6, $7)',
);

/** From the values of probe_leads. */
export const probeTogether: Grouping = {
  statement: probeLeadsOfMany,
  values: (all) => [list(all, 0), ...keys(all, 1), ...keys(all, 2), ...keys(all, 3)],
};

const captureLeadsOfMany = statement(
  'capture_leads_of_many',
  'select * from capture_leads_of_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
);

/** Where they are among the values of capture_lead. */
const VALUE = {
  organizationId: 0,
  leadId: 1,
  duplicateOf: 12,
  consent: 15,
  searchText: 16,
  isPublic: 19,
  keys: 20,
  locks: 21,
  identity: 22,
  known: 23,
  actor: 24,
  eventIds: 25,
  types: 26,
  data: 27,
  response: 28,
} as const;

export const captureTogether: Grouping = {
  statement: captureLeadsOfMany,
  values: (all) => [
    list(all, VALUE.organizationId),
    list(all, VALUE.leadId),
    `[${all.map(toCapture).join()}]`,
    ...keys(all, VALUE.keys),
    ...keys(all, VALUE.locks),
    ...keys(all, VALUE.identity),
    `{${all.map((values) => `"${values[VALUE.known]}"`).join()}}`,
    `{${all.map((values) => String(values[VALUE.types]).split(',').length).join()}}`,
    `{${all.flatMap((values, index) => (keyOf(values) === null ? [] : index + 1)).join()}}`,
  ],
  // The counter of the organization.
  turn: (values) => String(values[VALUE.organizationId]),
  locks(values) {
    const organizationId = values[VALUE.organizationId];
    const locks = values[VALUE.locks] as Buffer;
    const key = keyOf(values);
    return [
      ...elementsOf(locks).map((lock) => `${organizationId} ${lock}`),
      ...(key === null ? [] : [`${organizationId} ${key}`]),
    ];
  },
};

function list(all: readonly (readonly unknown[])[], at: number): string {
  return `{${all.map((values) => values[at]).join()}}`;
}

function keys(all: readonly (readonly unknown[])[], at: number): [Buffer, string] {
  return joinBigintArrays(all.map((values) => values[at] as Buffer));
}

/** The Idempotency-Key with its route; null if there is none. */
function keyOf(values: readonly unknown[]): string | null {
  const [route, key] = values.slice(VALUE.response);
  return key === null ? null : `${route} ${key}`;
}

/** What is JSON already is not parsed and written again. */
function toCapture(values: readonly unknown[]): string {
  const fields = [
    `"data":${values[VALUE.data]}`,
    `"actor":${values[VALUE.actor]}`,
    `"consent":${values[VALUE.consent]}`,
    `"duplicate_of":${JSON.stringify(values[VALUE.duplicateOf])}`,
    `"search_text":${JSON.stringify(values[VALUE.searchText])}`,
    `"is_public":${values[VALUE.isPublic]}`,
    `"event_ids":"${values[VALUE.eventIds]}"`,
    `"types":"${values[VALUE.types]}"`,
  ];
  if (keyOf(values) !== null) fields.push(`"response":${toResponse(values)}`);
  return `{${fields.join()}}`;
}

function toResponse(values: readonly unknown[]): string {
  const [route, key, hash, status, body] = values.slice(VALUE.response);
  const fields = [
    `"route":${JSON.stringify(route)}`,
    `"key":${JSON.stringify(key)}`,
    `"hash":"${(hash as Buffer).toString('hex')}"`,
    `"status":${status}`,
    `"body":${body}`,
  ];
  return `{${fields.join()}}`;
}
