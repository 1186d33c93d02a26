import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { table } from '../../platform/database/table.ts';
import { listOfJob, newestOfJobs, RECORD_COLUMNS, type RecordRow, toRecord } from './record-row.ts';
import type { AttachmentKind, JobAttachment, JobNote } from './record-schemas.ts';

interface NoteRow extends RecordRow {
  note_id: string;
  /** Null in old rows: when it arrived. */
  written_at: Date | null;
  text: string;
  author: string;
}

export const notes = table<NoteRow>('job_notes', {
  note_id: 'key',
  written_at: 'fixed',
  text: 'fixed',
  author: 'fixed',
  ...RECORD_COLUMNS,
});
export const noteResource = { insert: notes.insert, show: toNote };
export const listNoteRows = listOfJob(notes, 'job_notes', 'note_id');
export const notesOfJobs = newestOfJobs(notes, 'job_notes', 'note_id');

export function toNote(row: NoteRow): JobNote {
  const { text, author } = row;
  const written_at = (row.written_at ?? row.created_at).toISOString();
  return { note_id: toPublicId('note', row.note_id), ...toRecord(row), text, author, written_at };
}

interface AttachmentRow extends RecordRow {
  attachment_id: string;
  kind: AttachmentKind;
  /** One of the two: a file elsewhere, or a file of ours. */
  url: string | null;
  file_id: string | null;
  name: string;
  content_type: string | null;
  size_bytes: number | null;
}

export const attachments = table<AttachmentRow>('job_attachments', {
  attachment_id: 'key',
  kind: 'fixed',
  url: 'fixed',
  file_id: 'fixed',
  name: 'fixed',
  content_type: 'fixed',
  size_bytes: 'fixed',
  ...RECORD_COLUMNS,
});
export const attachmentResource = { insert: attachments.insert, show: toAttachment };
export const listAttachmentRows = listOfJob(attachments, 'job_attachments', 'attachment_id');
export const attachmentsOfJobs = newestOfJobs(attachments, 'job_attachments', 'attachment_id');

export function toAttachment(row: AttachmentRow): JobAttachment {
  const { kind, url, name, content_type, size_bytes } = row;
  const attachment_id = toPublicId('attachment', row.attachment_id);
  const file_id = toPublicIdOrNull('file', row.file_id);
  return { attachment_id, ...toRecord(row), kind, url, file_id, name, content_type, size_bytes };
}
