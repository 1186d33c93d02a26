import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

const STATUSES = ['none', 'building', 'ready', 'failed'] as const;

export const DemoCompany = field.closedObject(
  'DemoCompany',
  'An invented company with a month of work, to look around in.',
  {
    status: Type.Unsafe<(typeof STATUSES)[number]>({
      type: 'string',
      enum: [...STATUSES],
      description: '`none` before it was requested. After `failed`, request it again.',
      examples: ['building'],
    }),
    progress: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How much is done, in percent.',
      examples: [42],
    }),
    failure: field.nullable({
      description: 'Why it could not be built; null unless the status is `failed`.',
      examples: [null],
    }),
    organization_id: field.nullable({
      description: 'Id of its organization; null until it is ready.',
      examples: ['org_01h455vb4pex5vsknk084sn02q'],
    }),
    requested_at: field.nullableTime('When it was last requested.'),
  },
);
export type DemoCompany = Static<typeof DemoCompany>;
