import { type KeyboardEvent, useState } from 'react';
import type { Job, JobNote } from '../../../packages/sdk/src/index.ts';
import { sayDone } from '../../feedback/feedback.ts';
import type { OutboxEntry } from '../../offline/outbox.ts';
import { noteOf } from '../../offline/shown-work.ts';
import { WaitingMark } from '../../offline/waiting-mark.tsx';
import type { NewWork } from '../../offline/work.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';
import type { Waiting } from './with-work.ts';

/** What people wrote down, newest first. Notes are kept without signal. */
export function Notes({
  job,
  notes,
  waiting,
  onWork,
}: {
  job: Job;
  notes: readonly JobNote[];
  waiting: readonly Waiting<'note'>[];
  onWork(work: NewWork): Promise<boolean>;
}) {
  const me = useMe();
  const mayWrite = mayI(me, 'jobs:write') || mayI(me, 'jobs:own');
  const { lifecycle_number } = job;
  const author = me.user?.name ?? '';
  return (
    <Section title={text.job.notes}>
      {mayWrite && <NewNote job={job} onWork={onWork} />}
      {notes.length + waiting.length === 0 && <p className={styles.quiet}>{text.job.noNotes}</p>}
      <ul className={styles.list}>
        {waiting.map(({ entry, work }) => (
          <Note key={entry.key} note={noteOf(work, { lifecycle_number, author })} entry={entry} />
        ))}
        {notes.map((note) => (
          <Note key={note.note_id} note={note} />
        ))}
      </ul>
    </Section>
  );
}

function Note({ note, entry }: { note: JobNote; entry?: OutboxEntry }) {
  const { short } = formatsFor(useMe().organization.time_zone);
  return (
    <li className={styles.note}>
      <span className={styles.marked}>
        <span className={styles.quiet}>
          {note.author} · {short(note.written_at, now())}
        </span>
        {entry && <WaitingMark entry={entry} words={text.outbox} />}
      </span>
      <p>{note.text}</p>
    </li>
  );
}

function NewNote({ job, onWork }: { job: Job; onWork(work: NewWork): Promise<boolean> }) {
  const [written, setWritten] = useState('');
  const { form, onSubmit, isSending } = useForm(['text'], async () => {
    const words = written.trim();
    if (words === '') return;
    if (!(await onWork({ do: 'note', job_id: job.job_id, text: words }))) return;
    setWritten('');
    sayDone(text.job.saved);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={styles.newNote} onSubmit={onSubmit} noValidate>
      <TextArea
        label={text.job.newNote}
        name="text"
        rows={2}
        maxLength={10_000}
        value={written}
        onChange={({ target }) => setWritten(target.value)}
        onKeyDown={onKeyDown}
      />
      <div>
        <Button type="submit" disabled={isSending || written.trim() === ''}>
          {text.job.addNote}
        </Button>
      </div>
    </form>
  );
}
