import Type, { type Static } from 'typebox';
import { Consent, ConsentBody } from '../../domain/consent-schema.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { createdAt, id, lifecycleNumber, nullable, updatedAt } from '../../platform/http/fields.ts';

const name = {
  maxLength: TEXT_LIMITS.name,
  description: 'Name of the customer.',
  examples: ['Dana Whitfield'],
};
const phone = {
  maxLength: TEXT_LIMITS.phone,
  description: 'Phone number in E.164.',
  examples: ['+14155550134'],
};
const email = {
  maxLength: TEXT_LIMITS.email,
  description: 'E-mail address.',
  examples: ['dana@example.com'],
};
const address = {
  maxLength: TEXT_LIMITS.address,
  description: 'Postal address, on one line.',
  examples: ['1418 Alder St, Portland, OR 97205'],
};

const doNotContact = Type.Boolean({
  description: 'Whether nothing at all may be sent to them, whatever they have agreed to.',
  examples: [false],
});

export const customerFields = {
  customer_id: id('customer', 'Id of the customer.'),
  lifecycle_number: lifecycleNumber,
  lead_id: id('lead', 'Id of the lead it was.'),
  name: nullable(name),
  phone: nullable(phone),
  email: nullable(email),
  address: nullable(address),
  consent: Consent,
  do_not_contact: doNotContact,
  created_at: createdAt,
  updated_at: updatedAt,
};

export const Customer = Type.Object(customerFields, {
  additionalProperties: false,
  title: 'Customer',
  description: 'A customer: a lead that was converted, under the same number.',
});
export type Customer = Static<typeof Customer>;

export const UpdateCustomerBody = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    phone: Type.Optional(nullable(phone)),
    email: Type.Optional(nullable(email)),
    address: Type.Optional(nullable(address)),
    consent: Type.Optional(ConsentBody),
    do_not_contact: Type.Optional(doNotContact),
  },
  {
    additionalProperties: false,
    title: 'UpdateCustomer',
    description: 'What is to change; null empties a field, what is left out stays.',
  },
);
