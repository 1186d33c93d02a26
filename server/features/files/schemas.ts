import Type, { type Static } from 'typebox';
import { requiredText } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { FILE_TYPES, type FileType } from './file-type.ts';

export const fileName = requiredText('name', 'Name of the file for people.', 'Water heater.jpg');

const fileFields = {
  file_id: field.id('file', 'Id of the file.'),
  content_type: Type.Unsafe<FileType>({
    type: 'string',
    enum: [...FILE_TYPES],
    description: 'Media type, detected from the content.',
    examples: ['image/jpeg'],
  }),
  size_bytes: Type.Integer({ description: 'Size in bytes.', examples: [482_133] }),
  uploaded_by: field.nullable({
    description: 'Id of the user who sent it; null for a token without a user.',
    examples: ['user_01h455vb4pex5vsknk084sn02q'],
  }),
  erased_at: field.nullableTime('When its content was erased with a person.'),
  ...field.timestamps,
};

/** In the log, which is not under a lifecycle number: without the name, which may be that of a person. */
export const StoredFile = field.closedObject('StoredFile', 'A file that was stored.', fileFields);
export type StoredFile = Static<typeof StoredFile>;

export const StoredFileWithName = field.closedObject(
  'StoredFileWithName',
  'A stored file with its name.',
  { ...fileFields, name: fileName },
);
export type StoredFileWithName = Static<typeof StoredFileWithName>;

export const UploadQuery = Type.Object(
  { name: Type.Optional(fileName) },
  { additionalProperties: false },
);
export type UploadQuery = Static<typeof UploadQuery>;
