import { type KeyboardEvent, useState } from 'react';
import type { Job, JobNote } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';

/** What people wrote down, newest first. */
export function Notes({
  job,
  notes,
  onChanged,
}: {
  job: Job;
  notes: readonly JobNote[];
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const { short } = formatsFor(me.organization.time_zone);
  const mayWrite = mayI(me, 'jobs:write') || mayI(me, 'jobs:own');
  return (
    <Section title={text.job.notes}>
      {mayWrite && <NewNote job={job} onChanged={onChanged} />}
      {notes.length === 0 && <p className={styles.quiet}>{text.job.noNotes}</p>}
      <ul className={styles.list}>
        {notes.map((note) => (
          <li key={note.note_id} className={styles.note}>
            <span className={styles.quiet}>
              {note.author} · {short(note.created_at, now())}
            </span>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function NewNote({ job, onChanged }: { job: Job; onChanged(): Promise<void> }) {
  const [written, setWritten] = useState('');
  const { form, onSubmit, trouble, isSending } = useForm(['text'], async () => {
    if (written.trim() === '') return;
    await inSession(() => api.jobs.notes.create(job.job_id, { text: written }));
    setWritten('');
    sayDone(text.job.saved);
    await onChanged();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={styles.newNote} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <TextArea
        label={text.job.newNote}
        name="text"
        rows={2}
        maxLength={10_000}
        error={trouble.fields.text}
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
