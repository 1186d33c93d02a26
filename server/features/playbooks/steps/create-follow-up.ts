import Type from 'typebox';
import { toPublicId } from '../../../domain/ids.ts';
import {
  type FollowUpInput,
  findTargetOfJob,
  followUpNeeds,
  scheduleFollowUp,
  targetOfLead,
} from '../../follow-ups/index.ts';
import { checkAbsent, checkMessage, checkTexts, checkTimestamp } from './checks.ts';
import {
  assignedTo,
  CLOSED,
  deliveryFields,
  duration,
  messageFields,
  oneOf,
  timestamp,
} from './fields.ts';
import { ownTexts } from './own-texts.ts';
import { type StepBase, type StepContext, type StepOutcome, step } from './step.ts';
import { readTime, render } from './texts.ts';

const MESSAGE_ONLY = ['template', 'subject', 'purpose', 'expires_at', 'translations'];

/** Whether the follow-up is still needed is checked when it is due. */
export const createFollowUp = step({
  do: 'create_follow_up',
  description: 'Creates a follow-up. Its texts are rendered when the step runs.',
  target: () => 'lead',
  needs: (step) => followUpNeeds(step.with.channel),
  schema: Type.Object(
    {
      channel: oneOf(['sms', 'email', 'call', 'task'], {
        description: 'Channel of the follow-up.',
        examples: ['call'],
      }),
      delay: duration('ISO 8601 duration until the follow-up is due. Default: due now.', 'P1D'),
      due_at: timestamp(
        'When the follow-up is due, instead of `delay`: RFC 3339, or Liquid that renders it.',
        '2027-03-01T09:00:00-05:00',
      ),
      ...messageFields,
      ...deliveryFields,
      assigned_to: assignedTo('follow-up'),
      cancel_on: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: 50,
          description: 'Event types, or patterns such as `job.*`, that cancel the follow-up.',
          examples: [['communication.received']],
        }),
      ),
    },
    CLOSED,
  ),
  check(check, given, pointer) {
    if (given.channel === 'sms' || given.channel === 'email') checkMessage(check, given, pointer);
    else {
      checkAbsent(check, given, MESSAGE_ONLY, pointer, 'a text or an email');
      checkTexts(check, given, ['body'], pointer);
    }
    if (given.delay !== undefined && given.due_at !== undefined) {
      const detail = 'Give either delay or due_at, not both.';
      check.add(`${pointer}/due_at`, 'not_allowed', detail);
    }
    check.duration(given.delay, `${pointer}/delay`);
    checkTimestamp(check, given.due_at, `${pointer}/due_at`);
    if (Array.isArray(given.cancel_on)) {
      check.eventPatterns(given.cancel_on, `${pointer}/cancel_on`);
    }
  },
  async perform(context) {
    const { tx, step, variables } = context;
    const { channel, delay, template, assigned_to, cancel_on } = step.with;
    const { due_at = null, expires_at = null } = step.with;
    const own = await ownTexts(context, step.with);
    const rendered = await render(tx, { ...own, due_at, expires_at }, variables);
    const texts = { subject: rendered.subject, body: rendered.body };
    const when =
      rendered.due_at === null ? { delay: delay ?? 'PT0S' } : { due_at: rendered.due_at.trim() };
    const { translations: _others, ...shown } = step.with;
    context.traceInput({ ...shown, ...texts, ...when });
    return schedule(context, {
      channel,
      when,
      template: template ?? null,
      subject: asLiquid(texts.subject),
      body: asLiquid(texts.body),
      assignedTo: assigned_to,
      cancelOn: cancel_on ?? null,
      purpose: step.with.purpose ?? null,
      expiresAt: rendered.expires_at === null ? null : readTime(rendered.expires_at).toISOString(),
    });
  },
});

export async function schedule(
  { tx, run, key, findLead }: Pick<StepContext<StepBase>, 'tx' | 'run' | 'key' | 'findLead'>,
  input: FollowUpInput,
): Promise<StepOutcome> {
  const lead = run.job_id === null ? await findLead() : null;
  const target = lead === null ? await findTargetOfJob(tx, run.job_id) : targetOfLead(lead);
  const row = await scheduleFollowUp(tx, target, input, { key, runId: run.run_id });
  const follow_up_id = toPublicId('follow_up', row.follow_up_id);
  const output = { follow_up_id, due_at: row.due_at.toISOString() };
  return { status: 'completed', output, ...(lead && { lead }) };
}

/** A follow-up's texts are Liquid too, so braces in rendered values, such as a name, must be escaped. */
export function asLiquid(text: string | null): string | null {
  return text === null ? null : text.replaceAll(/\{[{%]/g, (braces) => `{{ "${braces}" }}`);
}
