import { useState } from 'react';
import type { ChecklistItem, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';

/** What is to be done on site, one item after the other. */
export function Checklist({ job }: { job: Job }) {
  const me = useMe();
  const mayChange = mayI(me, 'jobs:write') || mayI(me, 'jobs:own');
  const done = job.checklist.filter(({ checked_at }) => checked_at !== null).length;
  return (
    <Section
      title={text.job.checklist}
      about={job.checklist.length > 0 && text.job.checklistDone(done, job.checklist.length)}
    >
      {job.checklist.length === 0 && <p className={styles.quiet}>{text.job.noItems}</p>}
      <ul className={styles.list}>
        {job.checklist.map((item) => (
          <li key={item.item_id}>
            <label className={styles.item} data-done={item.checked_at !== null}>
              <input
                type="checkbox"
                checked={item.checked_at !== null}
                disabled={!mayChange}
                onChange={({ target }) => void setChecked(job.job_id, item, target.checked)}
              />
              <span>{item.title}</span>
            </label>
          </li>
        ))}
      </ul>
      {mayChange && <NewItem job={job} />}
    </Section>
  );
}

/** Shown at once. With an undo: one tap too many is common with gloves. */
async function setChecked(
  jobId: string,
  item: ChecklistItem,
  isChecked: boolean,
  isUndo = false,
): Promise<void> {
  const checked_at = isChecked ? new Date(now()).toISOString() : null;
  const shown = jobs.change(jobId, (job) => ({
    ...job,
    checklist: job.checklist.map((one) =>
      one.item_id === item.item_id ? { ...one, checked_at } : one,
    ),
  }));
  const { check, uncheck } = {
    check: () => api.checklistItems.check(item.item_id),
    uncheck: () => api.checklistItems.uncheck(item.item_id),
  };
  const changed = await act(isChecked ? check : uncheck, shown.drop);
  if (!changed) return;
  shown.confirm(changed);
  if (isUndo) return;
  const said = isChecked ? text.job.checked : text.job.unchecked;
  sayDone(said(item.title), { undo: () => void setChecked(jobId, item, !isChecked, true) });
}

function NewItem({ job }: { job: Job }) {
  const [title, setTitle] = useState('');
  const { form, onSubmit, trouble, isSending } = useForm(['title'], async () => {
    if (title.trim() === '') return;
    jobs.put(await inSession(() => api.jobs.checklist.create(job.job_id, { title: title.trim() })));
    setTitle('');
  });
  return (
    <form ref={form} className={styles.add} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <Field
        label={text.job.newItem}
        name="title"
        maxLength={200}
        error={trouble.fields.title}
        value={title}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" disabled={isSending}>
        {text.job.addItem}
      </Button>
    </form>
  );
}
