import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import { newUuid } from '../../platform/ids.ts';
import { findTemplateOrNull } from '../messaging/index.ts';
import { findOrganization, isActiveUser } from '../organizations/index.ts';
import { type DueWish, readDueTime } from './due-time.ts';
import { followUpCreated } from './events.ts';
import { type Channel, DEFAULT_CANCEL_ON } from './follow-up.ts';
import { FOLLOWER } from './follower-name.ts';
import { type FollowUpRow, findByKey, insertFollowUp, toFollowUp } from './queries.ts';
import type { Target } from './targets.ts';

export interface FollowUpWish {
  channel: Channel;
  when: DueWish;
  /** Public id. A text or mail has a template or a body. */
  template: string | null;
  /** In Liquid, held to its rules already. */
  subject: string | null;
  body: string | null;
  /** Public id of a user, null for nobody; undefined for whoever answers for the target. */
  assignedTo: string | null | undefined;
  /** Null for the default. */
  cancelOn: readonly string[] | null;
}

/** Who has it made by itself: the same key again is the same follow-up, whatever else is said then. */
export interface Origin {
  key: string;
  runId: string;
}

/** Schedules a follow-up in somebody else's transaction. What is wrong with it is thrown as a 422. */
export async function createFollowUpIn(
  tx: Tx,
  target: Target,
  wish: FollowUpWish,
  origin: Origin | null = null,
): Promise<FollowUpRow> {
  const before = origin === null ? null : await findByKey(tx, origin.key);
  if (before !== null) return before;
  const [dueAt, template_id, assigned_to] = await Promise.all([
    readWhen(tx, wish.when),
    readTemplate(tx, wish),
    readAssignee(tx, wish, target),
  ]);
  beginToFollow(tx, { name: FOLLOWER });
  const row = await insertFollowUp(tx, {
    follow_up_id: newUuid(),
    lifecycle_number: target.lifecycle_number,
    lead_id: target.lead_id,
    customer_id: target.customer_id,
    job_id: target.job_id,
    channel: wish.channel,
    template_id,
    subject: wish.subject,
    body: wish.body,
    text: null,
    assigned_to,
    due_at: dueAt,
    cancel_on: [...new Set(wish.cancelOn ?? DEFAULT_CANCEL_ON)],
    status: 'scheduled',
    reason: null,
    detail: null,
    note: null,
    communication_id: null,
    created_by: tx.actor,
    creation_key: origin?.key ?? null,
    run_id: origin?.runId ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  });
  // Somebody has made it under this key at the same moment.
  if (row === null) return (await findByKey(tx, origin!.key))!;
  tx.emit(row.lifecycle_number, pendingEvent(followUpCreated, toFollowUp(row)));
  return row;
}

/** In the organization's zone where none is named. */
export async function readWhen(tx: Tx, when: DueWish): Promise<Date> {
  const { time_zone } = await findOrganization(tx);
  const read = readDueTime(when, tx.now, time_zone);
  if ('error' in read) throw validationFailed([read.error]);
  return read.dueAt;
}

async function readTemplate(tx: Tx, { template, channel }: FollowUpWish): Promise<string | null> {
  if (template === null) return null;
  const row = await findTemplateOrNull(tx, toUuid('template', template));
  if (row?.channel === channel) return row.template_id;
  const detail = `The field template must be the id of a template for ${channel} of your organization.`;
  throw validationFailed([{ pointer: '/template', code: 'unknown_template', detail }]);
}

async function readAssignee(
  tx: Tx,
  { assignedTo }: FollowUpWish,
  target: Target,
): Promise<string | null> {
  if (assignedTo === undefined) return target.assigned_to;
  if (assignedTo === null) return null;
  const userId = toUuid('user', assignedTo);
  if (userId !== null && (await isActiveUser(tx, userId))) return userId;
  const detail = 'The field assigned_to must be the id of an active user of your organization.';
  throw validationFailed([{ pointer: '/assigned_to', code: 'unknown_user', detail }]);
}
