import { toPublicId, toUuid } from '../../../domain/ids.ts';
import { mayMessageNow } from '../../follow-ups/index.ts';
import { readMergedLifecycles } from '../../leads/index.ts';
import { findRecipient, queueMessage } from '../../messaging/index.ts';
import type { RunRow } from '../runtime/queries.ts';
import { StepFailure } from '../runtime/step-failure.ts';
import type { PerformStep } from './step.ts';
import { leadOf } from './subject.ts';
import { filledInOrNull } from './texts.ts';

/** Ten parts of a text; gateways take no more. */
const LONGEST_TEXT = 1_600;

/**
 * Sends a text or mail. Whether it may be sent is asked at this moment: whoever has said no is left alone, and
 * whoever is asleep gets it in the morning.
 */
export const sendMessageStep: PerformStep<'send_message'> = async (work) => {
  const { tx, run, step, key, variables } = work;
  const { channel, template } = step.with;
  const subject = filledInOrNull(step.with.subject, variables);
  const body = filledInOrNull(step.with.body, variables);
  work.show({ channel, ...(template === undefined ? { subject, body } : { template, subject }) });
  assertText(channel, body);
  const [standing] = await readMergedLifecycles(tx, leadOf(run));
  const recipient = await findRecipient(tx, standing!.lead_id);
  const permission = await mayMessageNow(tx, recipient, channel);
  if ('until' in permission) {
    const output = { reason: 'quiet_hours', until: permission.until.toISOString() };
    return { status: 'waiting', until: permission.until, output };
  }
  if ('reason' in permission) return { status: 'skipped', reason: permission.reason };
  const communication = await queueMessage(tx, recipient.lead_id, {
    key,
    channel,
    to: null,
    content:
      template === undefined
        ? { subject, body: body ?? '' }
        : {
            templateId: toUuid('template', template),
            subject,
            variables: run.input,
            about: aboutOf(run),
          },
    baseUrl: null,
  });
  const communication_id = toPublicId('comm', communication.communication_id);
  const { status, status_reason, to_address: to } = communication;
  const output = { communication_id, status, status_reason, to };
  return { status: 'completed', output };
};

function assertText(channel: 'sms' | 'email', body: string | null): void {
  if (body === null) return;
  if (body.trim() === '') {
    throw new StepFailure('empty', 'The message comes to nothing for this contact.');
  }
  if (channel === 'sms' && body.length > LONGEST_TEXT) {
    const detail = `The text comes to more than ${LONGEST_TEXT} characters. Shorten it, or send a mail.`;
    throw new StepFailure('too_long', detail);
  }
}

/** What a saved template may name: what the run is about, where it is about one. */
function aboutOf({ appointment_id, job_id, invoice_id }: RunRow) {
  return {
    ...(appointment_id && { appointment_id }),
    ...(job_id && { job_id }),
    ...(invoice_id && { invoice_id }),
  };
}
