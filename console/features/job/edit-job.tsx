import { useState } from 'react';
import type { Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { useForm } from '../../ui/use-form.ts';
import { JOB_NAMES, JobFields, readJobFields } from './job-fields.tsx';
import styles from './job-page.module.css';
import { useCurrency } from './use-currency.ts';

/** Changes what was sold, for how much and who is responsible. */
export function EditJob({ job, onClose }: { job: Job; onClose(): void }) {
  const zone = useMe().organization.time_zone;
  const currency = useCurrency();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const { form, onSubmit, trouble, isSending } = useForm(JOB_NAMES, async (values) => {
    const read = readJobFields(values, { zone, job });
    setWrong('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    jobs.put(await inSession(() => api.jobs.update(job.job_id, read.body)));
    sayDone(text.job.saved, { undo: () => void restore(job) });
    onClose();
  });
  return (
    <Dialog title={text.job.editTitle} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <JobFields
          job={job}
          service={null}
          currency={currency}
          zone={zone}
          errors={{ ...wrong, ...trouble.fields }}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.save}
        </Button>
      </form>
    </Dialog>
  );
}

async function restore(before: Job): Promise<void> {
  const { title, service, contract, assigned_to, warranty_months, enrolled_at } = before;
  const body = { title, service, contract, assigned_to };
  const changed = await act(() =>
    api.jobs.update(before.job_id, enrolled_at === null ? { ...body, warranty_months } : body),
  );
  if (changed) jobs.put(changed);
}
