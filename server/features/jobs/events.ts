import { eventType } from '../../platform/events/event.ts';
import { JobAttachment, JobNote, WarrantyClaim } from './record-schemas.ts';
import { Job } from './schemas.ts';

export const jobCreated = eventType(
  'job.created',
  'A job was sold.',
  Job,
  ({ title }) => `Job sold: ${title}`,
);
export const jobUpdated = eventType(
  'job.updated',
  'Fields of a job changed: see `previous`.',
  Job,
  () => 'Job changed',
);
export const jobAssigned = eventType(
  'job.assigned',
  'A job was given to a user, or taken from one: see `previous`.',
  Job,
  ({ assigned_to }) => (assigned_to === null ? 'Job unassigned' : 'Job assigned'),
);
export const jobScheduled = eventType(
  'job.scheduled',
  'A job was scheduled.',
  Job,
  () => 'Job scheduled',
);
export const jobStarted = eventType(
  'job.started',
  'The work of a job began.',
  Job,
  () => 'Job started',
);
export const jobHeld = eventType('job.held', 'A job was put on hold.', Job, ({ hold_reason }) =>
  hold_reason === null ? 'Job put on hold' : `Job put on hold: ${hold_reason}`,
);
export const jobResumed = eventType(
  'job.resumed',
  'A job goes on where it was put on hold.',
  Job,
  () => 'Job resumed',
);
export const jobCompleted = eventType(
  'job.completed',
  'The work of a job is done: time to enroll the warranty, or to ask how it was.',
  Job,
  () => 'Job completed',
);
export const jobWarrantyEnrolled = eventType(
  'job.warranty_enrolled',
  'The warranty of a job runs.',
  Job,
  ({ warranty_ends_on }) => `Warranty runs until ${warranty_ends_on}`,
);
export const jobWarrantyExpired = eventType(
  'job.warranty_expired',
  'The warranty of a job ended by itself; `job.closed` follows.',
  Job,
  () => 'Warranty expired',
);
export const jobClosed = eventType('job.closed', 'A job was closed.', Job, () => 'Job closed');
export const jobCanceled = eventType(
  'job.canceled',
  'A job was canceled, and its appointments with it.',
  Job,
  ({ cancel_reason }) =>
    cancel_reason === null ? 'Job canceled' : `Job canceled: ${cancel_reason}`,
);
export const jobChecklistChanged = eventType(
  'job.checklist_changed',
  'An item was added to the checklist of a job, checked off, or opened again.',
  Job,
  ({ checklist }) =>
    `Checklist: ${checklist.filter((item) => item.checked_at !== null).length} of ${checklist.length} done`,
);
export const jobNoteAdded = eventType(
  'job.note_added',
  'A note was added to a job.',
  JobNote,
  ({ author }) => `Note by ${author}`,
);
export const jobAttachmentAdded = eventType(
  'job.attachment_added',
  'A reference to a file was added to a job.',
  JobAttachment,
  ({ name }) => `Attached ${name}`,
);
export const warrantyClaimOpened = eventType(
  'warranty_claim.opened',
  'A customer claimed the warranty of a job.',
  WarrantyClaim,
  () => 'Warranty claim opened',
);
export const warrantyClaimClosed = eventType(
  'warranty_claim.closed',
  'A warranty claim was settled.',
  WarrantyClaim,
  () => 'Warranty claim closed',
);
