import type { ChecklistItem, JobNote } from '../../packages/sdk/src/index.ts';
import type { Work } from './work.ts';

type Check = Extract<Work, { do: 'check' }>;
type Note = Extract<Work, { do: 'note' }>;

/** A phone can be ahead of the service by this much; the service then stores its own time. */
const CLOCKS_DIFFER_MS = 60_000;

/** The checklist as it is after a check that is not sent yet. Pure. */
export function afterCheck(
  checklist: readonly ChecklistItem[],
  { item_id, is_checked, at }: Check,
): ChecklistItem[] {
  return checklist.map((item) =>
    item.item_id === item_id ? { ...item, checked_at: is_checked ? at : null } : item,
  );
}

/** A note that is not sent yet, as it will look. Pure. */
export function noteOf(
  { job_id, text, at }: Note,
  { lifecycle_number, author }: Pick<JobNote, 'lifecycle_number' | 'author'>,
): JobNote {
  const times = { written_at: at, created_at: at, updated_at: at };
  return { note_id: `note ${at}`, job_id, lifecycle_number, text, author, ...times };
}

/** Whether the note is among those that were read: then it has arrived, and is shown once. Pure. */
export function hasArrived({ text, at }: Note, notes: readonly JobNote[]): boolean {
  const isSame = (note: JobNote) =>
    note.text === text &&
    Math.abs(Date.parse(note.written_at) - Date.parse(at)) <= CLOCKS_DIFFER_MS;
  return notes.some(isSame);
}
