import Type, { type Static } from 'typebox';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';
import type { Sums } from './file-format.ts';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const COUNTS = { user: 14, lead: 480, customer: 120, invoice: 96, event: 9_310 };
const nullableCounts = (description: string) =>
  Type.Unsafe<Record<string, number> | null>({
    type: ['object', 'null'],
    title: 'CountsByType',
    additionalProperties: { type: 'integer' },
    description,
    examples: [COUNTS],
  });

const amounts = (description: string) => ({
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: `${description}, by currency, in minor units.`,
  examples: [{ USD: 1_284_000 }],
});
const nullableSums = Type.Unsafe<Sums | null>({
  type: ['object', 'null'],
  title: 'ExportSums',
  additionalProperties: false,
  required: ['invoiced', 'paid', 'payments', 'refunds'],
  properties: {
    invoiced: amounts('Totals of all invoices'),
    paid: amounts('What invoices count as paid'),
    payments: amounts('All payments'),
    refunds: amounts('All refunds'),
  },
  description: 'Sums of money in the file; null before it was complete once.',
});

function statusField<Status extends string>(statuses: readonly Status[], description: string) {
  return Type.Unsafe<Status>({
    type: 'string',
    enum: [...statuses],
    description,
    examples: ['completed'],
  });
}

export const EXPORT_STATUSES = ['ready', 'running', 'completed', 'failed'] as const;

export const Export = field.closedObject(
  'Export',
  'Permission to download all data of the organization, and what the last complete download contained.',
  {
    export_id: field.id('export', 'Id of the export.'),
    status: statusField(
      EXPORT_STATUSES,
      '`ready` until the first download, `running` during one, then `completed` or `failed`. Each can be downloaded again until it expires.',
    ),
    requested_by: actorSchema('Who requested the export.'),
    downloads: count('How often a download has started.', 1),
    event_seq: field.nullableInteger({
      description: 'The `seq` of the last event in the file; null before it was complete once.',
      examples: [9_310],
    }),
    counts: nullableCounts('Lines of the file by type; null before it was complete once.'),
    sums: nullableSums,
    sha256: field.nullable({
      description: 'SHA-256 of all lines before the last one; null before it was complete once.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    failure: field.nullable({
      description: 'Why the last download failed; null unless the status is `failed`.',
      examples: [null],
    }),
    expires_at: field.time('When it can no longer be downloaded.'),
    completed_at: field.nullableTime('When the last complete download ended.'),
    ...field.timestamps,
  },
);
export type Export = Static<typeof Export>;

export const RESTORE_STATUSES = ['running', 'completed', 'failed'] as const;

export const Restore = field.closedObject(
  'Restore',
  'A file of an export that is written into an empty organization, with its progress.',
  {
    restore_id: field.id('restore', 'Id of the restore.'),
    status: statusField(
      RESTORE_STATUSES,
      '`running` until all lines are written. Nothing of a restore is visible before it is `completed`, and nothing of one that `failed` stays.',
    ),
    requested_by: actorSchema('Who uploaded the file.'),
    from_organization_id: Type.String({
      description: 'Id of the organization that was exported.',
      examples: ['organization_01h455vb4pex5vsknk084sn02q'],
    }),
    exported_at: field.time('When the file was exported.'),
    sha256: Type.String({
      description: 'SHA-256 of all lines before the last one.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    counts: nullableCounts('Lines of the file by type.'),
    sums: nullableSums,
    lines_total: count('Number of lines in the file.', 12_400),
    lines_done: count('Number of lines written so far.', 12_400),
    stopped: nullableCounts(
      'Rows that were in progress and were ended instead of continued, by type; null until the restore is completed.',
    ),
    failure: field.nullable({
      description: 'Why the restore failed; null unless the status is `failed`.',
      examples: [null],
    }),
    failure_line: field.nullableInteger({
      description: 'Line of the file that could not be restored; null if there is none.',
      examples: [null],
    }),
    completed_at: field.nullableTime('When the restore completed or failed; null while it runs.'),
    ...field.timestamps,
  },
);
export type Restore = Static<typeof Restore>;
