import { type IdPrefix, toUuid } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { EventHead, LoggedEvent } from '../../../platform/events/follow-log.ts';
import type { Subject } from './new-run.ts';

interface LeadOfNumber {
  lifecycle_number: string;
  lead_id: string;
  customer_id: string | null;
}

const selectLeads = statement(
  'select_leads_of_playbook_events',
  `select lifecycle_number, lead_id, customer_id from leads
   where organization_id = $1 and lifecycle_number = any ($2)`,
);

/** The subject of each event: its lead, and the resources whose ids are in its data. */
export async function findSubjects(
  tx: Tx,
  events: readonly LoggedEvent[],
): Promise<(event: LoggedEvent) => Subject> {
  const rows = await tx.query<LeadOfNumber>(selectLeads, [tx.organizationId, numbersOf(events)]);
  const leads = new Map(rows.map((row) => [row.lifecycle_number, row]));
  return (event) => {
    const lead = leads.get(event.lifecycle_number ?? '');
    return {
      lifecycle_number: lead?.lifecycle_number ?? null,
      lead_id: lead?.lead_id ?? null,
      customer_id: lead?.customer_id ?? null,
      job_id: null,
      appointment_id: null,
      invoice_id: null,
      ...idsIn(event),
    };
  };
}

export function numbersOf(events: readonly EventHead[]): string[] {
  const numbers = events.map(({ lifecycle_number }) => lifecycle_number);
  // Sorted, because several lifecycles are always locked in this order.
  return [...new Set(numbers.filter((number) => number !== null))].sort();
}

function idsIn({ data }: LoggedEvent): Partial<Subject> {
  const found = (['customer', 'job', 'appointment', 'invoice'] as const).map((kind) => [
    `${kind}_id`,
    uuidIn(data, kind),
  ]);
  return Object.fromEntries(found.filter(([, uuid]) => uuid !== null));
}

function uuidIn(data: Record<string, unknown>, kind: IdPrefix): string | null {
  const id = data[`${kind}_id`];
  return typeof id === 'string' ? toUuid(kind, id) : null;
}
