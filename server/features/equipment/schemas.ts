import Type, { type Static } from 'typebox';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import { SPOKEN_CODE } from '../../platform/http/codes.ts';
import * as field from '../../platform/http/fields.ts';
import { propertyId } from '../properties/index.ts';

const text = (description: string, example: string) =>
  field.nullable(textField('name', description, example));
const date = (description: string, example: string) =>
  field.nullable({ format: 'date', description, examples: [example] });

const kind = Type.String({
  maxLength: TEXT_LIMITS.code,
  ...SPOKEN_CODE,
  description: 'What it is, as a code; `Water heater` is read as `water_heater`.',
  examples: ['water_heater'],
});
const make = text('Who made it.', 'Rheem');
const model = text('Model.', 'XG50');
const serial = text('Serial number.', 'M381912345');
const installedOn = date('When it was installed.', '2027-03-01');
const manufacturerUntil = date('Last day of the maker’s warranty on parts.', '2037-03-01');
const labourUntil = date('Last day of your warranty on labour.', '2029-03-01');
const installedBy = {
  description: 'Id of the job that installed it: of the same person.',
  examples: [null],
};

const optional = {
  make: Type.Optional(make),
  model: Type.Optional(model),
  serial: Type.Optional(serial),
  installed_on: Type.Optional(installedOn),
  installed_by_job_id: Type.Optional(field.nullable({ maxLength: TEXT_LIMITS.id, ...installedBy })),
  manufacturer_warranty_until: Type.Optional(manufacturerUntil),
  labour_warranty_until: Type.Optional(labourUntil),
};

export const CreateEquipmentBody = field.closedObject(
  'CreateEquipment',
  'The machine, and where it is.',
  { property_id: propertyId, kind, ...optional },
  {
    example: {
      property_id: 'property_01h455vb4pex5vsknk084sn02q',
      kind: 'water_heater',
      make: 'Rheem',
      manufacturer_warranty_until: '2037-03-01',
    },
  },
);
export type CreateEquipmentBody = Static<typeof CreateEquipmentBody>;

export const UpdateEquipmentBody = field.closedObject(
  'UpdateEquipment',
  'The fields to change; null clears a field.',
  { kind: Type.Optional(kind), ...optional },
  { example: { serial: 'M381912345' } },
);
export type UpdateEquipmentBody = Static<typeof UpdateEquipmentBody>;

const isCovered = (what: string) =>
  Type.Boolean({ description: `Whether ${what} covered today.`, examples: [true] });

const fields = {
  equipment_id: field.id('equipment', 'Id of the machine.'),
  lifecycle_number: field.lifecycleNumber,
  property_id: field.id('property', 'Id of the property.'),
  kind: Type.String({ description: 'What it is.', examples: ['water_heater'] }),
  make,
  model,
  serial,
  installed_on: installedOn,
  installed_by_job_id: field.nullable(installedBy),
  manufacturer_warranty_until: manufacturerUntil,
  labour_warranty_until: labourUntil,
  coverage: field.closedObject('Coverage', 'Warranty today, in the organization’s time zone.', {
    parts: isCovered('parts are'),
    labour: isCovered('labour is'),
    until: date('Last day on which either is covered; null if neither is.', '2037-03-01'),
  }),
  ...field.timestamps,
};

export const Equipment = field.closedObject(
  'Equipment',
  'A machine in a property, and whether it is still covered.',
  fields,
);
export type Equipment = Static<typeof Equipment>;

const HISTORY_KINDS = ['job', 'claim', 'visit'] as const;

export const EquipmentHistoryItem = field.closedObject(
  'EquipmentHistoryItem',
  'A job or warranty claim that names the machine, or a visit for one.',
  {
    kind: Type.Unsafe<(typeof HISTORY_KINDS)[number]>({
      type: 'string',
      enum: [...HISTORY_KINDS],
      description: 'What it is.',
      examples: ['job'],
    }),
    id: field.id('job', 'Id of the job, the claim or the appointment.'),
    at: field.time('When the visit starts, or when the job or claim was created.'),
  },
);
export type EquipmentHistoryItem = Static<typeof EquipmentHistoryItem>;

export const EquipmentDetails = field.closedObject(
  'EquipmentDetails',
  'A machine and its history.',
  {
    ...fields,
    history: Type.Array(EquipmentHistoryItem, { description: 'At most 50, newest first.' }),
  },
);

/** Fields of records that name a machine: in their bodies, and as they are shown. */
export const equipmentInput = Type.Optional(
  field.nullable({
    maxLength: TEXT_LIMITS.id,
    description: 'Id of the machine: of the same person.',
    examples: [null],
  }),
);
export const equipmentShown = field.nullable({
  description: 'Id of the machine, if it names one.',
  examples: [null],
});
