import { Link } from '@tanstack/react-router';
import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { FINAL_STATUSES } from '../../../server/features/jobs/job.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import { appointments, kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';

const MAX_JOBS = 50;

/** Which job the visit belongs to; one without a job can be linked to one of the same number. */
export function JobOfVisit({ visit, canChange }: { visit: Appointment; canChange: boolean }) {
  const mayRead = mayI(useMe(), 'jobs:read');
  const { job_id, lifecycle_number } = visit;
  if (!mayRead) return null;
  if (job_id !== null) {
    return (
      <div>
        <Link className={buttonClass('plain')} to="/jobs/$id" params={{ id: job_id }}>
          {text.dispatch.openJob}
        </Link>
      </div>
    );
  }
  if (!canChange || lifecycle_number === null) return null;
  return <ChooseJob visit={visit} number={lifecycle_number} />;
}

function ChooseJob({ visit, number }: { visit: Appointment; number: string }) {
  const { value } = useQuery(`open jobs of ${number}`, {
    load: async (signal) => {
      const all = { limit: MAX_JOBS };
      const query = { lifecycle_number: number, ...all };
      const jobs = await api.jobs.list(query, { signal }).toArray(all);
      return jobs.filter(({ status }) => !FINAL_STATUSES.some((one) => one === status));
    },
    isAffectedBy: (event) => kindOf(event) === 'job',
  });
  const jobs = value ?? [];
  if (jobs.length === 0) return null;
  return (
    <SelectField
      label={text.dispatch.job}
      value=""
      onChange={({ target }) => {
        const job = jobs.find((one) => one.job_id === target.value);
        if (job) void link(visit, job);
      }}
      options={[
        { value: '', label: text.dispatch.noJob },
        ...jobs.map((one) => ({ value: one.job_id, label: one.title })),
      ]}
    />
  );
}

async function link(
  { appointment_id, updated_at }: Appointment,
  { job_id, title }: { job_id: string; title: string },
): Promise<void> {
  const linked = await act(() =>
    api.appointments.update(appointment_id, { job_id, if_updated_at: updated_at }),
  );
  if (!linked) return;
  appointments.put(linked);
  sayDone(text.dispatch.linked(title));
}
