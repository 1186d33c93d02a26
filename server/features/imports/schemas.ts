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
    description: '`running` until every row was looked at.',
    examples: ['running'],
  }),
  total: count('Rows looked at so far: accepted, repeated and rejected.', 500),
  accepted: count('Rows that became leads, duplicates included.', 480),
  duplicates: count('Of the accepted: those that likely repeat another lead.', 12),
  repeated: count('Rows whose `source` and `source_ref` were there before; nothing was made.', 8),
  rejected: count('Rows that did not become leads; `errors` says why.', 12),
  bytes_total: count('Size of the file, in UTF-8.', 61_440),
  bytes_done: count('How much of it was looked at.', 61_440),
  failure: field.nullable({
    description: 'Why it failed as a whole; null unless it did.',
    examples: [null],
  }),
  completed_at: field.nullableTime('When the last row was looked at, or it failed.'),
  ...field.timestamps,
};

export const Import = field.closedObject('Import', 'A file of leads, and how far it is.', fields);
export type Import = Static<typeof Import>;

export const ImportError = field.closedObject('ImportError', 'Why a row was rejected.', {
  line: Type.Integer({
    minimum: 1,
    description: 'The line of the file on which the row begins; the header is line 1.',
    examples: [17],
  }),
  code: Type.String({
    description: 'What is wrong, for programs to decide on.',
    examples: ['phone_unreadable'],
  }),
  detail: Type.String({
    description: 'What is wrong, and what to do about it.',
    examples: [
      'The phone number is not valid in US. Use the international format, such as +14155550134.',
    ],
  }),
});
export type ImportError = Static<typeof ImportError>;

export const ImportReport = field.closedObject(
  'ImportReport',
  'A file of leads, how far it is, and what is wrong with its rejected rows.',
  {
    ...fields,
    errors: Type.Array(ImportError, {
      description:
        'What is wrong with the rejected rows, in the order of the file; a row may have several. At most 1,000 a page.',
    }),
    has_more: Type.Boolean({
      description: 'Whether there are more errors.',
      examples: [false],
    }),
    next_cursor: field.nullable({
      description: 'Pass it as `cursor` to get the next errors; null on the last page.',
      examples: [null],
    }),
  },
);
