import Type, { type Static } from 'typebox';
import { Consent, ConsentBody } from '../../domain/consent-schema.ts';
import { contactLanguage } from '../../domain/languages.ts';
import { balance, nextVisit } from '../../domain/overview-schemas.ts';
import { textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const name = textField('name', 'Name of the customer.', 'Dana Whitfield');
const phone = textField('phone', 'Phone number of the customer in E.164.', '+14155550134');
const email = textField('email', 'Email address of the customer.', 'dana@example.com');
const address = textField(
  'address',
  'Postal address of the customer, on one line.',
  '1418 Alder St, Portland, OR 97205',
);

const doNotContact = Type.Boolean({
  description: 'Whether to block all messages to the customer, even if consent was granted.',
  examples: [false],
});

export const ContactPoint = field.closedObject(
  'ContactPoint',
  'A phone number or email address of a customer.',
  {
    kind: Type.Unsafe<'phone' | 'email'>({
      type: 'string',
      enum: ['phone', 'email'],
      description: 'Whether it is a phone number or an email address.',
      examples: ['phone'],
    }),
    value: Type.String({
      description: 'The phone number in E.164, or the email address.',
      examples: ['+14155550134'],
    }),
    valid_until: field.nullableTime(
      'Until when the customer had it; null if it is still valid. Messages from it still reach the customer.',
    ),
  },
);
export type ContactPoint = Static<typeof ContactPoint>;

export const customerFields = {
  customer_id: field.id('customer', 'Id of the customer.'),
  lifecycle_number: field.lifecycleNumber,
  lead_id: field.id('lead', 'Id of the lead that was first converted to this customer.'),
  name: field.nullable(name),
  phone: field.nullable(phone),
  email: field.nullable(email),
  address: field.nullable(address),
  language: contactLanguage,
  consent: Consent,
  do_not_contact: doNotContact,
  merged_into: field.nullable({
    description: 'Id of the customer that represents this one after a merge; null unless merged.',
    examples: [null],
  }),
  lifecycle_numbers: Type.Array(field.lifecycleNumber, {
    description: 'The lifecycle numbers of all requests of the customer, oldest first.',
    examples: [['100042-7']],
  }),
  contact_points: Type.Array(ContactPoint, {
    description: 'All phone numbers and email addresses of the customer, also earlier ones.',
    examples: [[{ kind: 'phone', value: '+14155550134', valid_until: null }]],
  }),
  next_visit: nextVisit,
  balance,
  ...field.timestamps,
};

export const Customer = field.closedObject(
  'Customer',
  'A customer: one person with any number of requests. It has the lifecycle number of the lead that was first converted to it.',
  customerFields,
);
export type Customer = Static<typeof Customer>;

export const UpdateCustomerBody = field.closedObject(
  'UpdateCustomer',
  'The fields to change. Null clears a field; fields you leave out stay unchanged.',
  {
    name: Type.Optional(field.nullable(name)),
    phone: Type.Optional(field.nullable(phone)),
    email: Type.Optional(field.nullable(email)),
    address: Type.Optional(field.nullable(address)),
    language: Type.Optional(contactLanguage),
    consent: Type.Optional(ConsentBody),
    do_not_contact: Type.Optional(doNotContact),
  },
  { example: { email: 'dana.whitfield@example.com', language: 'es' } },
);
