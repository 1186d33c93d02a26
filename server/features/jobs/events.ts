import { eventTypeFor } from '../../platform/events/event.ts';
import { WarrantyClaim } from './claim-schemas.ts';
import { JobAttachment, JobNote } from './record-schemas.ts';
import { Job } from './schemas.ts';

const eventType = eventTypeFor('jobs:read');

const inParentheses = (reason: string | null) => (reason === null ? '' : ` (${reason})`);

/** The start of a long text. Counts whole characters, so that none is cut in half. */
const MAX_EXCERPT_CHARACTERS = 100;
function excerpt(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= MAX_EXCERPT_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_EXCERPT_CHARACTERS - 1).join('')}…`;
}

export const jobCreated = eventType(
  'job.created',
  'A job was created.',
  Job,
  ({ title }) => `Job created: ${title}`,
);
export const jobUpdated = eventType(
  'job.updated',
  'Fields of a job were changed; `previous` has their old values.',
  Job,
  ({ title }) => `Job updated: ${title}`,
);
export const jobAssigned = eventType(
  'job.assigned',
  'A job was assigned to a user or unassigned; `previous` has the old value.',
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
  'Work on a job was started.',
  Job,
  ({ title }) => `Job started: ${title}`,
);
export const jobPaused = eventType(
  'job.paused',
  'A job was paused.',
  Job,
  ({ title, pause_reason }) => `Job paused: ${title}${inParentheses(pause_reason)}`,
);
export const jobResumed = eventType(
  'job.resumed',
  'A paused job was resumed. It has the status from before the pause.',
  Job,
  ({ title }) => `Job resumed: ${title}`,
);
export const jobCompleted = eventType(
  'job.completed',
  'The work on a job was completed. Use it to enroll the warranty or to ask for a review.',
  Job,
  ({ title }) => `Job completed: ${title}`,
);
export const jobWarrantyEnrolled = eventType(
  'job.warranty_enrolled',
  'The warranty of a job was enrolled and is running.',
  Job,
  ({ title, warranty_ends_on }) => `Warranty runs until ${warranty_ends_on}: ${title}`,
);
export const jobWarrantyExpired = eventType(
  'job.warranty_expired',
  'The warranty of a job ended after its last day; `job.closed` follows.',
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
  'A job and its appointments were canceled.',
  Job,
  ({ title, cancel_reason }) => `Job canceled: ${title}${inParentheses(cancel_reason)}`,
);
export const jobChecklistChanged = eventType(
  'job.checklist_changed',
  'A checklist item of a job was added, checked off or unchecked.',
  Job,
  ({ title, checklist }) => {
    const done = checklist.filter((item) => item.checked_at !== null).length;
    return `Checklist ${done} of ${checklist.length} done: ${title}`;
  },
);
export const jobNoteAdded = eventType(
  'job.note_added',
  'A note was added to a job.',
  JobNote,
  ({ author, text }) => `Note by ${author}: ${excerpt(text)}`,
);
export const jobAttachmentAdded = eventType(
  'job.attachment_added',
  'A reference to a file was added to a job.',
  JobAttachment,
  ({ name }) => `Attached ${name}`,
);
export const warrantyClaimOpened = eventType(
  'warranty_claim.opened',
  'A warranty claim was opened.',
  WarrantyClaim,
  ({ description }) => `Warranty claim opened: ${excerpt(description)}`,
);
export const warrantyClaimScheduled = eventType(
  'warranty_claim.scheduled',
  'An appointment was booked for an open warranty claim.',
  WarrantyClaim,
  ({ description }) => `Appointment booked for the warranty claim: ${excerpt(description)}`,
);
export const warrantyClaimClosed = eventType(
  'warranty_claim.closed',
  'A warranty claim was closed.',
  WarrantyClaim,
  ({ resolution }) => `Warranty claim closed: ${excerpt(resolution ?? '')}`,
);
