import type { Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './job-page.module.css';

/** Links a file that stays where it is. */
export function NewAttachment({
  job,
  onChanged,
  onClose,
}: {
  job: Job;
  onChanged(): Promise<void>;
  onClose(): void;
}) {
  const { form, onSubmit, trouble, isSending } = useForm(['url', 'name'], async (values) => {
    const body = { url: typed(values, 'url').trim(), name: typed(values, 'name').trim() };
    await inSession(() => api.jobs.attachments.create(job.job_id, body));
    sayDone(text.job.attached);
    onClose();
    await onChanged();
  });
  return (
    <Dialog title={text.job.attachmentTitle} about={text.job.attachmentAbout} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={text.job.url}
          hint={text.job.urlHint}
          name="url"
          type="url"
          error={trouble.fields.url}
          autoComplete="off"
          autoFocus
        />
        <Field
          label={text.job.fileName}
          hint={text.job.fileNameHint}
          name="name"
          error={trouble.fields.name}
          autoComplete="off"
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.job.addAttachment}
        </Button>
      </form>
    </Dialog>
  );
}
