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
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { JOB_NAMES, JobFields, readJobFields } from './job-fields.tsx';

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
  const { time_zone: zone, currency } = useMe().organization;
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm(JOB_NAMES, async (values) => {
    const read = readJobFields(values, { zone, currency, job: null });
    if ('errors' in read) return read.errors;
    const body = { ...read.body, lead_id: lead.lead_id };
    const job = await inSession(() => api.jobs.create(body, { idempotencyKey: key }));
    jobs.put(job);
    sayDone(text.job.createdSaid(job.title));
    onClose();
    await navigate({ to: '/jobs/$id', params: { id: job.job_id } });
  });
  return (
    <FormDialog
      title={text.job.createTitle(customer?.name ?? lead.name ?? lifecycle_number)}
      form={form}
      submit={text.job.save}
      onClose={onClose}
    >
      <JobFields
        job={null}
        person={{ customerId: customer?.customer_id ?? null, leadId: lead.lead_id }}
        service={lead.service_needed}
        currency={currency}
        zone={zone}
        errors={form.trouble.fields}
      />
    </FormDialog>
  );
}
