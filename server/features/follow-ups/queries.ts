import type { Anchor } from '../../domain/appointment-timers.ts';
import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Purpose } from '../../domain/purpose.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Channel, Status } from './follow-up.ts';
import type { FollowUp } from './schemas.ts';

export interface FollowUpRow {
  follow_up_id: string;
  lifecycle_number: string;
  lead_id: string;
  customer_id: string | null;
  job_id: string | null;
  /** What it is about. It moves with the appointment if it has an anchor. */
  appointment_id: string | null;
  anchor: Anchor | null;
  anchor_offset: string | null;
  /** The time of the anchor that `due_at` was computed from. */
  anchored_at: Date | null;
  /** The follow-up that takes its place, because the appointment was moved after this one had done its work. */
  next_follow_up_id: string | null;
  channel: Channel;
  template_id: string | null;
  subject: string | null;
  body: string | null;
  text: string | null;
  assigned_to: string | null;
  due_at: Date;
  cancel_on: string[];
  /** Null for calls and tasks, and for older messages, which are marketing. */
  purpose: Purpose | null;
  expires_at: Date | null;
  /** Set by the database: the last event before its creation. */
  made_seq: number;
  status: Status;
  reason: string | null;
  detail: string | null;
  note: string | null;
  communication_id: string | null;
  created_by: Actor;
  creation_key: string | null;
  run_id: string | null;
  created_at: Date;
  updated_at: Date;
}

const followUps = table<FollowUpRow>(
  'follow_ups',
  {
    follow_up_id: 'key',
    lifecycle_number: 'fixed',
    lead_id: 'fixed',
    customer_id: 'fixed',
    job_id: 'fixed',
    appointment_id: 'fixed',
    anchor: 'value',
    anchor_offset: 'value',
    anchored_at: 'value',
    next_follow_up_id: 'value',
    channel: 'fixed',
    template_id: 'fixed',
    subject: 'fixed',
    body: 'fixed',
    text: 'value',
    assigned_to: 'fixed',
    due_at: 'value',
    cancel_on: 'fixed',
    purpose: 'fixed',
    expires_at: 'value',
    made_seq: 'fixed',
    status: 'value',
    reason: 'value',
    detail: 'value',
    note: 'value',
    communication_id: 'value',
    created_by: 'fixed_json',
    creation_key: 'fixed',
    run_id: 'fixed',
    created_at: 'fixed',
    updated_at: 'value',
  },
  // Any change ends the claim, so that another worker can take it immediately if it is due again.
  { claimed_until: () => null, attempts: () => 0 },
);
export const COLUMNS = followUps.columns;

export const saveFollowUp = followUps.update;

export function toFollowUp(row: FollowUpRow): FollowUp {
  return {
    follow_up_id: toPublicId('follow_up', row.follow_up_id),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    job_id: toPublicIdOrNull('job', row.job_id),
    appointment_id: toPublicIdOrNull('appointment', row.appointment_id),
    anchor: row.anchor,
    offset: row.anchor_offset,
    next_follow_up_id: toPublicIdOrNull('follow_up', row.next_follow_up_id),
    channel: row.channel,
    status: row.status,
    reason: row.reason,
    detail: row.detail,
    due_at: row.due_at.toISOString(),
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    template_id: toPublicIdOrNull('template', row.template_id),
    subject: row.subject,
    body: row.body,
    text: row.text,
    cancel_on: row.cancel_on,
    purpose: row.purpose,
    expires_at: row.expires_at?.toISOString() ?? null,
    note: row.note,
    communication_id: toPublicIdOrNull('communication', row.communication_id),
    run_id: toPublicIdOrNull('run', row.run_id),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const selectByKey = statement(
  'select_follow_up_by_key',
  `select ${COLUMNS} from follow_ups where organization_id = $1 and creation_key = $2`,
  {
    many: {
      statement: statement(
        'select_follow_ups_by_keys',
        `select ${COLUMNS} from follow_ups where organization_id = $1 and creation_key = any ($2)`,
      ),
      values: (all) => [all.map(([, key]) => key)],
      by: ['creation_key', 1],
    },
    tables: ['follow_ups'],
  },
);

export async function findByKeyOrNull(tx: Tx, key: string | null): Promise<FollowUpRow | null> {
  const [row] = await tx.query<FollowUpRow>(selectByKey, [tx.organizationId, key]);
  return row ?? null;
}

export async function findByKey(tx: Tx, key: string | null): Promise<FollowUpRow> {
  const row = await findByKeyOrNull(tx, key);
  if (row === null) throw notFound('follow-up');
  return row;
}

export const { find: findFollowUp, lock: lockFollowUp } = followUps.byKey('follow-up');

const lockOfCommunications = statement(
  'lock_follow_ups_of_communications',
  `select ${COLUMNS} from follow_ups where organization_id = $1 and communication_id = any ($2)
   order by follow_up_id for no key update`,
);

export function lockByCommunications(tx: Tx, ids: readonly string[]): Promise<FollowUpRow[]> {
  return tx.query(lockOfCommunications, [tx.organizationId, ids]);
}

const newestRows = followUps.newestOf('lead_id', 'uuid');

/** The newest 20 follow-ups of a lead and the leads merged with it. */
export async function newestFollowUps(tx: Tx, leadIds: readonly string[]): Promise<FollowUp[]> {
  return (await newestRows(tx, leadIds)).map(toFollowUp);
}
