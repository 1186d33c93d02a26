import type { Address } from '../../domain/message-address.ts';
import { searchForAddress } from '../../domain/search.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LEAD_COLUMNS, type LeadRow } from '../leads/index.ts';

/** What is known of the person behind a phone number or a mailbox. */
export interface FoundPerson {
  customer_id: string | null;
  lead_ids: string[];
  /** The lifecycle numbers of all their requests. */
  numbers: string[];
}

/** The requests of a customer, or the lead with those merged into it, in one round trip. */
const selectPerson = statement(
  'select_person_of_address',
  `select f.customer_id, array_agg(l.lead_id) as lead_ids, array_agg(l.lifecycle_number) as numbers
   from find_contact($1, $2, $3, $4, $5, $6) as f
   cross join lateral (
     select one.lead_id, one.lifecycle_number
     from leads_of_customer($1, f.customer_id) as one where f.customer_id is not null
     union all
     select one.lead_id, one.lifecycle_number from leads one
     where f.customer_id is null and one.organization_id = $1 and one.lead_id = f.lead_id
     union all
     select one.lead_id, one.lifecycle_number from leads one
     where f.customer_id is null and one.organization_id = $1 and one.merged_into = f.lead_id
   ) as l
   group by f.customer_id`,
);

export async function findPerson(tx: Tx, address: Address): Promise<FoundPerson | null> {
  const ofLead = searchForAddress(address, 'lead');
  const ofCustomer = searchForAddress(address, 'customer');
  const [row] = await tx.query<FoundPerson>(selectPerson, [
    tx.organizationId,
    address.channel === 'sms' ? 'phone' : 'email',
    address.address,
    ofLead.patterns[0],
    String(ofLead.key),
    String(ofCustomer.key),
  ]);
  return row ?? null;
}

const selectOpenLeads = statement(
  'select_open_leads',
  `select ${LEAD_COLUMNS} from leads
   where organization_id = $1 and lead_id = any ($2) and deleted_at is null and merged_into is null
     and outcome is null and status <> 'unqualified'
   order by lead_id desc limit 20`,
);

export function findOpenLeads(tx: Tx, leadIds: readonly string[]): Promise<LeadRow[]> {
  return tx.query(selectOpenLeads, [tx.organizationId, leadIds]);
}

const selectNextVisit = statement(
  'select_next_visit_of_contact',
  `select appointment_id as id from appointments
   where organization_id = $1 and lifecycle_number = any ($2) and ends_at >= $3
     and status in ('booked', 'confirmed', 'dispatched', 'en_route', 'in_progress')
   order by starts_at limit 1`,
);

export async function findNextVisit(tx: Tx, numbers: readonly string[]): Promise<string | null> {
  const values = [tx.organizationId, numbers, tx.now];
  const [row] = await tx.query<{ id: string }>(selectNextVisit, values);
  return row?.id ?? null;
}

const selectLastJob = statement(
  'select_last_job',
  `select job_id as id from jobs where organization_id = $1 and lifecycle_number = any ($2)
   order by job_id desc limit 1`,
);

export async function findLastJob(tx: Tx, numbers: readonly string[]): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(selectLastJob, [tx.organizationId, numbers]);
  return row?.id ?? null;
}
