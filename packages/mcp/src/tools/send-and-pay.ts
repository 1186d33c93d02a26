import { z } from 'zod';
import { contactOf, subjectOf } from '../subject.ts';
import { tool } from '../tool.ts';
import { write, writeConfirmed } from '../write.ts';
import { AGAIN, CONFIRMATION, CONTACT, choice, optional, text } from './fields.ts';

export const sendMessage = tool({
  name: 'send_message',
  title: 'Send message',
  description:
    'Sends a text or an email to the contact now. Opt-outs and quiet hours apply. Asks for confirmation.',
  kind: 'confirmed',
  hints: { openWorldHint: true },
  operations: ['sendMessage'],
  input: () =>
    z.strictObject({
      ...CONTACT,
      channel: choice(['sms', 'email'], 'How.'),
      subject: optional('Of an email.'),
      body: optional('The text; or template_id.'),
      template_id: optional('Instead of body.'),
      ...CONFIRMATION,
    }),
  async run(args, context) {
    const { confirmation, ...body } = args;
    const content = body.body ?? `template ${body.template_id ?? ''}`;
    const will = async () =>
      `Send ${body.channel} to ${await contactOf(context.session, body)}: ${content}`;
    return writeConfirmed(context, { tool: 'send_message', args, will }, 'sendMessage', { body });
  },
});

export const scheduleFollowUp = tool({
  name: 'schedule_follow_up',
  title: 'Schedule follow-up',
  description:
    'A call or task for later; or a text or email, which asks for confirmation and is not sent if the contact replies first.',
  kind: 'write',
  hints: { openWorldHint: true },
  operations: ['createFollowUp'],
  input: () =>
    z.strictObject({
      ...CONTACT,
      channel: choice(['call', 'task', 'sms', 'email'], 'Kind.'),
      due_at: text('RFC 3339 with offset.'),
      subject: optional('Of an email.'),
      body: optional('The text, or what to do.'),
      assigned_to: optional('Who does it: user id.'),
      ...AGAIN,
      ...CONFIRMATION,
    }),
  async run(args, context) {
    const { again, confirmation, ...body } = args;
    if (body.channel === 'call' || body.channel === 'task') {
      const key = context.session.keyOf('schedule_follow_up', args);
      return write(context, 'createFollowUp', { body }, key);
    }
    const will = async () =>
      `Send ${body.channel} to ${await contactOf(context.session, body)} at ${body.due_at}: ${body.body ?? ''}`;
    const question = { tool: 'schedule_follow_up', args, will };
    return writeConfirmed(context, question, 'createFollowUp', { body });
  },
});

export const recordPayment = tool({
  name: 'record_payment',
  title: 'Record payment',
  description: 'Records money received for an invoice, or a refund. Asks for confirmation.',
  kind: 'confirmed',
  operations: ['recordPayment', 'recordRefund'],
  input: () =>
    z.strictObject({
      invoice_id: text('Invoice id.'),
      amount: z.int().describe('Minor units.'),
      method: choice(['cash', 'card', 'check', 'transfer', 'other'], 'Of a payment.').optional(),
      reference: optional('Number of the check or charge.'),
      refund: z.boolean().describe('True: money returned.').optional(),
      reason: optional('Of a refund.'),
      ...CONFIRMATION,
    }),
  async run(args, context) {
    const { invoice_id: id, amount, method, reference, refund, reason } = args;
    const isRefund = refund === true;
    const body = isRefund ? { amount, reason } : { amount, method, reference };
    const what = isRefund ? 'Record a refund of' : `Record a payment (${method ?? '?'}) of`;
    const will = async () =>
      `${what} ${amount} in minor units, for invoice ${await subjectOf(context.session, 'invoice', id)}`;
    const operation = isRefund ? 'recordRefund' : 'recordPayment';
    const question = { tool: 'record_payment', args, will };
    return writeConfirmed(context, question, operation, { parameters: { id }, body });
  },
});
