import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { useForm } from '../../ui/use-form.ts';
import { JOB_NAMES, JobFields, readJobFields } from './job-fields.tsx';
import styles from './job-page.module.css';
import { useCurrency } from './use-currency.ts';

/** For the page of a number: what was sold becomes a job. */
export function NewJobButton({ lifecycle }: { lifecycle: Lifecycle }) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const { lead, customer } = lifecycle;
  // A job for a qualified lead makes it a customer.
  const canCreate = customer !== null || lead.status === 'qualified';
  if (!mayI(me, 'jobs:write') || !canCreate) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{text.job.create}</Button>
      {isOpen && <NewJob lifecycle={lifecycle} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NewJob({ lifecycle, onClose }: { lifecycle: Lifecycle; onClose(): void }) {
  const { lead, customer, lifecycle_number } = lifecycle;
  const zone = useMe().organization.time_zone;
  const currency = useCurrency();
  const navigate = useNavigate();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [key] = useState(() => crypto.randomUUID());
  const { form, onSubmit, trouble, isSending } = useForm(JOB_NAMES, async (values) => {
    const read = readJobFields(values, { zone, job: null });
    setWrong('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    const body = { ...read.body, lead_id: lead.lead_id };
    const job = await inSession(() => api.jobs.create(body, { idempotencyKey: key }));
    jobs.put(job);
    sayDone(text.job.createdSaid(job.title));
    onClose();
    await navigate({ to: '/jobs/$id', params: { id: job.job_id } });
  });
  return (
    <Dialog
      title={text.job.createTitle(customer?.name ?? lead.name ?? lifecycle_number)}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <JobFields
          // The currency arrives a moment later on the first visit.
          key={currency}
          job={null}
          service={lead.service_needed}
          currency={currency}
          zone={zone}
          errors={{ ...wrong, ...trouble.fields }}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.job.save}
        </Button>
      </form>
    </Dialog>
  );
}
