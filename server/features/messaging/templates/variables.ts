/** The variables of templates. docs/templates.md has the same list, and a test compares the two. */
export const VARIABLES = {
  lead: [
    'lead_id',
    'lifecycle_number',
    'name',
    'phone',
    'email',
    'source',
    'service_needed',
    'address',
    'notes',
    'status',
  ],
  customer: ['customer_id', 'lifecycle_number', 'name', 'phone', 'email', 'address'],
  organization: ['name', 'phone'],
  appointment: [
    'appointment_id',
    'type',
    'status',
    'starts_at',
    'ends_at',
    'duration_minutes',
    'address',
    'assignee_name',
    'arrival_window_starts_at',
    'arrival_window_ends_at',
    'eta_minutes',
    'eta_at',
  ],
  job: ['job_id', 'title', 'service', 'status'],
  invoice: [
    'invoice_id',
    'number',
    'status',
    'currency',
    'total',
    'balance',
    'total_text',
    'balance_text',
    'due_on',
  ],
  estimate: [
    'estimate_id',
    'number',
    'title',
    'status',
    'currency',
    'total',
    'total_text',
    'valid_until',
  ],
  property: ['property_id', 'address', 'line1', 'city', 'postal_code'],
  links: ['visit', 'estimate', 'invoice'],
} as const;

/** Values that the caller sends with the message. */
const CALLER_VALUES = 'variables';

type Root = keyof typeof VARIABLES;

/** The data that a template is rendered with. */
export type TemplateData = Partial<Record<Root, Readonly<Record<string, unknown>>>>;

/** By path, such as `lead.name`. */
export function isKnownVariable(segments: readonly unknown[]): boolean {
  const [root, field, ...deeper] = segments;
  if (typeof field !== 'string' || deeper.length > 0) return false;
  if (root === CALLER_VALUES) return true;
  const fields: readonly string[] = isRoot(root) ? VARIABLES[root] : [];
  return fields.includes(field);
}

function isRoot(name: unknown): name is Root {
  return typeof name === 'string' && Object.hasOwn(VARIABLES, name);
}

/** Passes only the listed variables, so that a field that is added to a resource is not published by accident. */
export function knownFields(data: TemplateData): TemplateData {
  const known: TemplateData = {};
  for (const root of Object.keys(VARIABLES).filter(isRoot)) {
    const fields = data[root];
    if (fields === undefined) continue;
    // A link without what it opens is missing, and not empty.
    const names = VARIABLES[root].filter((name) => root !== 'links' || name in fields);
    known[root] = Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  }
  return known;
}
