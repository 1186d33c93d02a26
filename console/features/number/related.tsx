import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Appointment, Lifecycle, PlaybookRun } from '../../../packages/sdk/src/index.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/money.ts';
import { VisitLinkButton } from '../links/links-dialog.tsx';
import styles from './facts.module.css';
import { useUnsent } from './use-unsent.ts';

/** What belongs to the number: visits, messages with their fate, jobs, invoices, follow-ups and runs. */
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
          about: aboutVisit(visit),
          state: wordFor(words.appointmentStatus, visit.status),
          action: <VisitLinkButton visit={visit} time={dayAndTime(visit.starts_at)} />,
        }))}
      />
      <Messages lifecycle={lifecycle} zone={zone} />
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
          state: inWords(followUp.status),
          reason: followUp.detail ?? (followUp.reason && inWords(followUp.reason)),
        }))}
      />
      <Group
        title={text.number.runs}
        items={lifecycle.playbook_runs.map((run) => ({
          id: run.run_id,
          content: run.playbook_name,
          state: stateOf(run, dayAndTime),
          reason: run.error?.detail ?? (run.reason && inWords(run.reason)),
        }))}
      />
    </>
  );
}

/** What the customer said of it, otherwise where it is. */
function aboutVisit({ review, property_id, location }: Appointment): string | null {
  if (review) return text.number.review(review.rating, review.comment);
  return property_id === null ? null : (location?.address ?? null);
}

/** The last texts and mails to the customer, newest first: what went out, and why something did not. */
function Messages({ lifecycle, zone }: { lifecycle: Lifecycle; zone: string }) {
  const { dayAndTime } = formatsFor(zone);
  const { messageStatus, channel: channels } = text.words;
  const unsent = useUnsent(lifecycle).map(({ id, playbook, at, reason }) => ({
    at,
    id,
    content: `${playbook}, ${dayAndTime(at)}`,
    state: messageStatus.not_sent,
    reason: inWords(reason),
  }));
  const sent = lifecycle.communications
    .filter(({ channel, direction }) => direction === 'outbound' && channel in SENT_BY)
    .map(({ sent_at, occurred_at, ...message }) => ({
      at: sent_at ?? occurred_at,
      id: message.communication_id,
      content: `${wordFor(channels, message.channel)}, ${dayAndTime(sent_at ?? occurred_at)}`,
      about: message.subject ?? message.body,
      state: wordFor(messageStatus, message.status),
      reason: message.status_detail ?? (message.status_reason && inWords(message.status_reason)),
    }));
  const newest = [...sent, ...unsent]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MAX_MESSAGES);
  return <Group title={text.number.messages} items={newest} />;
}

const MAX_MESSAGES = 5;
const SENT_BY = { sms: true, email: true };

function stateOf({ status, due_at }: PlaybookRun, dayAndTime: (at: string) => string): string {
  const isWaiting = status === 'waiting' && due_at !== null;
  return isWaiting ? text.number.waitsUntil(dayAndTime(due_at)) : inWords(status);
}

interface Item {
  id: string;
  content: ReactNode;
  /** The beginning of it, in one line. */
  about?: string | null;
  state: string;
  /** Why it is in this state, if that is not as planned. */
  reason?: string | null | undefined;
  /** What can be done with it here. */
  action?: ReactNode;
}

/** Nothing at all if it is empty: most numbers have only a few of these. */
function Group({ title, items }: { title: string; items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {items.map(({ id, content, about, state, reason, action }) => (
          <li key={id} className={styles.row}>
            <span className={styles.content}>
              {content}
              {about && <span className={styles.about}>{about}</span>}
              {reason && <span className={styles.reason}>{reason}</span>}
              {action}
            </span>
            <Badge>{state}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
