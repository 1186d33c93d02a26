import { type IdPrefix, toUuid } from '../../domain/ids.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { CHANNELS, LATE_MS, OPEN, STATUSES } from './follow-up.ts';
import { type Filters, findListedLeads, type Order } from './list-query.ts';

/** How the filters of a list are read, in the form in which they are asked for. */
interface ListQuery extends NamedLead, NamedAssignee {
  status?: string;
  channel?: string;
  job_id?: string;
  due?: true;
  late?: true;
  due_after?: string;
  due_before?: string;
}

interface NamedLead {
  lifecycle_number?: string;
  lead_id?: string;
  customer_id?: string;
}

interface NamedAssignee {
  assigned_to?: string;
  mine?: true;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

export async function readFilters(tx: Tx, query: ListQuery, caller: Caller): Promise<Filters> {
  const isDue = query.due ?? query.late ?? false;
  const asked = namedIn(query.status, STATUSES);
  return {
    statuses: isDue ? OPEN.filter((one) => asked?.includes(one) ?? true) : asked,
    channels: namedIn(query.channel, CHANNELS),
    leadId: await leadOf(tx, query),
    jobId: idOf('job', query.job_id),
    assignedTo: assigneeOf(query, caller),
    dueFrom: dateOf(query.due_after),
    dueBefore: earliest(dateOf(query.due_before), isDue ? pastTime(query, tx.now) : null),
  };
}

/** What is still open, the soonest first; anything else, the latest first. */
export function orderOf({ statuses }: Filters): Order {
  return statuses?.every((one) => OPEN.includes(one)) ? 'soonest' : 'latest';
}

/** An id that is nobody's has no follow-ups; that is an answer, not a mistake. */
function idOf(kind: IdPrefix, publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(kind, publicId) ?? NOBODY);
}

/** All three name a lead; different ones have nothing in common. */
async function leadOf(tx: Tx, named: NamedLead): Promise<string | null> {
  const { lead_id, customer_id, lifecycle_number } = named;
  const customer = idOf('customer', customer_id);
  const [ofNumber, ofCustomer] = await findListedLeads(tx, lifecycle_number ?? null, customer);
  const leads = new Set([
    ...(lead_id === undefined ? [] : [idOf('lead', lead_id)]),
    ...(lifecycle_number === undefined ? [] : [ofNumber ?? NOBODY]),
    ...(customer === null ? [] : [ofCustomer ?? NOBODY]),
  ]);
  const [lead = null] = leads;
  return leads.size > 1 ? NOBODY : lead;
}

function assigneeOf({ assigned_to, mine }: NamedAssignee, { actor }: Caller): string | null {
  const asked = idOf('user', assigned_to);
  if (!mine) return asked;
  if (actor.type !== 'user' || actor.id === null) {
    const detail =
      'This token acts for nobody, so nothing is its own. Use a token made with a user_id, or assigned_to.';
    throw validationFailed([{ pointer: '/mine', code: 'no_user', detail }]);
  }
  const own = idOf('user', actor.id);
  return asked === null || asked === own ? own : NOBODY;
}

function pastTime({ late }: ListQuery, now: Date): Date {
  // Up to the time, not included: what is due this very millisecond is due.
  return new Date(late ? now.getTime() - LATE_MS : now.getTime() + 1);
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** The names in a filter, which are separated by commas; null where there is no such filter. */
function namedIn<Name extends string>(
  text: string | undefined,
  known: readonly Name[],
): Name[] | null {
  const names = text?.split(',');
  return names === undefined ? null : known.filter((name) => names.includes(name));
}

export function unknownAmong(text: unknown, known: readonly string[], name: string): FieldError[] {
  if (typeof text !== 'string' || text.split(',').every((part) => known.includes(part))) return [];
  const detail = `The query parameter ${name} must be of ${known.join(', ')}, separated by commas.`;
  return [{ pointer: `/${name}`, code: 'not_allowed', detail }];
}
