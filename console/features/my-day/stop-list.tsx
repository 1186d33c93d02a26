import { Link } from '@tanstack/react-router';
import type { MyDay, MyVisit } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import { fieldText } from '../../text/field.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './my-day.module.css';

/** The other stops of today, and those of tomorrow. */
export function StopList({ day, next }: { day: MyDay; next: MyVisit | null }) {
  const [today, tomorrow] = day.days;
  const others = today?.visits.filter((visit) => visit !== next) ?? [];
  const later = tomorrow?.visits.filter((visit) => visit !== next) ?? [];
  return (
    <>
      <Stops title={fieldText.myDay.later} visits={others} zone={day.time_zone} />
      <Stops title={fieldText.myDay.tomorrow} visits={later} zone={day.time_zone} />
    </>
  );
}

function Stops({
  title,
  visits,
  zone,
}: {
  title: string;
  visits: readonly MyVisit[];
  zone: string;
}) {
  if (visits.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.stops}>
        {visits.map(({ appointment, address }) => (
          <li key={appointment.appointment_id} className={styles.stop}>
            <span className={styles.time}>{formatsFor(zone).time(appointment.starts_at)}</span>
            {appointment.lifecycle_number !== null && (
              <Link to="/n/$number" params={{ number: appointment.lifecycle_number }}>
                {appointment.contact?.name ?? appointment.lifecycle_number}
              </Link>
            )}
            <span className={styles.quiet}>{address}</span>
            <Badge>{wordFor(fieldText.appointmentStatus, appointment.status)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
