import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import { newUuid } from '../../platform/ids.ts';
import { findTemplateOrNull } from '../messaging/index.ts';
import { findOrganization, readAssignee } from '../organizations/index.ts';
import { type DueInput, readDueTime } from './due-time.ts';
import { followUpCreated } from './events.ts';
import { type Channel, DEFAULT_CANCEL_ON } from './follow-up.ts';
import { FOLLOWER } from './follower-name.ts';
import { countFromCreation, insertFollowUp } from './insert-follow-up.ts';
import { type FollowUpRow, findByKey, findByKeyOrNull, toFollowUp } from './queries.ts';
import type { Target } from './targets.ts';

export interface FollowUpInput {
  channel: Channel;
  when: DueInput;
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
  input: FollowUpInput,
  origin: Origin | null = null,
): Promise<FollowUpRow> {
  const key = origin?.key ?? null;
  const before = key === null ? null : await findByKeyOrNull(tx, key);
  if (before !== null) return before;
  const [dueAt, template_id, assigned_to] = await Promise.all([
    readWhen(tx, input.when),
    getTemplate(tx, input),
    input.assignedTo === undefined ? target.assigned_to : readAssignee(tx, input.assignedTo),
  ]);
  beginToFollow(tx, { name: FOLLOWER });
  const row = await insertFollowUp(tx, {
    follow_up_id: newUuid(),
    lifecycle_number: target.lifecycle_number,
    lead_id: target.lead_id,
    customer_id: target.customer_id,
    job_id: target.job_id,
    channel: input.channel,
    template_id,
    subject: input.subject,
    body: input.body,
    text: null,
    assigned_to,
    due_at: dueAt,
    cancel_on: [...new Set(input.cancelOn ?? DEFAULT_CANCEL_ON)],
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
  // Somebody has made it under this key at the same moment.
  if (row === null) return findByKey(tx, key);
  const created = pendingEvent(followUpCreated, toFollowUp(row));
  tx.emit(row.lifecycle_number, created);
  countFromCreation(tx, row.follow_up_id, created.event_id);
  return row;
}

/** In the organization's zone where none is named. */
export async function readWhen(tx: Tx, when: DueInput): Promise<Date> {
  const { time_zone } = await findOrganization(tx);
  const read = readDueTime(when, tx.now, time_zone);
  if ('error' in read) throw validationFailed([read.error]);
  return read.dueAt;
}

async function getTemplate(tx: Tx, { template, channel }: FollowUpInput): Promise<string | null> {
  if (template === null) return null;
  const row = await findTemplateOrNull(tx, toUuid('template', template));
  if (row?.channel === channel) return row.template_id;
  const detail = `The field template must be the id of a template for ${channel} of your organization.`;
  throw validationFailed([{ pointer: '/template', code: 'unknown_template', detail }]);
}
