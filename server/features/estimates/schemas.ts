import Type, { type Static } from 'typebox';
import { currency, description, quantity, taxRate, unitAmount } from '../../domain/line-fields.ts';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { Invoice } from '../invoices/index.ts';
import { Job } from '../jobs/index.ts';
import { KINDS, type Kind } from '../price-items/index.ts';
import { propertyShown } from '../properties/index.ts';
import { STATUSES, type Status } from './estimate.ts';

/** Limits are for requests. */
function shown({ description: text, examples }: { description: string; examples: unknown[] }) {
  return { description: text, examples };
}

const money = (what: string, example: number) =>
  Type.Integer({ description: `${what}, in minor units.`, examples: [example] });

export const fieldOptions = {
  title: textField('title', 'What is offered, in one line.', 'Replace the water heater'),
  validUntil: {
    format: 'date',
    description: 'Last day on which it can be accepted, in the organization’s time zone.',
    examples: ['2027-03-31'],
  },
  terms: {
    maxLength: TEXT_LIMITS.notes,
    description: 'Terms that become those of the contract.',
    examples: ['Half in advance, half on completion.'],
  },
  warrantyMonths: {
    minimum: 0,
    maximum: 1200,
    description: 'Warranty of the job in months; 0 for none.',
    examples: [12],
  },
  optionName: textField('name', 'Name of the option, unique in the estimate.', 'Better'),
  recommended: { description: 'Whether you recommend this option.', examples: [true] },
  optional: { description: 'Whether the customer can leave it out.', examples: [false] },
};

export const Deposit = field.closedObject(
  'EstimateDeposit',
  'What is invoiced on acceptance: either a `percent` of the total or an `amount`.',
  {
    percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Percentage of the total.',
        examples: [30],
      }),
    ),
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000_000_000,
        description: 'Amount in minor units.',
        examples: [50_000],
      }),
    ),
  },
);
export type Deposit = Static<typeof Deposit>;

export const EstimateLine = field.closedObject('EstimateLine', 'A line of an option.', {
  price_item: field.nullable({
    description: 'Code of the price item; null for a line without one.',
    examples: ['water_heater_50_gal'],
  }),
  kind: Type.Unsafe<Kind | null>({
    type: ['string', 'null'],
    enum: [...KINDS, null],
    description: 'Kind of the price item.',
    examples: ['part'],
  }),
  description: Type.String(shown(description)),
  quantity: Type.Number(shown(quantity)),
  unit: field.nullable({ description: 'What one unit is.', examples: [null] }),
  unit_amount: Type.Integer(shown(unitAmount)),
  tax_rate: Type.Number(shown(taxRate)),
  optional: Type.Boolean(fieldOptions.optional),
  amount: money('Quantity times price per unit, rounded', 120_000),
  tax: money('Tax on the amount, rounded', 9_900),
});
export type EstimateLine = Static<typeof EstimateLine>;

export const EstimateOption = field.closedObject(
  'EstimateOption',
  'Something to choose. Its totals are without the optional lines.',
  {
    name: Type.String(shown(fieldOptions.optionName)),
    recommended: Type.Boolean(fieldOptions.recommended),
    lines: Type.Array(EstimateLine, { description: 'Lines of the option, in order.' }),
    subtotal: money('Sum of the amounts', 120_000),
    tax: money('Sum of the taxes', 9_900),
    total: money('Subtotal plus tax', 129_900),
    deposit: money('What is invoiced on acceptance', 38_970),
  },
);
export type EstimateOption = Static<typeof EstimateOption>;

const Acceptance = field.closedObject('EstimateAcceptance', 'What the customer accepted.', {
  option: Type.Integer({ description: 'Position of the option, from 0.', examples: [0] }),
  option_name: Type.String({ description: 'Name of the option.', examples: ['Better'] }),
  optional_lines: Type.Array(Type.Integer({ description: 'A position.', examples: [2] }), {
    description: 'Positions of chosen optional lines.',
    examples: [[2]],
  }),
  amount: money('What was agreed, with tax', 129_900),
  signature_name: Type.String({
    description: 'Name of the person who signed.',
    examples: ['Dana Whitfield'],
  }),
  signature_kind: Type.Unsafe<'typed' | 'drawn'>({
    type: 'string',
    enum: ['typed', 'drawn'],
    description: 'How it was signed.',
    examples: ['typed'],
  }),
  signed_at: field.time('When it was signed.'),
  document_hash: Type.String({
    description: 'SHA-256 of exactly what was shown and signed.',
    examples: ['9f86d0…'],
  }),
  job_id: field.id('job', 'Id of the job.'),
  invoice_id: field.nullable({
    description: 'Id of the deposit invoice.',
    examples: [null],
  }),
});
export type Acceptance = Static<typeof Acceptance>;

export const Estimate = field.closedObject('Estimate', 'One version of an offer to a contact.', {
  estimate_id: field.id('estimate', 'Id of this version of the estimate.'),
  number: Type.String({
    description: 'Number of the estimate, the same for all versions. Numbers have no gaps.',
    examples: ['EST-000001'],
  }),
  version: Type.Integer({ description: 'Version, counted from 1.', examples: [1] }),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description: 'Status of this version.',
    examples: ['sent'],
  }),
  lifecycle_number: field.lifecycleNumber,
  lead_id: field.id('lead', 'Id of the lead.'),
  customer_id: field.nullable({
    description: 'Id of the customer; null until it is one.',
    examples: [null],
  }),
  contact_name: field.nullable({
    description: 'Current name of the contact.',
    examples: ['Dana Whitfield'],
    ...shownWith(CONTACT_SCOPES),
  }),
  property_id: propertyShown,
  title: Type.String(shown(fieldOptions.title)),
  currency: Type.String(shown(currency)),
  valid_until: Type.String(fieldOptions.validUntil),
  options: Type.Array(EstimateOption, { description: 'What can be chosen, in order.' }),
  deposit: Type.Unsafe<Deposit | null>({ ...Deposit, type: ['object', 'null'] }),
  warranty_months: Type.Integer(shown(fieldOptions.warrantyMonths)),
  terms: field.nullable(shown(fieldOptions.terms)),
  delivery: Type.Unsafe<'issued' | 'email' | 'sms' | null>({
    type: ['string', 'null'],
    enum: ['issued', 'email', 'sms', null],
    description: 'How it was sent; `issued`: only marked as sent.',
    examples: ['email'],
  }),
  communication_id: field.nullable({
    description: 'Id of its newest message.',
    examples: [null],
  }),
  delivery_reason: field.nullable({
    description: 'Why it was only marked as sent, such as `no_channel` or `opted_out`.',
    examples: [null],
  }),
  acceptance: Type.Unsafe<Acceptance | null>({ ...Acceptance, type: ['object', 'null'] }),
  decline_reason: field.nullable({ description: 'Why it was declined.', examples: [null] }),
  supersedes: field.nullable({ description: 'Id of the version before.', examples: [null] }),
  superseded_by: field.nullable({ description: 'Id of the version after.', examples: [null] }),
  sent_at: field.nullableTime('When it was sent.'),
  viewed_at: field.nullableTime('When the customer first opened it.'),
  accepted_at: field.nullableTime('When it was accepted.'),
  declined_at: field.nullableTime('When it was declined.'),
  expired_at: field.nullableTime('When it expired.'),
  superseded_at: field.nullableTime('When a new version replaced it.'),
  ...field.timestamps,
});
export type Estimate = Static<typeof Estimate>;

export const AcceptedEstimate = field.closedObject(
  'AcceptedEstimate',
  'An accepted estimate, with the job and the deposit invoice that it made.',
  {
    estimate: Estimate,
    job: Type.Unsafe<Static<typeof Job> | null>({
      anyOf: [Job, Type.Null()],
      description: 'The job with its contract.',
      ...shownWith(['jobs:read']),
    }),
    invoice: Type.Unsafe<Static<typeof Invoice> | null>({
      anyOf: [Invoice, Type.Null()],
      description: 'The deposit invoice; null without a deposit.',
      ...shownWith(['invoices:read']),
    }),
  },
);

export const Verification = field.closedObject(
  'EstimateVerification',
  'Whether what was signed is still what is stored.',
  {
    valid: Type.Boolean({
      description: 'Whether all hashes are the same.',
      examples: [true],
    }),
    document_hash: Type.String({
      description: 'SHA-256 of when it was signed.',
      examples: ['9f86d0…'],
    }),
    computed_hash: Type.String({
      description: 'SHA-256 of the canonical JSON (RFC 8785) of `document`.',
      examples: ['9f86d0…'],
    }),
    accepted_by: Type.Unsafe<'user' | 'link'>({
      type: 'string',
      enum: ['user', 'link'],
      description: 'A user for the customer, or the customer by the own link.',
      examples: ['link'],
    }),
    address: field.nullable({
      description: 'IP address of the customer.',
      examples: ['203.0.113.9'],
      ...shownWith(CONTACT_SCOPES),
    }),
    user_agent: field.nullable({
      description: 'Program of the customer.',
      examples: [null],
      ...shownWith(CONTACT_SCOPES),
    }),
    erased: Type.Boolean({
      description: 'Whether the document was erased with the person.',
      examples: [false],
    }),
    document: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'Exactly what was shown and signed.',
      examples: [{}],
      ...shownWith(CONTACT_SCOPES),
    }),
  },
);
