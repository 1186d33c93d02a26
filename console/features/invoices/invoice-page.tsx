import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor, plainDate } from '../../time/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { addressOf } from '../places/names.ts';
import { usePlaces } from '../places/use-places.ts';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceBadge } from './invoice-badge.tsx';
import styles from './invoice-page.module.css';
import { LinesTable } from './lines-table.tsx';
import { Payments } from './payments.tsx';
import { type InvoiceDetails, useInvoice } from './use-invoice.ts';
import { sentText } from './ways-to-send.ts';

/** One invoice: what it is for, what was paid, and what can be done with it. */
export function InvoicePage() {
  const { id } = useParams({ from: '/office/invoices/$id' });
  return (
    <Needs scopes={['invoices:read', 'invoices:own']} title={text.invoices.title}>
      <InvoiceContent key={id} id={id} />
    </Needs>
  );
}

function InvoiceContent({ id }: { id: string }) {
  const details = useInvoice(id);
  return (
    <Loaded of={details} title={text.invoices.title}>
      {({ invoice, job }) => (
        <Screen
          title={text.invoices.number(invoice.number)}
          actions={
            <InvoiceActions
              invoice={invoice}
              job={job}
              onChanged={(changed) => details.query.replace(() => ({ job, invoice: changed }))}
            />
          }
        >
          <Facts invoice={invoice} job={job} />
          <LinesTable invoice={invoice} />
          {invoice.notes !== null && <p className={styles.notes}>{invoice.notes}</p>}
          <Payments invoice={invoice} />
        </Screen>
      )}
    </Loaded>
  );
}

function Facts({ invoice, job }: InvoiceDetails) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const { value: places } = usePlaces({ customerId: invoice.customer_id, leadId: '' });
  const property = places?.properties.find((one) => one.property_id === invoice.property_id);
  return (
    <>
      <div className={styles.badges}>
        <InvoiceBadge invoice={invoice} />
        <span className={styles.quiet}>{text.invoices.due(plainDate(invoice.due_on))}</span>
        <a
          href={`/v1/invoices/${invoice.invoice_id}/document.pdf`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text.invoices.pdf}
        </a>
      </div>
      <dl className={styles.facts}>
        <Fact label={text.invoices.customer}>
          <Link to="/n/$number" params={{ number: invoice.lifecycle_number }}>
            {job?.customer_name ?? invoice.lifecycle_number}
          </Link>
        </Fact>
        {job && (
          <Fact label={text.invoices.job}>
            <Link to="/jobs/$id" params={{ id: job.job_id }}>
              {job.title}
            </Link>
          </Fact>
        )}
        {property && <Fact label={text.places.property}>{addressOf(property)}</Fact>}
        <Fact label={text.invoices.created}>{dayAndTime(invoice.created_at)}</Fact>
        {invoice.sent_at !== null && (
          <Fact label={text.invoices.sentAt}>{sentText(invoice, dayAndTime(invoice.sent_at))}</Fact>
        )}
        {invoice.void_reason !== null && (
          <Fact label={text.invoices.voidReason}>{invoice.void_reason}</Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
