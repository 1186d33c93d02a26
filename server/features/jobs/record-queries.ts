import { toPublicId } from '../../domain/ids.ts';
import { table } from '../../platform/database/table.ts';
import { listOfJob, RECORD_COLUMNS, type RecordRow, toRecord } from './record-row.ts';
import type { JobAttachment, JobNote } from './record-schemas.ts';

interface NoteRow extends RecordRow {
  note_id: string;
  text: string;
  author: string;
}

export const notes = table<NoteRow>('job_notes', {
  note_id: 'key',
  text: 'fixed',
  author: 'fixed',
  ...RECORD_COLUMNS,
});
export const noteResource = { insert: notes.insert, show: toNote };
export const listNoteRows = listOfJob(notes, 'job_notes', 'note_id');

export function toNote(row: NoteRow): JobNote {
  const { text, author } = row;
  return { note_id: toPublicId('note', row.note_id), ...toRecord(row), text, author };
}

interface AttachmentRow extends RecordRow {
  attachment_id: string;
  url: string;
  name: string;
  content_type: string | null;
  size_bytes: number | null;
}

export const attachments = table<AttachmentRow>('job_attachments', {
  attachment_id: 'key',
  url: 'fixed',
  name: 'fixed',
  content_type: 'fixed',
  size_bytes: 'fixed',
  ...RECORD_COLUMNS,
});
export const attachmentResource = { insert: attachments.insert, show: toAttachment };
export const listAttachmentRows = listOfJob(attachments, 'job_attachments', 'attachment_id');

export function toAttachment(row: AttachmentRow): JobAttachment {
  const { url, name, content_type, size_bytes } = row;
  const attachment_id = toPublicId('attachment', row.attachment_id);
  return { attachment_id, ...toRecord(row), url, name, content_type, size_bytes };
}
