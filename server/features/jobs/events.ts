import { eventType } from '../../platform/events/event.ts';
import { WarrantyClaim } from './claim-schemas.ts';
import { JobAttachment, JobNote } from './record-schemas.ts';
import { Job } from './schemas.ts';

const because = (reason: string | null) => (reason === null ? '' : ` (${reason})`);

/** As much of a longer text as tells what it is about, by characters and not by halves of them. */
const MAX_BEGINNING = 100;
function beginning(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= MAX_BEGINNING) return characters.join('');
  return `${characters.slice(0, MAX_BEGINNING - 1).join('')}…`;
}

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
  ({ title }) => `Job changed: ${title}`,
);
export const jobAssigned = eventType(
  'job.assigned',
  'A job was given to a user, or taken from one: see `previous`.',
  Job,
  ({ title, assigned_to }) => `Job ${assigned_to === null ? 'unassigned' : 'assigned'}: ${title}`,
);
export const jobScheduled = eventType(
  'job.scheduled',
  'A job was scheduled.',
  Job,
  ({ title }) => `Job scheduled: ${title}`,
);
export const jobStarted = eventType(
  'job.started',
  'The work of a job began.',
  Job,
  ({ title }) => `Job started: ${title}`,
);
export const jobPaused = eventType(
  'job.paused',
  'A job was put on hold.',
  Job,
  ({ title, pause_reason }) => `Job put on hold: ${title}${because(pause_reason)}`,
);
export const jobResumed = eventType(
  'job.resumed',
  'A job goes on where it was put on hold.',
  Job,
  ({ title }) => `Job resumed: ${title}`,
);
export const jobCompleted = eventType(
  'job.completed',
  'The work of a job is done: time to enroll the warranty, or to ask how it was.',
  Job,
  ({ title }) => `Job completed: ${title}`,
);
export const jobWarrantyEnrolled = eventType(
  'job.warranty_enrolled',
  'The warranty of a job runs.',
  Job,
  ({ title, warranty_ends_on }) => `Warranty runs until ${warranty_ends_on}: ${title}`,
);
export const jobWarrantyExpired = eventType(
  'job.warranty_expired',
  'The warranty of a job ended by itself; `job.closed` follows.',
  Job,
  ({ title }) => `Warranty expired: ${title}`,
);
export const jobClosed = eventType(
  'job.closed',
  'A job was closed.',
  Job,
  ({ title }) => `Job closed: ${title}`,
);
export const jobCanceled = eventType(
  'job.canceled',
  'A job was canceled, and its appointments with it.',
  Job,
  ({ title, cancel_reason }) => `Job canceled: ${title}${because(cancel_reason)}`,
);
export const jobChecklistChanged = eventType(
  'job.checklist_changed',
  'An item was added to the checklist of a job, checked off, or opened again.',
  Job,
  ({ title, checklist }) => {
    const done = checklist.filter((item) => item.checked_at !== null).length;
    return `Checklist, ${done} of ${checklist.length} done: ${title}`;
  },
);
export const jobNoteAdded = eventType(
  'job.note_added',
  'A note was added to a job.',
  JobNote,
  ({ author, text }) => `Note by ${author}: ${beginning(text)}`,
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
  ({ description }) => `Warranty claim opened: ${beginning(description)}`,
);
export const warrantyClaimScheduled = eventType(
  'warranty_claim.scheduled',
  'An appointment was booked for a warranty claim that was open already.',
  WarrantyClaim,
  ({ description }) => `Appointment booked for the warranty claim: ${beginning(description)}`,
);
export const warrantyClaimClosed = eventType(
  'warranty_claim.closed',
  'A warranty claim was settled.',
  WarrantyClaim,
  ({ resolution }) => `Warranty claim closed: ${beginning(resolution ?? '')}`,
);
