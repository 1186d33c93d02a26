import { useState } from 'react';
import type { Appointment, Job } from '../../../packages/sdk/src/index.ts';
import { FINAL_STATUSES } from '../../../server/features/jobs/job.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { VisitLinkButton } from '../links/links-dialog.tsx';
import { sayBooked, sayBookedMany } from '../visits/say-booked.ts';
import { VisitDialog } from '../visits/visit-dialog.tsx';
import styles from './job-page.module.css';
import { isOpen } from './open-visits.ts';
import { Section } from './section.tsx';

/** When someone goes there, and when someone was. */
export function Visits({
  job,
  visits,
  onChanged,
}: {
  job: Job;
  visits: readonly Appointment[];
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const [isBooking, setIsBooking] = useState(false);
  const { day, dayAndTime } = formatsFor(me.organization.time_zone);
  const isOver = FINAL_STATUSES.some((status) => status === job.status);
  const canBook = mayI(me, 'appointments:write') && !isOver;
  return (
    <Section
      title={text.job.visits}
      action={canBook && <Button onClick={() => setIsBooking(true)}>{text.visits.add}</Button>}
    >
      {visits.length === 0 && <p className={styles.quiet}>{text.job.noVisits}</p>}
      <ul className={styles.list}>
        {visits.map((visit) => (
          <li key={visit.appointment_id} className={styles.row} data-over={!isOpen(visit)}>
            <span>{dayAndTime(visit.starts_at)}</span>
            <span className={styles.quiet}>{visit.assignee?.name ?? text.jobs.unassigned}</span>
            {visit.property_id !== null && visit.location?.address && (
              <span className={styles.quiet}>{visit.location.address}</span>
            )}
            <Badge look={visit.status === 'no_show' ? 'danger' : 'plain'}>
              {wordFor(text.words.appointmentStatus, visit.status)}
            </Badge>
            <VisitLinkButton visit={visit} time={dayAndTime(visit.starts_at)} />
          </li>
        ))}
      </ul>
      {isBooking && (
        <VisitDialog
          title={text.visits.add}
          submitLabel={text.visits.book}
          isTimeNeeded
          assignedTo={job.assigned_to}
          service={job.service}
          person={{ customerId: job.customer_id, leadId: job.lead_id }}
          propertyId={job.property_id}
          send={async (visit) => {
            if (visit === null) return;
            const booked = await api.appointments.create({ ...visit, job_id: job.job_id });
            sayBooked(booked, text.visits.booked(dayAndTime(visit.starts_at)));
            await onChanged();
          }}
          {...(mayI(me, 'jobs:write') && {
            sendMany: async (days) => {
              const { warnings = [], ...scheduled } = await api.jobs.schedule(job.job_id, {
                visits: days,
              });
              jobs.put(scheduled);
              sayBookedMany(warnings, text.visits.bookedMany(days.length), day);
              await onChanged();
            },
          })}
          onClose={() => setIsBooking(false)}
        />
      )}
    </Section>
  );
}
