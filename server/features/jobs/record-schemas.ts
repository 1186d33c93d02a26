import Type, { type Static } from 'typebox';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { ofJob, timestamps } from './fields.ts';

/** Notes and references to files, kept under a job. */

const text = textField(
  'notes',
  'What is to be remembered, kept as sent.',
  'The shut-off valve is behind the dryer.',
);
const url = {
  maxLength: TEXT_LIMITS.url,
  format: 'uri',
  description: 'Where the file is: an address that begins with https:// or http://.',
  examples: ['https://files.example.com/photos/7f3a91.jpg'],
};
const name = textField('name', 'What it is called.', 'Water heater, before');
const contentType = {
  maxLength: 200,
  pattern: '^[\\w!#$&^.+-]+/[\\w!#$&^.+-]+( *;.*)?$',
  description: 'Its media type.',
  examples: ['image/jpeg'],
};
const sizeBytes = {
  minimum: 0,
  maximum: 1_000_000_000_000_000,
  description: 'How large it is.',
  examples: [482_133],
};
export const CreateJobNoteBody = field.closedObject('CreateJobNote', 'What is to be remembered.', {
  text: Type.String({ ...text, pattern: field.NOT_BLANK }),
});

export const JobNote = field.closedObject('JobNote', 'A note under a job.', {
  note_id: field.id('note', 'Id of the note.'),
  ...ofJob,
  text: Type.String(text),
  author: Type.String({
    description: 'Who wrote it, by the name they had then.',
    examples: ['Rosa Delgado'],
  }),
  ...timestamps,
});
export type JobNote = Static<typeof JobNote>;

export const CreateJobAttachmentBody = field.closedObject(
  'CreateJobAttachment',
  'A file that is kept elsewhere.',
  {
    url: Type.String({ ...url, pattern: '^[hH][tT][tT][pP][sS]?://' }),
    name: Type.String({ ...name, pattern: field.NOT_BLANK }),
    content_type: Type.Optional(field.nullable(contentType)),
    size_bytes: Type.Optional(field.nullableInteger(sizeBytes)),
  },
);

export const JobAttachment = field.closedObject(
  'JobAttachment',
  'A reference to a file under a job.',
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
