import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { nullableCoordinates } from '../../domain/location.ts';
import { idInput } from '../../domain/reference-fields.ts';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const text = (description: string, example: string) => ({
  maxLength: TEXT_LIMITS.name,
  description,
  examples: [example],
});
const part = (description: string, example: string) =>
  Type.String({ pattern: field.NOT_BLANK, ...text(description, example) });

/** The same in requests and responses. An erased address has marks, so the country is checked apart from the schema. */
export const PropertyAddress = field.closedObject('PropertyAddress', 'Postal address in parts.', {
  line1: part('Street and number.', '1418 Alder St'),
  line2: Type.Optional(
    field.nullable({ maxLength: TEXT_LIMITS.name, description: 'Unit.', examples: ['Apt 2'] }),
  ),
  city: part('City.', 'Portland'),
  region: Type.String(text('State or region; empty where there is none.', 'OR')),
  postal_code: part('Postal code.', '97205'),
  country: part('ISO 3166 code of the country.', 'US'),
});
export type PropertyAddress = Static<typeof PropertyAddress>;

const accessNotes = textField('notes', 'How to get in.', 'Gate code 4411.');
const taxRate = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 100,
  description: 'Tax rate in percent, of invoice lines here that give none.',
  examples: [8.25],
});
const billTo = {
  maxLength: TEXT_LIMITS.id,
  description: 'Id of the customer who pays for work here, if it is another one.',
  examples: [null],
};

const changing = {
  coordinates: Type.Optional(nullableCoordinates),
  access_notes: Type.Optional(field.nullable(accessNotes)),
  bill_to_customer_id: Type.Optional(field.nullable(billTo)),
  tax_rate: Type.Optional(taxRate),
};

const exampleAddress = {
  line1: '1418 Alder St',
  city: 'Portland',
  region: 'OR',
  postal_code: '97205',
  country: 'US',
};

export const CreatePropertyBody = field.closedObject(
  'CreateProperty',
  'The place, and whose it is.',
  {
    customer_id: idInput('customer', 'Id of the customer whose place it is.'),
    lead_id: idInput('lead', 'Id of the lead, instead of `customer_id`.'),
    address: PropertyAddress,
    ...changing,
  },
  {
    oneOf: ['customer_id', 'lead_id'],
    example: {
      customer_id: 'customer_01h455vb4pex5vsknk084sn02q',
      address: exampleAddress,
      tax_rate: 8.25,
    },
  },
);
export type CreatePropertyBody = Static<typeof CreatePropertyBody>;

export const UpdatePropertyBody = field.closedObject(
  'UpdateProperty',
  'The fields to change; null clears a field. The address is replaced as a whole.',
  { address: Type.Optional(PropertyAddress), ...changing },
  { example: { access_notes: 'Gate code 4411.' } },
);
export type UpdatePropertyBody = Static<typeof UpdatePropertyBody>;

export const Property = field.closedObject('Property', 'A place of a person.', {
  property_id: field.id('property', 'Id of the property.'),
  lifecycle_number: field.lifecycleNumber,
  lead_id: field.id('lead', 'Id of the lead whose place it is.'),
  customer_id: field.nullable({
    description: 'Id of the customer; null before the conversion.',
    examples: ['customer_01h455vb4pex5vsknk084sn02q'],
  }),
  address: PropertyAddress,
  coordinates: nullableCoordinates,
  access_notes: field.nullable(accessNotes),
  bill_to_customer_id: field.nullable(billTo),
  tax_rate: taxRate,
  ...field.timestamps,
});
export type Property = Static<typeof Property>;

/** Fields of records that name a property: in their bodies, and as they are shown. */
export const propertyInput = Type.Optional(
  field.nullable({
    maxLength: TEXT_LIMITS.id,
    description: 'Id of the property: a place of the same person.',
    examples: [null],
  }),
);
export const propertyShown = field.nullable({
  description: 'Id of the property, if it names one.',
  examples: [null],
});

export const propertyId = idField('property', 'Id of the property.');
