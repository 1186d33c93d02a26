import Type, { type Static } from 'typebox';
import { idInput, lifecycleNumberInput } from '../../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { closedObject, nullable } from '../../../platform/http/fields.ts';
import { channel, contentFields, direction } from '../communications/schemas.ts';

const reference = Type.String({ minLength: 1, maxLength: 200 });

/** What a gateway posts; docs/sms-gateway.md tells it so. */
export const ReceivedTextBody = Type.Object({
  from: Type.String({ minLength: 1, maxLength: TEXT_LIMITS.phone }),
  to: Type.String({ maxLength: TEXT_LIMITS.phone }),
  body: Type.String({ maxLength: 10_000 }),
  reference,
});

export const DeliveryReportBody = Type.Object({
  reference,
  status: Type.Unsafe<'sent' | 'delivered' | 'failed'>({
    type: 'string',
    enum: ['sent', 'delivered', 'failed'],
  }),
  reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 300 })),
});

function topic(what: 'appointment' | 'job' | 'invoice', fallback: string) {
  const description = `The ${what} that the template names as \`${what}.…\`. Default: ${fallback}.`;
  return idInput(what, description);
}

export const RecordCommunicationBody = closedObject(
  'RecordCommunication',
  'What was said, or is to be sent, with the lead, the customer or the number it belongs to.',
  {
    lead_id: idInput('lead', 'Id of the lead it is with.'),
    customer_id: idInput('customer', 'Id of the customer it is with, instead of the lead.'),
    lifecycle_number: lifecycleNumberInput('The number it belongs to, instead of the lead.'),
    channel,
    direction: Type.Optional(direction),
    to: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description:
          'Where a text or mail is sent. Default: the phone number or e-mail address of the customer or lead.',
        examples: ['+14155550134'],
      }),
    ),
    from: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description:
          'Where a text or mail that came in was sent from. Default: the contact’s own. A STOP opts it out.',
        examples: ['+14155550134'],
      }),
    ),
    subject: Type.Optional(nullable(contentFields.subject)),
    body: Type.Optional(nullable(contentFields.body)),
    template_id: idInput(
      'template',
      'The template that a text or mail is made of, instead of `body`.',
    ),
    variables: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean>>({
        type: 'object',
        maxProperties: 50,
        additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 2000 },
        description: 'What the template names as `variables.…`.',
        examples: [{ technician: 'Rosa' }],
      }),
    ),
    appointment_id: topic('appointment', 'the next one, or the last if none is ahead'),
    job_id: topic('job', 'the newest'),
    invoice_id: topic('invoice', 'the newest that was sent'),
    duration_seconds: Type.Optional(Type.Integer({ ...contentFields.duration, examples: [184] })),
    recording_url: Type.Optional(Type.String(contentFields.recordingUrl)),
    occurred_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it began. Default: now.',
        examples: ['2027-03-01T08:55:00-05:00'],
      }),
    ),
  },
);
export type RecordCommunicationBody = Static<typeof RecordCommunicationBody>;
