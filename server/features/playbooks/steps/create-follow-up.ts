import Type from 'typebox';
import { toPublicId } from '../../../domain/ids.ts';
import {
  type FollowUpInput,
  findTargetOfJob,
  findTargetOfLead,
  scheduleFollowUp,
} from '../../follow-ups/index.ts';
import { checkAbsent, checkMessage, checkMoment, checkTexts } from './checks.ts';
import { CLOSED, duration, messageFields, moment, oneOf, publicId } from './fields.ts';
import { type StepBase, type StepOutcome, type StepWork, step } from './step.ts';
import { leadOf } from './subject.ts';
import { filledIn, filledInOrNull } from './texts.ts';

/** Schedules a follow-up. Its texts are filled in now; whether it is still wanted is asked when it is due. */
export const createFollowUp = step({
  do: 'create_follow_up',
  schema: Type.Object(
    {
      channel: oneOf('sms', 'email', 'call', 'task'),
      /** Counted in the organization's zone; neither it nor `due_at` means now. */
      delay: Type.Optional(duration),
      due_at: Type.Optional(moment),
      ...messageFields,
      assigned_to: Type.Optional(publicId),
      cancel_on: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    },
    CLOSED,
  ),
  check(check, given, pointer) {
    if (given.channel === 'sms' || given.channel === 'email') checkMessage(check, given, pointer);
    else {
      checkAbsent(check, given, ['template', 'subject'], pointer, 'a text or a mail');
      checkTexts(check, given, ['body'], pointer);
    }
    if (given.delay !== undefined && given.due_at !== undefined) {
      const detail = 'Give either delay or due_at, not both.';
      check.add(`${pointer}/due_at`, 'not_allowed', detail);
    }
    check.duration(given.delay, `${pointer}/delay`);
    checkMoment(check, given.due_at, `${pointer}/due_at`);
    if (Array.isArray(given.cancel_on)) {
      check.eventPatterns(given.cancel_on, `${pointer}/cancel_on`);
    }
  },
  async perform(work) {
    const { step, variables } = work;
    const { channel, delay, due_at, template, assigned_to, cancel_on } = step.with;
    const texts = {
      subject: filledInOrNull(step.with.subject, variables),
      body: filledInOrNull(step.with.body, variables),
    };
    const when =
      due_at === undefined
        ? { delay: delay ?? 'PT0S' }
        : { due_at: filledIn(due_at, variables).trim() };
    work.show({ ...step.with, ...texts, ...when });
    return schedule(work, {
      channel,
      when,
      template: template ?? null,
      subject: asLiquid(texts.subject),
      body: asLiquid(texts.body),
      assignedTo: assigned_to,
      cancelOn: cancel_on ?? null,
    });
  },
});

export async function schedule(
  { tx, run, key }: Pick<StepWork<StepBase>, 'tx' | 'run' | 'key'>,
  input: FollowUpInput,
): Promise<StepOutcome> {
  const target =
    run.job_id === null
      ? await findTargetOfLead(tx, leadOf(run))
      : await findTargetOfJob(tx, run.job_id);
  const row = await scheduleFollowUp(tx, target, input, { key, runId: run.run_id });
  const follow_up_id = toPublicId('follow_up', row.follow_up_id);
  return { status: 'completed', output: { follow_up_id, due_at: row.due_at.toISOString() } };
}

/** A follow-up's texts are Liquid too: braces in somebody's name stay braces. */
export function asLiquid(text: string | null): string | null {
  return text === null ? null : text.replaceAll(/\{[{%]/g, (braces) => `{{ "${braces}" }}`);
}
