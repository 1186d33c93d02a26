import { Link } from '@tanstack/react-router';
import type { Job } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { addressOf, machineName } from '../places/names.ts';
import { usePlaces } from '../places/use-places.ts';
import { usePeople } from '../visits/use-people.ts';
import { Facts, Section } from './section.tsx';

/** For whom, by whom, and since when. */
export function JobFacts({ job }: { job: Job }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const { nameOf } = usePeople();
  const time = (at: string | null) => at && dayAndTime(at);
  const { lifecycle_number, property_id, equipment_id } = job;
  const { value: places } = usePlaces({ customerId: job.customer_id, leadId: job.lead_id });
  const property = places?.properties.find((one) => one.property_id === property_id);
  const machine = places?.machines.find((one) => one.equipment_id === equipment_id);
  return (
    <Section title={text.job.facts}>
      <Facts
        facts={[
          [
            text.job.customer,
            <Link key="customer" to="/n/$number" params={{ number: lifecycle_number }}>
              {job.customer_name ?? lifecycle_number}
            </Link>,
          ],
          [text.job.assignedTo, nameOf(job.assigned_to) ?? text.job.unassigned],
          [text.job.service, job.service && inWords(job.service)],
          [text.places.property, property && addressOf(property)],
          [text.places.machine, machine && machineName(machine)],
          [text.job.created, time(job.created_at)],
          [text.job.started, time(job.started_at)],
          [text.job.completed, time(job.completed_at)],
          [text.job.pauseReason, job.pause_reason],
          [text.job.cancelReason, job.cancel_reason],
        ]}
      />
    </Section>
  );
}
