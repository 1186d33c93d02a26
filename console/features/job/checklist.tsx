import { useState } from 'react';
import type { ChecklistItem, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import type { OutboxEntry } from '../../offline/outbox.ts';
import { WaitingMark } from '../../offline/waiting-mark.tsx';
import type { NewWork } from '../../offline/work.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';

/** What is to be done on site, one item after the other. Ticks are kept without signal. */
export function Checklist({
  job,
  waiting,
  onWork,
}: {
  job: Job;
  waiting: ReadonlyMap<string, OutboxEntry>;
  onWork(work: NewWork): Promise<boolean>;
}) {
  const me = useMe();
  const mayChange = mayI(me, 'jobs:write') || mayI(me, 'jobs:own');
  const done = job.checklist.filter(({ checked_at }) => checked_at !== null).length;
  /** With an undo: one tap too many is common with gloves. */
  const setChecked = async ({ item_id, title }: ChecklistItem, is_checked: boolean) => {
    const set = (next: boolean) =>
      onWork({ do: 'check', job_id: job.job_id, item_id, is_checked: next });
    if (!(await set(is_checked))) return;
    const said = is_checked ? text.job.checked : text.job.unchecked;
    sayDone(said(title), { undo: () => void set(!is_checked) });
  };
  return (
    <Section
      title={text.job.checklist}
      about={job.checklist.length > 0 && text.job.checklistDone(done, job.checklist.length)}
    >
      {job.checklist.length === 0 && <p className={styles.quiet}>{text.job.noItems}</p>}
      <ul className={styles.list}>
        {job.checklist.map((item) => (
          <Item
            key={item.item_id}
            item={item}
            entry={waiting.get(item.item_id)}
            onChange={mayChange ? (isChecked) => void setChecked(item, isChecked) : null}
          />
        ))}
      </ul>
      {mayChange && <NewItem job={job} />}
    </Section>
  );
}

function Item({
  item: { title, checked_at },
  entry,
  onChange,
}: {
  item: ChecklistItem;
  entry: OutboxEntry | undefined;
  onChange: ((isChecked: boolean) => void) | null;
}) {
  return (
    <li className={styles.marked}>
      <label className={styles.item} data-done={checked_at !== null}>
        <input
          type="checkbox"
          checked={checked_at !== null}
          disabled={onChange === null}
          onChange={({ target }) => onChange?.(target.checked)}
        />
        <span>{title}</span>
      </label>
      {entry && <WaitingMark entry={entry} words={text.outbox} />}
    </li>
  );
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
