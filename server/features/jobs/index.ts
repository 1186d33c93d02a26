export { assigneeOfJob } from './assignee-of-job.ts';
export { checkChecklistItem, createChecklistItem, uncheckChecklistItem } from './checklist.ts';
export { listClaimRows, toClaim } from './claim-queries.ts';
export { closeWarrantyClaim } from './close-warranty-claim.ts';
export { countJobs } from './count-jobs.ts';
export { type Buyer, createJob, sellJob } from './create-job.ts';
export { createJobAttachment } from './create-job-attachment.ts';
export { createJobNote } from './create-job-note.ts';
export { createWarrantyClaim } from './create-warranty-claim.ts';
export { enroll, enrollWarranty } from './enroll-warranty.ts';
export * as jobEvents from './events.ts';
export { expireWarranties, expireWarranty } from './expire-warranty.task.ts';
export { indexJobsOfCustomer } from './find-keys.ts';
export { getJob } from './get-job.ts';
export { getWarrantyClaim } from './get-warranty-claim.ts';
export { historyOfEquipment } from './history-of-equipment.ts';
export { type FullJob, toJob } from './job-row.ts';
export { cancelJob, closeJob, completeJob, pauseJob, resumeJob, startJob } from './job-steps.ts';
export { listJobAttachments } from './list-job-attachments.ts';
export { listJobNotes } from './list-job-notes.ts';
export { listJobWarrantyClaims } from './list-job-warranty-claims.ts';
export { listJobs } from './list-jobs.ts';
export { listJobRows } from './list-jobs-query.ts';
export { listWarrantyClaims } from './list-warranty-claims.ts';
export { openJobIds } from './open-work.ts';
export { findJob, findJobs, keepJobOpen, lockJob, newestJobs } from './queries.ts';
export {
  attachmentsOfJobs,
  listAttachmentRows,
  listNoteRows,
  notesOfJobs,
  toAttachment,
  toNote,
} from './record-queries.ts';
export { JobAttachment, JobNote } from './record-schemas.ts';
export { scheduleJob } from './schedule-job.ts';
export { scheduleWarrantyClaim } from './schedule-warranty-claim.ts';
export { Job } from './schemas.ts';
export { updateJob } from './update-job.ts';
