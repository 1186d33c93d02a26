import { useEffect, useState } from 'react';
import type { Job, JobAttachment } from '../../../packages/sdk/src/index.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { PhotoButton } from '../../offline/photo-button.tsx';
import { WaitingMark } from '../../offline/waiting-mark.tsx';
import type { NewWork } from '../../offline/work.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './job-page.module.css';
import { NewAttachment } from './new-attachment.tsx';
import { Section } from './section.tsx';
import type { Waiting } from './with-work.ts';

/** Photos, which are kept without signal, and files that are stored elsewhere: a name and the way to it. */
export function Attachments({
  job,
  attachments,
  waiting,
  onWork,
  onChanged,
}: {
  job: Job;
  attachments: readonly JobAttachment[];
  waiting: readonly Waiting<'photo'>[];
  onWork(work: NewWork): Promise<boolean>;
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const mayAdd = mayI(me, 'jobs:write') || mayI(me, 'jobs:own');
  const isEmpty = attachments.length + waiting.length === 0;
  return (
    <Section
      title={text.job.attachments}
      action={
        mayAdd && (
          <>
            <AddPhotos job={job} onWork={onWork} />
            <Button onClick={() => setIsOpen(true)}>{text.job.addAttachment}</Button>
          </>
        )
      }
    >
      {isEmpty && <p className={styles.quiet}>{text.job.noAttachments}</p>}
      <ul className={styles.list}>
        {waiting.map((photo) => (
          <WaitingPhoto key={photo.entry.key} photo={photo} />
        ))}
        {attachments.map((attachment) => (
          <Attachment key={attachment.attachment_id} attachment={attachment} />
        ))}
      </ul>
      {isOpen && <NewAttachment job={job} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function AddPhotos({ job, onWork }: { job: Job; onWork(work: NewWork): Promise<boolean> }) {
  const me = useMe();
  if (!mayI(me, 'files:write') && !mayI(me, 'files:own')) return null;
  const onPhoto = async (name: string, content: Blob) => {
    const isKept = await onWork({ do: 'photo', job_id: job.job_id, name, content });
    if (isKept) sayDone(text.job.photoSaved);
  };
  const { notAPhoto } = text.outbox;
  return (
    <>
      <span className={styles.camera}>
        <PhotoButton label={text.job.takePhoto} isCamera notAPhoto={notAPhoto} onPhoto={onPhoto} />
      </span>
      <PhotoButton label={text.job.addPhotos} notAPhoto={notAPhoto} onPhoto={onPhoto} />
    </>
  );
}

function Attachment({ attachment }: { attachment: JobAttachment }) {
  const { kind, url, file_id, name, created_at } = attachment;
  const { day } = formatsFor(useMe().organization.time_zone);
  const address = url ?? `/v1/files/${file_id}/content`;
  return (
    <li className={styles.row}>
      {kind === 'photo' && file_id !== null && (
        <img className={styles.photo} src={address} alt="" loading="lazy" />
      )}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
      <span className={styles.quiet}>{day(created_at)}</span>
    </li>
  );
}

/** As it was taken; it is still in this browser only. */
function WaitingPhoto({ photo: { entry, work } }: { photo: Waiting<'photo'> }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(work.content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [work.content]);
  return (
    <li className={styles.row}>
      {address !== undefined && <img className={styles.photo} src={address} alt="" />}
      <span>{work.name}</span>
      <WaitingMark entry={entry} words={text.outbox} />
    </li>
  );
}
