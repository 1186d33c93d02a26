import Type, { type Static } from 'typebox';
import { textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { ofJob, timestamps } from './fields.ts';

const description = textField(
  'notes',
  'What is wrong, kept as sent.',
  'The pilot light goes out every night.',
);
const resolution = textField(
  'notes',
  'How it was settled, kept as sent.',
  'Thermocouple replaced.',
);

export const CLAIM_STATUSES = ['open', 'closed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export const claimFields = {
  description: Type.String({ ...description, pattern: field.NOT_BLANK }),
};

export const CloseWarrantyClaimBody = field.closedObject(
  'CloseWarrantyClaim',
  'How it was settled.',
  {
    resolution: Type.String({ ...resolution, pattern: field.NOT_BLANK }),
  },
);

export const WarrantyClaim = field.closedObject(
  'WarrantyClaim',
  'What a customer claimed under the warranty of a job.',
  {
    claim_id: field.id('claim', 'Id of the claim.'),
    ...ofJob,
    status: Type.Unsafe<ClaimStatus>({
      type: 'string',
      enum: [...CLAIM_STATUSES],
      description: 'Whether it is settled.',
      examples: ['open'],
    }),
    description: Type.String(description),
    resolution: field.nullable({ ...resolution, examples: [null] }),
    appointment_id: field.nullable({
      description: 'Id of the appointment that was last booked for it; null if none was.',
      examples: ['appointment_01h455vb4pex5vsknk084sn02q'],
    }),
    closed_at: field.nullableTime('When it was settled.'),
    ...timestamps,
  },
);
export type WarrantyClaim = Static<typeof WarrantyClaim>;
