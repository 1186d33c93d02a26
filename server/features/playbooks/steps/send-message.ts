import Type from 'typebox';
import { toPublicId, toUuid } from '../../../domain/ids.ts';
import { mayMessageNow } from '../../follow-ups/index.ts';
import { readMergedLifecycles } from '../../leads/index.ts';
import { findRecipient, queueMessage } from '../../messaging/index.ts';
import type { RunRow } from '../runtime/queries.ts';
import { checkMessage } from './checks.ts';
import { CLOSED, messageFields, oneOf } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { leadOf } from './subject.ts';
import { render } from './texts.ts';

/** Ten parts of a text; gateways accept no more. */
const MAX_SMS_LENGTH = 1_600;

export const sendMessage = step({
  do: 'send_message',
  description:
    'Sends a text or an email to the contact. Without consent the step is skipped; in quiet hours the run waits until they end.',
  target: () => 'lead',
  needs: () => [['communications:write']],
  schema: Type.Object(
    {
      channel: oneOf(['sms', 'email'], {
        description: 'Channel of the message.',
        examples: ['sms'],
      }),
      ...messageFields,
    },
    { ...CLOSED, 'x-one-of': ['body', 'template'] },
  ),
  check: checkMessage,
  async perform({ tx, run, step, key, variables, traceInput }) {
    const { channel, template } = step.with;
    const texts = { subject: step.with.subject ?? null, body: step.with.body ?? null };
    const { subject, body } = await render(tx, texts, variables);
    traceInput({
      channel,
      ...(template === undefined ? { subject, body } : { template, subject }),
    });
    assertText(channel, body);
    const leadId = leadOf(run);
    const [primary] = await readMergedLifecycles(tx, leadId);
    const recipient = await findRecipient(tx, primary?.lead_id ?? leadId);
    const permission = await mayMessageNow(tx, recipient, channel);
    if ('until' in permission) {
      const { until } = permission;
      const output = { reason: 'quiet_hours', until: until.toISOString() };
      return { status: 'waiting', until, event: null, output };
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
    const communication_id = toPublicId('communication', communication.communication_id);
    const { status, status_reason, to_address: to } = communication;
    return { status: 'completed', output: { communication_id, status, status_reason, to } };
  },
});

function assertText(channel: 'sms' | 'email', body: string | null): void {
  if (body === null) return;
  if (body.trim() === '') {
    throw new StepFailure(
      'empty',
      'The message renders empty for this contact. Correct its text in the playbook.',
    );
  }
  if (channel === 'sms' && body.length > MAX_SMS_LENGTH) {
    const detail = `The rendered text is longer than ${MAX_SMS_LENGTH} characters. Shorten it, or send an email.`;
    throw new StepFailure('too_long', detail);
  }
}

/** The resources that a saved template can use: those that the run is about. */
function aboutOf({ appointment_id, job_id, invoice_id }: RunRow) {
  return {
    ...(appointment_id && { appointment_id }),
    ...(job_id && { job_id }),
    ...(invoice_id && { invoice_id }),
  };
}
