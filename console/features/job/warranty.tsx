import { useState } from 'react';
import type { Appointment, Job, WarrantyClaim } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor, plainDate } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CloseClaim, OpenClaim, ScheduleClaim } from './claim-dialogs.tsx';
import styles from './job-page.module.css';
import { isOpen } from './open-visits.ts';
import { Section } from './section.tsx';

type Open = { is: 'open' } | { is: 'schedule' | 'close'; claim: WarrantyClaim };

/** How long the work is under warranty, and what customers claimed. */
export function Warranty({
  job,
  claims,
  visits,
  onChanged,
}: {
  job: Job;
  claims: readonly WarrantyClaim[];
  visits: readonly Appointment[];
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const [open, setOpen] = useState<Open | null>(null);
  const mayWrite = mayI(me, 'jobs:write');
  const canOpen = mayWrite && job.status === 'in_warranty';
  const dialog = { job, onChanged, onClose: () => setOpen(null) };
  return (
    <Section
      title={text.job.warranty}
      action={
        canOpen && <Button onClick={() => setOpen({ is: 'open' })}>{text.job.openClaim}</Button>
      }
    >
      <p className={claims.length === 0 ? styles.quiet : ''}>{termOf(job)}</p>
      <ul className={styles.list} aria-label={text.job.claims}>
        {claims.map((claim) => (
          <Claim
            key={claim.claim_id}
            claim={claim}
            visit={visits.find(({ appointment_id }) => appointment_id === claim.appointment_id)}
            mayWrite={mayWrite}
            onSchedule={() => setOpen({ is: 'schedule', claim })}
            onClose={() => setOpen({ is: 'close', claim })}
          />
        ))}
      </ul>
      {open?.is === 'open' && <OpenClaim {...dialog} />}
      {open?.is === 'schedule' && <ScheduleClaim {...dialog} claim={open.claim} />}
      {open?.is === 'close' && <CloseClaim {...dialog} claim={open.claim} />}
    </Section>
  );
}

function termOf({ warranty_months, warranty_starts_on, warranty_ends_on }: Job): string {
  if (warranty_starts_on !== null && warranty_ends_on !== null) {
    return text.job.warrantyRuns(plainDate(warranty_starts_on), plainDate(warranty_ends_on));
  }
  if (warranty_months === 0) return text.job.warrantyNone;
  return text.job.warrantyLater(text.job.warrantyLength(warranty_months));
}

function Claim({
  claim,
  visit,
  mayWrite,
  onSchedule,
  onClose,
}: {
  claim: WarrantyClaim;
  visit: Appointment | undefined;
  mayWrite: boolean;
  onSchedule(): void;
  onClose(): void;
}) {
  const { day, dayAndTime } = formatsFor(useMe().organization.time_zone);
  const isPending = claim.status === 'open';
  const hasVisit = visit !== undefined && isOpen(visit);
  return (
    <li className={styles.note}>
      <span className={styles.row}>
        <Badge look={isPending ? 'warn' : 'plain'}>
          {wordFor(text.words.claimStatus, claim.status)}
        </Badge>
        <span className={styles.quiet}>{day(claim.created_at)}</span>
        {hasVisit && (
          <span className={styles.quiet}>{text.job.claimVisit(dayAndTime(visit.starts_at))}</span>
        )}
      </span>
      <p>{claim.description}</p>
      {claim.resolution !== null && <p className={styles.quiet}>{claim.resolution}</p>}
      {isPending && mayWrite && (
        <span className={styles.row}>
          {!hasVisit && <Button onClick={onSchedule}>{text.job.scheduleClaim}</Button>}
          <Button onClick={onClose}>{text.job.closeClaim}</Button>
        </span>
      )}
    </li>
  );
}
