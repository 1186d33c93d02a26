import { Link } from '@tanstack/react-router';
import type { StrandedVisit, User } from '../../../../packages/sdk/src/index.ts';
import { useMe } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { formatsFor } from '../../../time/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Rows } from '../shared/row.tsx';

const words = text.settings.people;

/** The visits that need another person, because the assigned one is off or has left. */
export function StrandedVisits({
  user,
  visits,
  onClose,
}: {
  user: User;
  visits: readonly StrandedVisit[];
  onClose(): void;
}) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const title = words.stranded(visits.length);
  return (
    <Dialog title={title} about={words.strandedAbout(user.name)} onClose={onClose}>
      <Rows label={title}>
        {visits.map(({ appointment_id, lifecycle_number, starts_at }) => (
          <Row
            key={appointment_id}
            name={dayAndTime(starts_at)}
            actions={
              <Link to="/n/$number" params={{ number: lifecycle_number }}>
                {lifecycle_number}
              </Link>
            }
          />
        ))}
      </Rows>
    </Dialog>
  );
}
