import { type Timer, timerState } from '../../domain/appointment-timers.ts';
import { toUuid } from '../../domain/ids.ts';
import { isSentBy } from '../../domain/message-address.ts';
import type { Purpose } from '../../domain/purpose.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import { newUuid } from '../../platform/ids.ts';
import { lockTimesOfAppointment } from '../calendar/index.ts';
import { findTemplateOrNull, readExpiry } from '../messaging/index.ts';
import { findOrganization, readAssignee } from '../organizations/index.ts';
import { type DueInput, readDueTime } from './due-time.ts';
import { followUpCreated } from './events.ts';
import { type Channel, DEFAULT_CANCEL_ON } from './follow-up.ts';
import { FOLLOWER } from './follower-name.ts';
import { insertFollowUp, setCreatedSeq } from './insert-follow-up.ts';
import { type FollowUpRow, findByKey, findByKeyOrNull, toFollowUp } from './queries.ts';
import type { Target } from './targets.ts';

export interface FollowUpInput {
  channel: Channel;
  when: DueInput & Partial<Timer>;
  /** Public id. A text or email has a template or a body. */
  template: string | null;
  /** Liquid, already validated. */
  subject: string | null;
  body: string | null;
  /** Public id of a user; null for unassigned; undefined for the target's assignee. */
  assignedTo: string | null | undefined;
  /** Null for the default. */
  cancelOn: readonly string[] | null;
  /** Null for the template's, otherwise `marketing`. Only for a text or email. */
  purpose: Purpose | null;
  /** Not sent at this time or later. Only for a text or email. */
  expiresAt: string | null;
}

/**
 * What creates the follow-up by itself: a playbook run, or the reply of a contact. A key that already exists returns the
 * existing follow-up unchanged.
 */
export interface FollowUpOrigin {
  key: string;
  runId: string | null;
}

/** Schedules a follow-up in the caller's transaction. Throws a 422 problem if the input is invalid. */
export async function scheduleFollowUp(
  tx: Tx,
  target: Target,
  input: FollowUpInput,
  origin: FollowUpOrigin | null = null,
): Promise<FollowUpRow> {
  const key = origin?.key ?? null;
  const before = key === null ? null : await findByKeyOrNull(tx, key);
  if (before !== null) return before;
  const [due, template, assigned_to] = await Promise.all([
    resolveDue(tx, target, input.when),
    findTemplate(tx, input),
    input.assignedTo === undefined ? target.assigned_to : readAssignee(tx, input.assignedTo),
  ]);
  beginToFollow(tx, { name: FOLLOWER });
  const row = await insertFollowUp(tx, {
    follow_up_id: newUuid(),
    lifecycle_number: target.lifecycle_number,
    lead_id: target.lead_id,
    customer_id: target.customer_id,
    job_id: target.job_id,
    appointment_id: target.appointment_id,
    next_follow_up_id: null,
    ...due,
    channel: input.channel,
    template_id: template?.template_id ?? null,
    subject: input.subject,
    body: input.body,
    text: null,
    assigned_to,
    cancel_on: [...new Set(input.cancelOn ?? defaultCancelOn(due, target))],
    purpose: purposeOf(input, template, due),
    expires_at: expiryOf(tx, input, due.due_at, origin),
    status: 'scheduled',
    reason: null,
    detail: null,
    note: null,
    communication_id: null,
    created_by: tx.actor,
    creation_key: key,
    run_id: origin?.runId ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  });
  // A concurrent transaction has created it under this key.
  if (row === null) return findByKey(tx, key);
  announceCreation(tx, row);
  return row;
}

export function announceCreation(tx: Tx, row: FollowUpRow): void {
  const created = pendingEvent(followUpCreated, toFollowUp(row));
  tx.emit(row.lifecycle_number, created);
  setCreatedSeq(tx, row.follow_up_id, created.event_id);
}

/** A reply or another booking does not make the reminder of a visit needless. */
function defaultCancelOn({ anchor }: Due, { customer_id }: Target): readonly string[] {
  if (anchor !== null) return [];
  return customer_id === null ? DEFAULT_CANCEL_ON : OF_CUSTOMER;
}

/** A customer is followed up even if one of its leads is deleted. */
const OF_CUSTOMER = DEFAULT_CANCEL_ON.filter((type) => type !== 'lead.deleted');

/** What is sent because of a visit is about the visit. */
function purposeOf(
  { channel, purpose }: FollowUpInput,
  template: { purpose: Purpose | null } | null,
  { anchor }: Due,
): Purpose | null {
  if (!isSentBy(channel)) return null;
  return purpose ?? template?.purpose ?? (anchor === null ? 'marketing' : 'service');
}

type Due = Pick<FollowUpRow, 'due_at' | 'anchor' | 'anchor_offset' | 'anchored_at'>;
export const NOT_ANCHORED = { anchor: null, anchor_offset: null, anchored_at: null } as const;

async function resolveDue(tx: Tx, target: Target, when: FollowUpInput['when']): Promise<Due> {
  const { anchor = 'starts_at', offset } = when;
  if (offset === undefined || target.appointment_id === null) {
    return { ...NOT_ANCHORED, due_at: await resolveDueTime(tx, when) };
  }
  return anchorTo(tx, target.appointment_id, { anchor, offset });
}

/** The appointment cannot be moved until the follow-up is committed, and then moves it too. */
async function anchorTo(tx: Tx, appointmentId: string, timer: Timer): Promise<Due> {
  const [appointment, { time_zone }] = await Promise.all([
    lockTimesOfAppointment(tx, appointmentId),
    findOrganization(tx),
  ]);
  const timed = timerState(timer, appointment, tx.now, time_zone);
  if (timed.state === 'over') {
    const detail = `This appointment is ${appointment.status}, so the follow-up would never be due. Use due_at instead of offset.`;
    throw conflict('appointment_over', detail);
  }
  if (timed.state === 'past') {
    const detail = `The follow-up would be due at ${timed.at.toISOString()}, which is in the past. Give another offset, or use due_at.`;
    throw validationFailed([{ pointer: '/offset', code: 'in_the_past', detail }]);
  }
  const { at, anchoredAt } = timed;
  return { due_at: at, anchor: timer.anchor, anchor_offset: timer.offset, anchored_at: anchoredAt };
}

/** A run that is late does not fail: its follow-up is skipped as `expired` when it is due. */
function expiryOf(
  { now }: Tx,
  { expiresAt }: FollowUpInput,
  dueAt: Date,
  origin: FollowUpOrigin | null,
): Date | null {
  if (origin !== null) return expiresAt === null ? null : new Date(expiresAt);
  return readExpiry(expiresAt, dueAt > now ? dueAt : now);
}

/** Uses the organization's time zone unless the input names one. */
export async function resolveDueTime(tx: Tx, when: DueInput): Promise<Date> {
  const { time_zone } = await findOrganization(tx);
  const read = readDueTime(when, tx.now, time_zone);
  if ('error' in read) throw validationFailed([read.error]);
  return read.dueAt;
}

async function findTemplate(tx: Tx, { template, channel }: FollowUpInput) {
  if (template === null) return null;
  const row = await findTemplateOrNull(tx, toUuid('template', template));
  if (row?.channel === channel) return row;
  const detail = `The field template must be the id of a template of your organization for the channel ${channel}. GET /v1/templates lists them.`;
  throw validationFailed([{ pointer: '/template', code: 'unknown_template', detail }]);
}
