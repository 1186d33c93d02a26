import Type, { type Static } from 'typebox';
import { textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { equipmentInput, equipmentShown } from '../equipment/index.ts';
import { ofJob, timestamps } from './fields.ts';
import { visitWarnings } from './visit-warnings.ts';

const description = textField(
  'notes',
  'What is wrong, stored exactly as sent.',
  'The pilot light goes out every night.',
);
const resolution = textField(
  'notes',
  'How the claim was resolved, stored exactly as sent.',
  'Thermocouple replaced.',
);

export const CLAIM_STATUSES = ['open', 'closed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export const claimFields = {
  description: Type.String({ ...description, pattern: field.NOT_BLANK }),
  equipment_id: equipmentInput,
};

export const CloseWarrantyClaimBody = field.closedObject(
  'CloseWarrantyClaim',
  'How the warranty claim was resolved.',
  {
    resolution: Type.String({ ...resolution, pattern: field.NOT_BLANK }),
  },
  { example: { resolution: 'Thermocouple replaced.' } },
);

export const WarrantyClaim = field.closedObject(
  'WarrantyClaim',
  'A claim of a customer under the warranty of a job.',
  {
    claim_id: field.id('claim', 'Id of the warranty claim.'),
    ...ofJob,
    status: Type.Unsafe<ClaimStatus>({
      type: 'string',
      enum: [...CLAIM_STATUSES],
      description: 'Whether the claim is open or closed.',
      examples: ['open'],
    }),
    description: Type.String(description),
    equipment_id: equipmentShown,
    resolution: field.nullable({ ...resolution, examples: [null] }),
    appointment_id: field.nullable({
      description: 'Id of the last appointment booked for the claim; null if there is none.',
      examples: ['appointment_01h455vb4pex5vsknk084sn02q'],
    }),
    closed_at: field.nullableTime('When the claim was closed; null while it is open.'),
    warnings: visitWarnings,
    ...timestamps,
  },
);
export type WarrantyClaim = Static<typeof WarrantyClaim>;
