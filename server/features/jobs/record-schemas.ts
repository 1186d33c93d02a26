import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  lifecycleNumber,
  NOT_BLANK,
  nullable,
  nullableTime,
  updatedAt,
} from '../../platform/http/fields.ts';

/** What is kept under a job: notes, references to files, and warranty claims. */

const text = {
  maxLength: 10_000,
  description: 'What is to be remembered, kept as sent.',
  examples: ['The shut-off valve is behind the dryer.'],
};
const url = {
  maxLength: 2000,
  format: 'uri',
  description: 'Where the file is: an address that begins with https:// or http://.',
  examples: ['https://files.example.com/photos/7f3a91.jpg'],
};
const name = {
  maxLength: 200,
  description: 'What it is called.',
  examples: ['Water heater, before'],
};
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
const description = {
  maxLength: 10_000,
  description: 'What is wrong, kept as sent.',
  examples: ['The pilot light goes out every night.'],
};
const resolution = {
  maxLength: 10_000,
  description: 'How it was settled, kept as sent.',
  examples: ['Thermocouple replaced.'],
};

export const AddJobNoteBody = Type.Object(
  { text: Type.String({ ...text, pattern: NOT_BLANK }) },
  { additionalProperties: false, title: 'AddJobNote', description: 'What is to be remembered.' },
);

export const JobNote = Type.Object(
  {
    note_id: id('note', 'Id of the note.'),
    job_id: id('job', 'Id of the job.'),
    lifecycle_number: lifecycleNumber,
    text: Type.String(text),
    author: Type.String({
      description: 'Who wrote it, by the name they had then.',
      examples: ['Rosa Delgado'],
    }),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  { additionalProperties: false, title: 'JobNote', description: 'A note under a job.' },
);
export type JobNote = Static<typeof JobNote>;

export const AddJobAttachmentBody = Type.Object(
  {
    url: Type.String({ ...url, pattern: '^[hH][tT][tT][pP][sS]?://' }),
    name: Type.String({ ...name, pattern: NOT_BLANK }),
    content_type: Type.Optional(nullable(contentType)),
    size_bytes: Type.Optional(
      Type.Unsafe<number | null>({ type: ['integer', 'null'], ...sizeBytes }),
    ),
  },
  {
    additionalProperties: false,
    title: 'AddJobAttachment',
    description: 'A file that is kept elsewhere.',
  },
);

export const JobAttachment = Type.Object(
  {
    attachment_id: id('attachment', 'Id of the attachment.'),
    job_id: id('job', 'Id of the job.'),
    lifecycle_number: lifecycleNumber,
    url: Type.String(url),
    name: Type.String(name),
    content_type: nullable(contentType),
    size_bytes: Type.Unsafe<number | null>({ type: ['integer', 'null'], ...sizeBytes }),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'JobAttachment',
    description: 'A reference to a file under a job.',
  },
);
export type JobAttachment = Static<typeof JobAttachment>;

export const CLAIM_STATUSES = ['open', 'closed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export const claimFields = {
  description: Type.String({ ...description, pattern: NOT_BLANK }),
};

export const CloseWarrantyClaimBody = Type.Object(
  { resolution: Type.String({ ...resolution, pattern: NOT_BLANK }) },
  {
    additionalProperties: false,
    title: 'CloseWarrantyClaim',
    description: 'How it was settled.',
  },
);

export const WarrantyClaim = Type.Object(
  {
    claim_id: id('claim', 'Id of the claim.'),
    job_id: id('job', 'Id of the job.'),
    lifecycle_number: lifecycleNumber,
    status: Type.Unsafe<ClaimStatus>({
      type: 'string',
      enum: [...CLAIM_STATUSES],
      description: 'Whether it is settled.',
      examples: ['open'],
    }),
    description: Type.String(description),
    resolution: nullable({ ...resolution, examples: [null] }),
    appointment_id: nullable({
      description: 'Id of the appointment that was last booked for it; null if none was.',
      examples: ['appointment_01h455vb4pex5vsknk084sn02q'],
    }),
    closed_at: nullableTime('When it was settled.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'WarrantyClaim',
    description: 'What a customer claimed under the warranty of a job.',
  },
);
export type WarrantyClaim = Static<typeof WarrantyClaim>;
