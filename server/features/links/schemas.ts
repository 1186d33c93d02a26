import Type, { type Static } from 'typebox';
import { idInput } from '../../domain/reference-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { PURPOSES, type Purpose } from './link.ts';

const purpose = Type.Unsafe<Purpose>({
  type: 'string',
  enum: [...PURPOSES],
  description: 'What the customer can do with it.',
  examples: ['visit'],
});

export const CreateLinkBody = field.closedObject(
  'CreateLink',
  'The purpose, and the id of what the link opens.',
  {
    purpose,
    appointment_id: idInput('appointment', 'With the purpose `visit`.'),
    estimate_id: idInput('estimate', 'With the purpose `estimate`.'),
    invoice_id: idInput('invoice', 'With the purpose `invoice`.'),
    customer_id: idInput('customer', 'With the purpose `profile`.'),
    expires_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Until when it works, at most two years. Default 180 days, 30 for a `profile`; longer until 30 days after the visit, while the estimate is valid, or while the invoice is unpaid.',
        examples: ['2027-06-01T09:00:00Z'],
      }),
    ),
  },
  {
    example: { purpose: 'visit', appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q' },
  },
);
export type CreateLinkBody = Static<typeof CreateLinkBody>;

const targetId = (prefix: string) =>
  field.nullable({
    description: `Id of the ${prefix} that it opens, if it does.`,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  });

const linkFields = {
  link_id: field.id('link', 'Id of the link. It opens nothing.'),
  purpose,
  lifecycle_number: field.lifecycleNumber,
  appointment_id: targetId('appointment'),
  estimate_id: targetId('estimate'),
  invoice_id: targetId('invoice'),
  customer_id: targetId('customer'),
  communication_id: field.nullable({
    description: 'Id of the message that brings it, if one does.',
    examples: [null],
  }),
  expires_at: field.time('Until when it works.'),
  revoked_at: field.nullableTime('Since when it is revoked; null while it works.'),
  ...field.timestamps,
};

export const Link = field.closedObject(
  'Link',
  'A link of a customer to one thing. Its address is not stored.',
  linkFields,
);
export type Link = Static<typeof Link>;

export const LinkWithUrl = field.closedObject('LinkWithUrl', 'A new link with its address.', {
  ...linkFields,
  url: Type.String({
    description: 'Address for the customer. It is shown only here.',
    examples: [
      'https://intake.example.com/c/01h455vb4pex5vsknk084sn02q-7m2k9x4c0p8t5w1z6b3d7f2h4j',
    ],
  }),
});
