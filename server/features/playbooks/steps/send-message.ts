import Type from 'typebox';
import { toPublicId, toUuid } from '../../../domain/ids.ts';
import type { Purpose } from '../../../domain/purpose.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { mayMessageNow } from '../../follow-ups/index.ts';
import {
  baseUrlOf,
  findTemplateOrNull,
  findTopics,
  linksIn,
  queueMessage,
  type Recipient,
} from '../../messaging/index.ts';
import type { RunRow } from '../runtime/queries.ts';
import { checkMessage } from './checks.ts';
import { CLOSED, deliveryFields, messageFields, oneOf } from './fields.ts';
import { recipientOf, textsFor } from './own-texts.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { aboutOf } from './subject.ts';
import { readTime, render } from './texts.ts';

/** Ten parts of a text; gateways accept no more. */
const MAX_SMS_LENGTH = 1_600;

export const sendMessage = step({
  do: 'send_message',
  description:
    'Sends a text or an email to the contact, in the contact’s language if the message has it. Without consent or after `expires_at` the step is skipped. In quiet hours a marketing message waits until they end.',
  target: () => 'lead',
  needs: () => [['communications:write']],
  schema: Type.Object(
    {
      channel: oneOf(['sms', 'email'], {
        description: 'Channel of the message.',
        examples: ['sms'],
      }),
      ...messageFields,
      ...deliveryFields,
    },
    { ...CLOSED, 'x-one-of': ['body', 'template'] },
  ),
  check: (check, given, pointer) => checkMessage(check, given, pointer, true),
  async perform({ tx, run, step, key, variables, traceInput }) {
    const { channel, template } = step.with;
    const recipient = await recipientOf(tx, run);
    const texts = { ...textsFor(step.with, recipient), expires_at: step.with.expires_at ?? null };
    const found = await linksOf(tx, run, recipient, { channel, body: texts.body });
    const all = { ...variables, links: found?.links };
    const { subject, body, expires_at } = await render(tx, texts, all);
    const given = expires_at === null ? {} : { expires_at };
    traceInput({
      channel,
      ...(template === undefined ? { subject, body } : { template, subject }),
      ...given,
    });
    assertText(channel, body);
    const expiresAt = expires_at === null ? null : readTime(expires_at);
    const templateId = template === undefined ? null : toUuid('template', template);
    const purpose = step.with.purpose ?? (await purposeOf(tx, templateId));
    const message = { channel, purpose, expires_at: expiresAt };
    const permission = await mayMessageNow(tx, recipient, message);
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
          ? { subject, body: body ?? '', links: found?.targets ?? [] }
          : { templateId, subject, variables: run.input, about: aboutOf(run) },
      purpose,
      expiresAt,
      baseUrl: null,
    });
    const communication_id = toPublicId('communication', communication.communication_id);
    const { status, status_reason, to_address: to } = communication;
    return { status: 'completed', output: { communication_id, status, status_reason, to } };
  },
});

/** The links that the step's own text has; null if it has none. */
async function linksOf(
  tx: Tx,
  run: RunRow,
  recipient: Recipient,
  { channel, body }: { channel: 'sms' | 'email'; body: string | null },
) {
  if (body === null || !/\blinks\b/.test(body)) return null;
  const topics = await findTopics(tx, recipient.lead_id, aboutOf(run), body);
  return linksIn(tx, body, recipient, topics, () => baseUrlOf(tx, channel));
}

async function purposeOf(tx: Tx, templateId: string | null): Promise<Purpose> {
  const template = templateId === null ? null : await findTemplateOrNull(tx, templateId);
  return template?.purpose ?? 'marketing';
}

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
