import { toPublicId } from '../../../domain/ids.ts';
import {
  createFollowUpIn,
  type FollowUpInput,
  findTargetOfJob,
  findTargetOfLead,
} from '../../follow-ups/index.ts';
import type { PerformStep, StepOutcome, StepWork } from './step.ts';
import { leadOf } from './subject.ts';
import { filledIn, filledInOrNull } from './texts.ts';

/** Its texts are filled in now, with what the run knows; whether it is still wanted is asked when it is due. */
export const createFollowUpStep: PerformStep<'create_follow_up'> = (work) => {
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
};

export async function schedule(
  { tx, run, key }: Pick<StepWork, 'tx' | 'run' | 'key'>,
  input: FollowUpInput,
): Promise<StepOutcome> {
  const target =
    run.job_id === null
      ? await findTargetOfLead(tx, leadOf(run))
      : await findTargetOfJob(tx, run.job_id);
  const row = await createFollowUpIn(tx, target, input, { key, runId: run.run_id });
  const follow_up_id = toPublicId('followup', row.follow_up_id);
  return { status: 'completed', output: { follow_up_id, due_at: row.due_at.toISOString() } };
}

/** A follow-up's texts are Liquid too: braces that somebody has in his name stay braces. */
export function asLiquid(text: string | null): string | null {
  return text === null ? null : text.replaceAll(/\{[{%]/g, (braces) => `{{ "${braces}" }}`);
}
