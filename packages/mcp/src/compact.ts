import { asObject, isObject, type JsonObject } from './json.ts';

/**
 * The largest answer, so that it takes at most 8,000 tokens: an id has fewer than two characters per token, prose four.
 * Clients refuse answers of 25,000 tokens, and each token of an answer is read again in every later turn.
 */
export const MAX_ANSWER_BYTES = 16_000;

export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Without fields that are null or empty: a field that is left out has no value. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const fields = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name, withoutEmpty(member)])
    .filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(fields);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** Fields by which a person recognizes a record, in this order. */
const BRIEF = [
  ...['lead_id', 'customer_id', 'appointment_id', 'job_id', 'invoice_id', 'follow_up_id'],
  ...[
    'estimate_id',
    'payment_id',
    'property_id',
    'equipment_id',
    'receipt_id',
    'source_id',
    'code',
  ],
  ...['communication_id', 'user_id', 'team_id', 'run_id', 'claim_id', 'playbook_id', 'id', 'seq'],
  ...['lifecycle_number', 'number', 'type', 'name', 'customer_name', 'contact', 'title', 'phone'],
  ...['contact_name', 'kind', 'make', 'model', 'serial', 'amount', 'method', 'duration_minutes'],
  ...['options', 'valid_until', 'detail', 'fields'],
  ...['email', 'status', 'outcome', 'reason', 'service_needed', 'service', 'address', 'starts_at'],
  ...['ends_at', 'assigned_to', 'assignee', 'total', 'balance', 'currency', 'due_on', 'due_at'],
  ...[
    'is_overdue',
    'channel',
    'direction',
    'to',
    'subject',
    'body',
    'text',
    'description',
    'summary',
  ],
  ...['playbook_name', 'role', 'skills', 'members', 'active', 'at', 'timestamp', 'created_at'],
];
const BRIEF_TEXT = 200;

/** A row of a list: what is needed to recognize it and to go on from it. */
export function brief(record: unknown): JsonObject {
  const row = asObject(withoutEmpty(record));
  // What an estimate offers, without its lines.
  if (Array.isArray(row.options)) row.options = row.options.map(brief);
  const named = BRIEF.filter((name) => Object.hasOwn(row, name));
  return asObject(
    shortened(Object.fromEntries(named.map((name) => [name, row[name]])), BRIEF_TEXT),
  );
}

/** Long texts are cut, and say so. */
export function shortened(value: unknown, maxText: number, maxItems = Infinity): unknown {
  if (typeof value === 'string' && value.length > maxText) {
    return `${value.slice(0, maxText)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxItems).map((item) => shortened(item, maxText, maxItems));
    const left = value.length - shown.length;
    return left > 0 ? [...shown, `… and ${left} more`] : shown;
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, member]) => [
    name,
    shortened(member, maxText, maxItems),
  ]);
  return Object.fromEntries(fields);
}

const STEPS: readonly [maxText: number, maxItems: number][] = [
  [4_000, 200],
  [1_000, 50],
  [300, 20],
  [100, 10],
  [60, 3],
];

/** The value, cut as little as needed to fit into one answer. */
export function fitted(value: unknown, maxBytes = MAX_ANSWER_BYTES): unknown {
  if (sizeOf(value) <= maxBytes) return value;
  for (const [maxText, maxItems] of STEPS) {
    const cut = shortened(value, maxText, maxItems);
    if (sizeOf(cut) <= maxBytes) return cut;
  }
  return {
    too_large: true,
    fields: Object.keys(asObject(value)),
    detail:
      'The response is too large to show. Read less at once, with filters or another operation.',
  };
}
