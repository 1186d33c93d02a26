import { z } from 'zod';
import { tool } from '../tool.ts';
import { write } from '../write.ts';
import { AGAIN, CONTACT, choice, integer, optional, text } from './fields.ts';

export const captureLead = tool({
  name: 'capture_lead',
  title: 'Capture lead',
  description:
    'Takes in a person who wants something. Needs phone or email. Says if the person is known (duplicate_of).',
  kind: 'write',
  operations: ['captureLead'],
  input: () =>
    z.strictObject({
      name: optional('Name.'),
      phone: optional('Phone number.'),
      email: optional('Email address.'),
      service_needed: text('A code such as ac_repair.'),
      address: optional('On one line.'),
      notes: optional('Free text.'),
      source: optional('Default mcp.'),
      transcript: optional('What was said in the call or chat.'),
      channel: choice(['call', 'chat'], 'Of the transcript; default call.').optional(),
      ...AGAIN,
    }),
  async run(args, context) {
    const { again, transcript, channel = 'call', ...lead } = args;
    const body = {
      source: 'mcp',
      ...lead,
      ...(transcript !== undefined && { transcript: { channel, text: transcript } }),
    };
    return write(context, 'captureLead', { body }, context.session.keyOf('capture_lead', args));
  },
});

export const createJob = tool({
  name: 'create_job',
  title: 'Create job',
  description: 'Records what was sold. A qualified lead becomes a customer.',
  kind: 'write',
  operations: ['createJob'],
  input: () =>
    z.strictObject({
      lead_id: optional('This or customer_id.'),
      customer_id: optional('Instead of lead_id.'),
      title: text('The work in one line.'),
      amount: integer('Price in minor units: 189000 is 1,890.00.'),
      currency: optional('Such as USD; with amount.'),
      service: optional('A code such as ac_repair.'),
      warranty_months: integer('Default 12.'),
      assigned_to: optional('User id.'),
      ...AGAIN,
    }),
  async run(args, context) {
    const { again, amount, currency, ...job } = args;
    const body = { ...job, ...(amount !== undefined && { contract: { amount, currency } }) };
    return write(context, 'createJob', { body }, context.session.keyOf('create_job', args));
  },
});

export const createInvoice = tool({
  name: 'create_invoice',
  title: 'Create invoice',
  description: 'Creates a draft; cancel_or_undo with invoice.send makes it final.',
  kind: 'write',
  operations: ['createInvoice'],
  input: () =>
    z.strictObject({
      job_id: text('Job id.'),
      lines: z.array(
        z.strictObject({
          description: text('What for.'),
          quantity: z.number(),
          unit_amount: z.int().describe('Minor units.'),
          tax_rate: z.number().describe('Percent.').optional(),
        }),
      ),
      currency: optional('Default: that of the job.'),
      due_on: optional('2027-03-31.'),
      notes: optional('For the customer.'),
      ...AGAIN,
    }),
  async run(args, context) {
    const { again, ...body } = args;
    return write(context, 'createInvoice', { body }, context.session.keyOf('create_invoice', args));
  },
});

export const logCommunication = tool({
  name: 'log_communication',
  title: 'Log communication',
  description: 'Records a call, chat or note that took place. Sends nothing.',
  kind: 'write',
  operations: ['recordCommunication'],
  input: () =>
    z.strictObject({
      ...CONTACT,
      channel: choice(['call', 'chat', 'note'], 'Kind.'),
      direction: choice(['inbound', 'outbound'], 'Not for a note.').optional(),
      body: text('What was said.'),
      duration_seconds: integer('Length.'),
      ...AGAIN,
    }),
  async run(args, context) {
    const { again, ...body } = args;
    const key = context.session.keyOf('log_communication', args);
    return write(context, 'recordCommunication', { body }, key);
  },
});
