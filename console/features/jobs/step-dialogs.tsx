import { type FormEvent, useId } from 'react';
import type { Job } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { typed } from '../../ui/use-form.ts';
import styles from './step-dialogs.module.css';

/** Why a job is paused or canceled; the reason can stay empty. */
export function ReasonDialog({
  title,
  about,
  hint,
  submitLabel,
  look,
  onDone,
  onClose,
}: {
  title: string;
  about: string;
  hint: string;
  submitLabel: string;
  look: 'primary' | 'danger';
  onDone(reason: string | null): void;
  onClose(): void;
}) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onClose();
    onDone(typed(new FormData(event.currentTarget), 'reason').trim() || null);
  };
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit}>
        <TextArea
          label={text.jobs.reason}
          hint={hint}
          name="reason"
          rows={2}
          maxLength={500}
          autoFocus
        />
        <div className={styles.end}>
          <Button type="submit" look={look}>
            {submitLabel}
          </Button>
          <Button onClick={onClose}>{text.close}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What happens to visits that are still booked when the work is completed. */
export function CompleteDialog({
  job,
  onDone,
  onClose,
}: {
  job: Job;
  onDone(cancelVisits: boolean): void;
  onClose(): void;
}) {
  const id = useId();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onClose();
    onDone(new FormData(event.currentTarget).has('cancel_appointments'));
  };
  return (
    <Dialog
      title={text.jobs.completeTitle(job.title)}
      about={text.jobs.completeAbout}
      onClose={onClose}
    >
      <form className={styles.form} onSubmit={onSubmit}>
        <label className={styles.check} htmlFor={id}>
          <input id={id} type="checkbox" name="cancel_appointments" />
          {text.jobs.cancelVisits}
        </label>
        <div className={styles.end}>
          <Button type="submit" look="primary">
            {text.jobs.steps.complete}
          </Button>
          <Button onClick={onClose}>{text.close}</Button>
        </div>
      </form>
    </Dialog>
  );
}
