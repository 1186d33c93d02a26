import Type, { type Static } from 'typebox';
import { doneAt } from '../../domain/done-at.ts';
import { idInput } from '../../domain/reference-fields.ts';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { ofJob, timestamps } from './fields.ts';

/** Notes and attachments of a job. */

const text = textField(
  'notes',
  'Text of the note, stored exactly as sent.',
  'The shut-off valve is behind the dryer.',
);
const url = {
  maxLength: TEXT_LIMITS.url,
  format: 'uri',
  description: 'URL of the file. It must start with https:// or http://.',
  examples: ['https://files.example.com/photos/7f3a91.jpg'],
};
const name = textField('name', 'Name of the file for people.', 'Water heater, before');
export const ATTACHMENT_KINDS = ['photo', 'signature', 'document'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];
const kind = {
  type: 'string',
  enum: [...ATTACHMENT_KINDS],
  description: 'What it shows.',
  examples: ['photo'],
};
const contentType = {
  maxLength: 200,
  pattern: '^[\\w!#$&^.+-]+/[\\w!#$&^.+-]+( *;.*)?$',
  description: 'Media type of the file.',
  examples: ['image/jpeg'],
};
const sizeBytes = {
  minimum: 0,
  maximum: 1_000_000_000_000_000,
  description: 'Size of the file in bytes.',
  examples: [482_133],
};
export const CreateJobNoteBody = field.closedObject(
  'CreateJobNote',
  'The note to add.',
  {
    text: Type.String({ ...text, pattern: field.NOT_BLANK }),
    at: doneAt('written'),
  },
  { example: { text: 'The shut-off valve is behind the dryer.' } },
);

export const JobNote = field.closedObject('JobNote', 'A note of a job.', {
  note_id: field.id('note', 'Id of the note.'),
  ...ofJob,
  text: Type.String(text),
  author: Type.String({
    description: 'Name of the user or token that wrote the note, at that time.',
    examples: ['Rosa Delgado'],
  }),
  written_at: field.time('When it was written; `created_at` is when it arrived.'),
  ...timestamps,
});
export type JobNote = Static<typeof JobNote>;

export const CreateJobAttachmentBody = field.closedObject(
  'CreateJobAttachment',
  'A file that was uploaded, or a reference to a file that is stored elsewhere.',
  {
    file_id: idInput('file', 'Id of an uploaded file, which gives the type and the size.'),
    url: Type.Optional(Type.String(url)),
    kind: Type.Optional(
      Type.Unsafe<AttachmentKind>({
        ...kind,
        description: `${kind.description} Default \`photo\` for an image, else \`document\`.`,
      }),
    ),
    name: Type.Optional(
      Type.String({
        ...name,
        description: `${name.description} Default: that of the uploaded file.`,
        pattern: field.NOT_BLANK,
      }),
    ),
    content_type: Type.Optional(field.nullable(contentType)),
    size_bytes: Type.Optional(field.nullableInteger(sizeBytes)),
  },
  {
    oneOf: ['file_id', 'url'],
    example: {
      url: 'https://files.example.com/photos/7f3a91.jpg',
      name: 'Water heater, before',
      content_type: 'image/jpeg',
      size_bytes: 482_133,
    },
  },
);

export const JobAttachment = field.closedObject('JobAttachment', 'A file that belongs to a job.', {
  attachment_id: field.id('attachment', 'Id of the attachment.'),
  ...ofJob,
  kind: Type.Unsafe<AttachmentKind>(kind),
  url: field.nullable({ ...url, description: 'URL of a file that is stored elsewhere.' }),
  file_id: field.nullable({
    description: 'Id of an uploaded file: getFileContent returns it.',
    examples: ['file_01h455vb4pex5vsknk084sn02q'],
  }),
  name: Type.String(name),
  content_type: field.nullable(contentType),
  size_bytes: field.nullableInteger(sizeBytes),
  ...timestamps,
});
export type JobAttachment = Static<typeof JobAttachment>;
