import { useState } from 'react';
import type { Job, JobAttachment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';

/** Files that are stored elsewhere: a name and the way to it. */
export function Attachments({
  job,
  attachments,
  onChanged,
}: {
  job: Job;
  attachments: readonly JobAttachment[];
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const { day } = formatsFor(me.organization.time_zone);
  const mayAdd = mayI(me, 'jobs:write') || mayI(me, 'jobs:own');
  return (
    <Section
      title={text.job.attachments}
      action={mayAdd && <Button onClick={() => setIsOpen(true)}>{text.job.addAttachment}</Button>}
    >
      {attachments.length === 0 && <p className={styles.quiet}>{text.job.noAttachments}</p>}
      <ul className={styles.list}>
        {attachments.map(({ attachment_id, url, file_id, name, created_at }) => (
          <li key={attachment_id} className={styles.row}>
            <a
              href={url ?? `/v1/files/${file_id}/content`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {name}
            </a>
            <span className={styles.quiet}>{day(created_at)}</span>
          </li>
        ))}
      </ul>
      {isOpen && <NewAttachment job={job} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function NewAttachment({
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
