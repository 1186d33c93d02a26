import { type IdPrefix, toUuid } from '../../domain/ids.ts';
import { filterByUser } from '../../domain/user-filter.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { CHANNELS, LATE_MS, OPEN_STATUSES, STATUSES } from './follow-up.ts';
import { type Filters, findListedLeads, type Order } from './list-query.ts';

/** The filters as query parameters. */
interface ListQuery extends LeadFilters, AssigneeFilters {
  status?: string;
  channel?: string;
  job_id?: string;
  due?: true;
  late?: true;
  due_after?: string;
  due_before?: string;
}

interface LeadFilters {
  lifecycle_number?: string;
  lead_id?: string;
  customer_id?: string;
}

interface AssigneeFilters {
  assigned_to?: string;
  mine?: true;
}

export async function readFilters(tx: Tx, query: ListQuery, caller: Caller): Promise<Filters> {
  const isDue = query.due ?? query.late ?? false;
  const wanted = parseList(query.status, STATUSES);
  return {
    statuses: isDue ? OPEN_STATUSES.filter((status) => wanted?.includes(status) ?? true) : wanted,
    channels: parseList(query.channel, CHANNELS),
    leadId: await leadOf(tx, query),
    jobId: idOf('job', query.job_id),
    assignedTo: assigneeOf(query, caller),
    dueFrom: dateOf(query.due_after),
    dueBefore: earliest(dateOf(query.due_before), isDue ? dueLimit(query, tx.now) : null),
  };
}

/** Soonest first if only open statuses are listed; otherwise latest first. */
export function orderOf({ statuses }: Filters): Order {
  return statuses?.every((status) => OPEN_STATUSES.includes(status)) ? 'soonest' : 'latest';
}

/** An unknown id matches no follow-ups: the list is empty, and the request does not fail. */
function idOf(prefix: IdPrefix, publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(prefix, publicId) ?? NIL_UUID);
}

/** All three filters identify a lead; if they identify different leads, nothing matches. */
async function leadOf(tx: Tx, filters: LeadFilters): Promise<string | null> {
  const { lead_id, customer_id, lifecycle_number } = filters;
  const customer = idOf('customer', customer_id);
  const [ofNumber, ofCustomer] = await findListedLeads(tx, lifecycle_number ?? null, customer);
  const leads = new Set([
    ...(lead_id === undefined ? [] : [idOf('lead', lead_id)]),
    ...(lifecycle_number === undefined ? [] : [ofNumber ?? NIL_UUID]),
    ...(customer === null ? [] : [ofCustomer ?? NIL_UUID]),
  ]);
  const [lead = null] = leads;
  return leads.size > 1 ? NIL_UUID : lead;
}

function assigneeOf({ assigned_to, mine }: AssigneeFilters, caller: Caller): string | null {
  const wanted = filterByUser('assigned_to', assigned_to, caller);
  if (!mine) return wanted;
  const own = caller.userId;
  if (own === null) {
    const detail =
      'This token does not act for a user, so mine has no meaning. Use a token created with a user_id, or filter by assigned_to.';
    throw validationFailed([{ pointer: '/mine', code: 'no_user', detail }]);
  }
  return wanted === null || wanted === own ? own : NIL_UUID;
}

function dueLimit({ late }: ListQuery, now: Date): Date {
  // The limit is exclusive: a follow-up due in this very millisecond is due.
  return new Date(late ? now.getTime() - LATE_MS : now.getTime() + 1);
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** The values of a comma-separated filter; null if the filter is not given. */
function parseList<Name extends string>(
  text: string | undefined,
  known: readonly Name[],
): Name[] | null {
  const names = text?.split(',');
  return names === undefined ? null : known.filter((name) => names.includes(name));
}

export function listErrors(text: unknown, known: readonly string[], name: string): FieldError[] {
  if (typeof text !== 'string' || text.split(',').every((part) => known.includes(part))) return [];
  const detail = `The query parameter ${name} must be one or more of ${known.join(', ')}, separated by commas.`;
  return [{ pointer: `/${name}`, code: 'not_allowed', detail }];
}
