import { CalendarIcon, DotsHorizontalIcon, PersonIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Job } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { formatMoney } from '../../ui/money.ts';
import styles from './card.module.css';
import { type Step, stepsFor } from './moves.ts';
import { contractAmount } from './sums.ts';

/** What a card needs of its board. */
export interface CardActions {
  onKeyDown(event: KeyboardEvent<HTMLElement>, job: Job): void;
  onPointerDown(event: PointerEvent<HTMLElement>, job: Job): void;
  onBlur(): void;
  onStep(job: Job, step: Step): void;
  nameOf(userId: string | null): string | null;
}

export function JobCard({
  job,
  isCarried,
  actions,
}: {
  job: Job;
  isCarried: boolean;
  actions: CardActions;
}) {
  const me = useMe();
  const amount = contractAmount(job);
  return (
    <article
      className={styles.card}
      data-job={job.job_id}
      data-carried={isCarried}
      data-pending={jobs.isPending(job.job_id)}
      onPointerDown={(event) => actions.onPointerDown(event, job)}
    >
      <div className={styles.top}>
        <Link
          className={styles.title}
          to="/jobs/$id"
          params={{ id: job.job_id }}
          draggable={false}
          aria-describedby="board-keys"
          onKeyDown={(event) => actions.onKeyDown(event, job)}
          onBlur={actions.onBlur}
        >
          {job.title}
        </Link>
        <CardMenu job={job} onStep={actions.onStep} />
      </div>
      <div className={styles.who}>
        <span className={styles.cut}>{job.customer_name}</span>
        <span className={styles.number}>{job.lifecycle_number}</span>
      </div>
      <div className={styles.facts}>
        <span className={styles.fact}>
          <PersonIcon aria-hidden="true" />
          <span className={styles.cut}>
            {actions.nameOf(job.assigned_to) ?? text.jobs.unassigned}
          </span>
        </span>
        {amount && (
          <span className={styles.amount}>{formatMoney(amount.amount, amount.currency)}</span>
        )}
      </div>
      <CardNotes job={job} zone={me.organization.time_zone} />
    </article>
  );
}

/** The steps that are possible now. */
function CardMenu({ job, onStep }: { job: Job; onStep: CardActions['onStep'] }) {
  const steps = stepsFor(job, useMe());
  if (steps.length === 0) return null;
  return (
    <div className={styles.menu}>
      <Menu
        button={
          <Button look="plain" aria-label={text.jobs.menu(job.title)}>
            <DotsHorizontalIcon />
          </Button>
        }
        items={steps.map((step) => ({
          label: text.jobs.steps[step],
          run: () => onStep(job, step),
          look: step === 'cancel' ? 'danger' : undefined,
        }))}
      />
    </div>
  );
}

/** What comes next, and what is in the way. */
function CardNotes({ job, zone }: { job: Job; zone: string }) {
  const { next_visit: visit } = job;
  const { short } = formatsFor(zone);
  return (
    <>
      {visit && (
        <div className={styles.fact}>
          <CalendarIcon aria-hidden="true" />
          {text.jobs.nextVisit(short(visit.starts_at, now()), visit.assignee_name)}
        </div>
      )}
      {job.status === 'on_hold' && job.pause_reason !== null && (
        <div className={styles.reason}>{job.pause_reason}</div>
      )}
      {job.open_claims_count > 0 && (
        <Badge look="warn">{text.jobs.openClaims(job.open_claims_count)}</Badge>
      )}
    </>
  );
}
