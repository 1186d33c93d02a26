import Type, { type Static } from 'typebox';
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
  ...timestamps,
});
export type JobNote = Static<typeof JobNote>;

export const CreateJobAttachmentBody = field.closedObject(
  'CreateJobAttachment',
  'A reference to a file that is stored elsewhere.',
  {
    url: Type.String(url),
    name: Type.String({ ...name, pattern: field.NOT_BLANK }),
    content_type: Type.Optional(field.nullable(contentType)),
    size_bytes: Type.Optional(field.nullableInteger(sizeBytes)),
  },
  {
    example: {
      url: 'https://files.example.com/photos/7f3a91.jpg',
      name: 'Water heater, before',
      content_type: 'image/jpeg',
      size_bytes: 482_133,
    },
  },
);

export const JobAttachment = field.closedObject(
  'JobAttachment',
  'A reference to a file that belongs to a job.',
  {
    attachment_id: field.id('attachment', 'Id of the attachment.'),
    ...ofJob,
    url: Type.String(url),
    name: Type.String(name),
    content_type: field.nullable(contentType),
    size_bytes: field.nullableInteger(sizeBytes),
    ...timestamps,
  },
);
export type JobAttachment = Static<typeof JobAttachment>;
