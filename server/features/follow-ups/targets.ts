import { toUuid } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, type Problem } from '../../platform/errors.ts';
import type { LeadRow } from '../leads/index.ts';
import type { TARGETS } from './follow-up.ts';

/** Whom a follow-up is for: always a lead, with its customer and job if there are any. */
export interface Target {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
  job_id: string | null;
  appointment_id: string | null;
  /** The assignee of the job; otherwise of the lead. */
  assigned_to: string | null;
}

interface TargetRow extends Target {
  deleted_at: Date | null;
}

const WITHOUT_WORK = 'null::uuid as job_id, null::uuid as appointment_id';
/** What can be done with a customer does not depend on its leads. */
const OF_LEAD = `l.lead_id, l.lifecycle_number,
  case when l.customer_id is null then l.deleted_at end as deleted_at`;

const selectByLead = statement(
  'select_follow_up_target_by_lead',
  `select ${OF_LEAD}, l.customer_id, ${WITHOUT_WORK}, l.assigned_to
   from leads l where l.organization_id = $1 and l.lead_id = $2`,
);
const selectByNumber = statement(
  'select_follow_up_target_by_number',
  `select ${OF_LEAD}, l.customer_id, ${WITHOUT_WORK}, l.assigned_to
   from leads l where l.organization_id = $1 and l.lifecycle_number = $2`,
);
const selectByCustomer = statement(
  'select_follow_up_target_by_customer',
  `select ${OF_LEAD}, c.customer_id, ${WITHOUT_WORK}, l.assigned_to
   from customers c join leads l on l.organization_id = $1 and l.lead_id = c.lead_id
   where c.organization_id = $1 and c.customer_id = (select standing_customer($1, $2))`,
);
const selectByJob = statement(
  'select_follow_up_target_by_job',
  `select ${OF_LEAD}, j.customer_id, j.job_id, null::uuid as appointment_id, coalesce(j.assigned_to, l.assigned_to) as assigned_to
   from jobs j join leads l on l.organization_id = $1 and l.lead_id = j.lead_id
   where j.organization_id = $1 and j.job_id = $2`,
);

const selectByAppointment = statement(
  'select_follow_up_target_by_appointment',
  `select ${OF_LEAD}, l.customer_id, a.job_id, a.appointment_id, coalesce(a.assigned_to, l.assigned_to) as assigned_to
   from appointments a join leads l on l.organization_id = $1 and l.lead_id = a.lead_id
   where a.organization_id = $1 and a.appointment_id = $2`,
);

/** Of a lead that was read, for playbooks. */
export function targetOfLead(lead: LeadRow): Target {
  const { lead_id, lifecycle_number, customer_id, assigned_to } = lead;
  if (customer_id === null && lead.deleted_at !== null) throw leadDeleted();
  return {
    lead_id,
    lifecycle_number,
    customer_id,
    job_id: null,
    appointment_id: null,
    assigned_to,
  };
}

/** By database id. */
export function findTargetOfLead(tx: Tx, leadId: string): Promise<Target> {
  return find(tx, selectByLead, leadId, 'lead');
}

export function findTargetOfJob(tx: Tx, jobId: string | null): Promise<Target> {
  return find(tx, selectByJob, jobId, 'job');
}

/** By whichever of the five fields was sent. */
export function findTarget(
  tx: Tx,
  body: Partial<Record<(typeof TARGETS)[number], string>>,
): Promise<Target> {
  if (body.lead_id !== undefined) {
    return find(tx, selectByLead, toUuid('lead', body.lead_id), 'lead');
  }
  if (body.customer_id !== undefined) {
    return find(tx, selectByCustomer, toUuid('customer', body.customer_id), 'customer');
  }
  if (body.appointment_id !== undefined) {
    return find(tx, selectByAppointment, toUuid('appointment', body.appointment_id), 'appointment');
  }
  if (body.job_id !== undefined) return find(tx, selectByJob, toUuid('job', body.job_id), 'job');
  return find(tx, selectByNumber, body.lifecycle_number ?? null, 'lifecycle');
}

/** A merged lead is accepted: the lead it was merged into will get the message. */
async function find(
  tx: Tx,
  by: typeof selectByLead,
  id: string | null,
  what: string,
): Promise<Target> {
  const [row] = await tx.query<TargetRow>(by, [tx.organizationId, id]);
  if (!row) throw notFound(what);
  const { deleted_at, ...target } = row;
  if (deleted_at === null) return target;
  throw leadDeleted();
}

function leadDeleted(): Problem {
  return conflict(
    'lead_deleted',
    'This lead is deleted. Restore it first with POST /v1/leads/{id}/restore.',
  );
}
