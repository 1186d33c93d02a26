import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

export const IMPORT_STATUSES = ['running', 'completed', 'failed'] as const;

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const fields = {
  import_id: field.id('import', 'Id of the import.'),
  status: Type.Unsafe<(typeof IMPORT_STATUSES)[number]>({
    type: 'string',
    enum: [...IMPORT_STATUSES],
    description: 'Status of the import; `running` until all rows are processed.',
    examples: ['running'],
  }),
  total: count('Number of rows processed so far: accepted, repeated and rejected.', 500),
  accepted: count('Number of rows that became leads, including duplicates.', 480),
  duplicates: count('Number of accepted rows that are probably duplicates of another lead.', 12),
  repeated: count(
    'Number of rows whose `source` and `source_ref` already exist; no lead was created.',
    8,
  ),
  rejected: count('Number of rows that were rejected; `errors` says why.', 12),
  bytes_total: count('Size of the file in bytes, as UTF-8.', 61_440),
  bytes_done: count('Number of bytes processed so far.', 61_440),
  failure: field.nullable({
    description: 'Why the import failed; null unless the status is `failed`.',
    examples: [null],
  }),
  completed_at: field.nullableTime('When the import completed or failed; null while it runs.'),
  ...field.timestamps,
};

export const Import = field.closedObject('Import', 'An import, with its progress.', fields);
export type Import = Static<typeof Import>;

export const ImportError = field.closedObject('ImportError', 'Why a row was rejected.', {
  line: Type.Integer({
    minimum: 1,
    description: 'Line of the file on which the row begins; the first line is 1.',
    examples: [17],
  }),
  code: Type.String({
    description: 'Code of the error, for programs.',
    examples: ['phone_unreadable'],
  }),
  detail: Type.String({
    description: 'What is wrong, and how to fix it.',
    examples: [
      'The phone number is not valid in US. Use the international format, such as +14155550134.',
    ],
  }),
});
export type ImportError = Static<typeof ImportError>;

export const ImportReport = field.closedObject(
  'ImportReport',
  'An import of leads from a file, with its progress and the errors of its rejected rows.',
  {
    ...fields,
    errors: Type.Array(ImportError, {
      description:
        'Errors of the rejected rows, in the order of the file. A row can have several. At most 1,000 per page.',
    }),
    has_more: Type.Boolean({
      description: 'Whether there is another page of errors.',
      examples: [false],
    }),
    next_cursor: field.nullable({
      description: 'Pass this as `cursor` to get the next page of errors; null on the last page.',
      examples: [null],
    }),
  },
);
