import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/money.ts';
import styles from './facts.module.css';

/** What belongs to the number: visits, jobs, invoices, follow-ups and runs. */
export function Related({ lifecycle, zone }: { lifecycle: Lifecycle; zone: string }) {
  const { dayAndTime } = formatsFor(zone);
  const words = text.words;
  return (
    <>
      <Group
        title={text.number.visits}
        items={lifecycle.appointments.map((visit) => ({
          id: visit.appointment_id,
          content: `${dayAndTime(visit.starts_at)} ${visit.assignee?.name ?? ''}`,
          state: wordFor(words.appointmentStatus, visit.status),
        }))}
      />
      <Group
        title={text.number.jobs}
        items={lifecycle.jobs.map((job) => ({
          id: job.job_id,
          content: (
            <Link to="/jobs/$id" params={{ id: job.job_id }}>
              {job.title}
            </Link>
          ),
          state: wordFor(words.jobStatus, job.status),
        }))}
      />
      <Group
        title={text.number.invoices}
        items={lifecycle.invoices.map((invoice) => ({
          id: invoice.invoice_id,
          content: (
            <Link to="/invoices/$id" params={{ id: invoice.invoice_id }}>
              {`${invoice.number} ${formatMoney(invoice.total, invoice.currency)}`}
            </Link>
          ),
          state: wordFor(words.invoiceStatus, invoice.is_overdue ? 'overdue' : invoice.status),
        }))}
      />
      <Group
        title={text.number.followUps}
        items={lifecycle.follow_ups.map((followUp) => ({
          id: followUp.follow_up_id,
          content: `${wordFor(words.channel, followUp.channel)}, ${dayAndTime(followUp.due_at)}`,
          state: followUp.detail ?? inWords(followUp.status),
        }))}
      />
      <Group
        title={text.number.runs}
        items={lifecycle.playbook_runs.map((run) => ({
          id: run.run_id,
          content: run.playbook_name,
          state: run.error?.detail ?? run.reason ?? inWords(run.status),
        }))}
      />
    </>
  );
}

/** Nothing at all if it is empty: most numbers have only a few of these. */
function Group({
  title,
  items,
}: {
  title: string;
  items: readonly { id: string; content: ReactNode; state: string }[];
}) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {items.map(({ id, content, state }) => (
          <li key={id} className={styles.row}>
            <span>{content}</span>
            <Badge>{state}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
