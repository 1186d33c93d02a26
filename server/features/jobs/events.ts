import { eventTypeFor } from '../../platform/events/event.ts';
import { WarrantyClaim } from './claim-schemas.ts';
import { JobAttachment, JobNote } from './record-schemas.ts';
import { Job } from './schemas.ts';

const jobEvent = eventTypeFor(Job, 'jobs:read');
const jobNoteEvent = eventTypeFor(JobNote, 'jobs:read');
const jobAttachmentEvent = eventTypeFor(JobAttachment, 'jobs:read');
const warrantyClaimEvent = eventTypeFor(WarrantyClaim, 'jobs:read');

const inParentheses = (reason: string | null) => (reason === null ? '' : ` (${reason})`);

/** The start of a long text. Counts whole characters, so that none is cut in half. */
const MAX_EXCERPT_CHARACTERS = 100;
function excerpt(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= MAX_EXCERPT_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_EXCERPT_CHARACTERS - 1).join('')}…`;
}

export const jobCreated = jobEvent(
  'job.created',
  'A job was created.',
  ({ title }) => `Job created: ${title}`,
);
export const jobUpdated = jobEvent(
  'job.updated',
  'Fields of a job were changed; `previous` has their old values.',
  ({ title }) => `Job updated: ${title}`,
);
export const jobAssigned = jobEvent(
  'job.assigned',
  'A job was assigned to a user or unassigned; `previous` has the old value.',
  ({ title, assigned_to }) => `Job ${assigned_to === null ? 'unassigned' : 'assigned'}: ${title}`,
);
export const jobScheduled = jobEvent(
  'job.scheduled',
  'A job was scheduled.',
  ({ title }) => `Job scheduled: ${title}`,
);
export const jobStarted = jobEvent(
  'job.started',
  'Work on a job was started.',
  ({ title }) => `Job started: ${title}`,
);
export const jobPaused = jobEvent(
  'job.paused',
  'A job was paused.',
  ({ title, pause_reason }) => `Job paused: ${title}${inParentheses(pause_reason)}`,
);
export const jobResumed = jobEvent(
  'job.resumed',
  'A paused job was resumed. It has the status from before the pause.',
  ({ title }) => `Job resumed: ${title}`,
);
export const jobCompleted = jobEvent(
  'job.completed',
  'The work on a job was completed. Use it to enroll the warranty or to ask for a review.',
  ({ title }) => `Job completed: ${title}`,
);
export const jobWarrantyEnrolled = jobEvent(
  'job.warranty_enrolled',
  'The warranty of a job was enrolled and is running.',
  ({ title, warranty_ends_on }) => `Warranty runs until ${warranty_ends_on}: ${title}`,
);
export const jobWarrantyExpired = jobEvent(
  'job.warranty_expired',
  'The warranty of a job ended after its last day; `job.closed` follows.',
  ({ title }) => `Warranty expired: ${title}`,
);
export const jobClosed = jobEvent(
  'job.closed',
  'A job was closed.',
  ({ title }) => `Job closed: ${title}`,
);
export const jobCanceled = jobEvent(
  'job.canceled',
  'A job and its appointments were canceled.',
  ({ title, cancel_reason }) => `Job canceled: ${title}${inParentheses(cancel_reason)}`,
);
export const jobChecklistChanged = jobEvent(
  'job.checklist_changed',
  'A checklist item of a job was added, checked off or unchecked.',
  ({ title, checklist }) => {
    const done = checklist.filter((item) => item.checked_at !== null).length;
    return `Checklist ${done} of ${checklist.length} done: ${title}`;
  },
);
export const jobNoteAdded = jobNoteEvent(
  'job.note_added',
  'A note was added to a job.',
  ({ author, text }) => `Note by ${author}: ${excerpt(text)}`,
);
export const jobAttachmentAdded = jobAttachmentEvent(
  'job.attachment_added',
  'A reference to a file was added to a job.',
  ({ name }) => `Attached ${name}`,
);
export const warrantyClaimOpened = warrantyClaimEvent(
  'warranty_claim.opened',
  'A warranty claim was opened.',
  ({ description }) => `Warranty claim opened: ${excerpt(description)}`,
);
export const warrantyClaimScheduled = warrantyClaimEvent(
  'warranty_claim.scheduled',
  'An appointment was booked for an open warranty claim.',
  ({ description }) => `Appointment booked for the warranty claim: ${excerpt(description)}`,
);
export const warrantyClaimClosed = warrantyClaimEvent(
  'warranty_claim.closed',
  'A warranty claim was closed.',
  ({ resolution }) => `Warranty claim closed: ${excerpt(resolution ?? '')}`,
);
