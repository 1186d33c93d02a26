import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MyVisit } from '../../../packages/sdk/src/index.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { PhotoButton } from '../../offline/photo-button.tsx';
import type { NewWork } from '../../offline/work.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import { fieldText } from '../../text/field.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import styles from './my-day.module.css';

/** Where to go, how to get in, and one big button for what comes next. */
export function NextStop({
  visit,
  zone,
  onWork,
  onCollect,
}: {
  visit: MyVisit;
  zone: string;
  onWork(work: NewWork): Promise<boolean>;
  onCollect(): void;
}) {
  const { appointment, address, lead_notes, job, next_step } = visit;
  const { appointment_id, contact, starts_at, ends_at, notes, status, type } = appointment;
  const formats = formatsFor(zone);
  const take = () => {
    if (next_step === 'collect') onCollect();
    else if (isStep(next_step)) void onWork({ do: 'step', appointment_id, step: next_step });
  };
  return (
    <section className={styles.next} aria-label={fieldText.myDay.next}>
      <div className={styles.line}>
        <strong className={styles.time}>
          {formats.time(starts_at)} – {formats.time(ends_at)}
        </strong>
        <Badge look="accent">{wordFor(fieldText.appointmentStatus, status)}</Badge>
      </div>
      <h2 className={styles.name}>{contact?.name ?? appointment.lifecycle_number}</h2>
      <p>
        {inWords(type)}
        {job && `, ${job.title}`}
      </p>
      {address && <p className={styles.address}>{address}</p>}
      {[lead_notes, notes]
        .filter((one) => one)
        .map((one) => (
          <p key={one} className={styles.note}>
            {one}
          </p>
        ))}
      <div className={styles.ways}>
        {address && (
          <a className={buttonClass()} href={`geo:0,0?q=${encodeURIComponent(address)}`}>
            {fieldText.myDay.navigate}
          </a>
        )}
        {contact?.phone && (
          <a className={buttonClass()} href={`tel:${contact.phone}`}>
            {fieldText.myDay.call}
          </a>
        )}
        {appointment.lifecycle_number !== null && (
          <Link
            className={buttonClass()}
            to="/n/$number"
            params={{ number: appointment.lifecycle_number }}
          >
            {fieldText.myDay.write}
          </Link>
        )}
      </div>
      {next_step !== null && (
        <button type="button" className={styles.big} onClick={take}>
          {wordFor(fieldText.myDay.steps, next_step)}
        </button>
      )}
      {job && <OnSite visit={visit} jobId={job.job_id} onWork={onWork} />}
      {['booked', 'confirmed', 'dispatched', 'en_route'].includes(status) && (
        <Button
          look="plain"
          onClick={() => void onWork({ do: 'step', appointment_id, step: 'no_show' })}
        >
          {fieldText.myDay.noShow}
        </Button>
      )}
    </section>
  );
}

function isStep(step: MyVisit['next_step']): step is 'en_route' | 'start' | 'complete' {
  return step === 'en_route' || step === 'start' || step === 'complete';
}

/** The checklist, notes and photos of the job. */
function OnSite({
  visit: { job, notes, attachments },
  jobId,
  onWork,
}: {
  visit: MyVisit;
  jobId: string;
  onWork(work: NewWork): Promise<boolean>;
}) {
  const [note, setNote] = useState('');
  const addNote = async () => {
    if (await onWork({ do: 'note', job_id: jobId, text: note.trim() })) setNote('');
  };
  const addPhoto = async (name: string, content: Blob) => {
    if (await onWork({ do: 'photo', job_id: jobId, name, content })) {
      sayDone(fieldText.myDay.photoAdded);
    }
  };
  return (
    <>
      <fieldset className={styles.checklist}>
        {(job?.checklist.length ?? 0) > 0 && <legend>{fieldText.myDay.checklist}</legend>}
        {job?.checklist.map(({ item_id, title, checked_at }) => (
          <label key={item_id} className={styles.check}>
            <input
              type="checkbox"
              checked={checked_at !== null}
              onChange={({ target }) =>
                void onWork({ do: 'check', job_id: jobId, item_id, is_checked: target.checked })
              }
            />
            {title}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={fieldText.myDay.noteLabel}
        rows={2}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles.ways}>
        <Button disabled={note.trim() === ''} onClick={() => void addNote()}>
          {fieldText.myDay.addNote}
        </Button>
        <PhotoButton
          label={fieldText.myDay.photo}
          isCamera
          notAPhoto={fieldText.outbox.notAPhoto}
          onPhoto={addPhoto}
        />
        {attachments.length > 0 && <span>{fieldText.myDay.attachments(attachments.length)}</span>}
      </div>
      <ul className={styles.notes}>
        {notes.map(({ note_id, text: said, author }) => (
          <li key={note_id}>
            {said} <span className={styles.quiet}>{author}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
