import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Invoice, Job } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/money.ts';
import { InvoiceBadge } from '../invoices/invoice-badge.tsx';
import { InvoiceForm } from '../invoices/invoice-form.tsx';
import { withTaxRate } from '../invoices/lines.ts';
import { sumsOf } from '../jobs/sums.ts';
import { usePlaces } from '../places/use-places.ts';
import { firstLine } from './first-line.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';

/** What was invoiced for the job, and a new invoice that begins with what is left of the agreed price. */
export function JobInvoices({
  job,
  invoices,
  onChanged,
}: {
  job: Job;
  invoices: readonly Invoice[];
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const { value: places } = usePlaces({ customerId: job.customer_id, leadId: '' });
  const place = places?.properties.find(({ property_id }) => property_id === job.property_id);
  if (!mayI(me, 'invoices:read') && !mayI(me, 'invoices:own')) return null;
  const currency = job.contract?.currency ?? me.organization.currency;
  const mayCreate = mayI(me, 'invoices:write') || mayI(me, 'invoices:own');
  const deposit = invoices.find(({ is_deposit, status }) => is_deposit && status !== 'void');
  const billed = sumsOf(
    invoices
      .filter(({ status }) => status !== 'void')
      .map(({ total, currency: code }) => ({ amount: total, currency: code })),
  );
  return (
    <Section
      title={text.job.invoices}
      about={billed
        .map((sum) => text.job.invoiced(formatMoney(sum.amount, sum.currency)))
        .join(', ')}
      action={mayCreate && <Button onClick={() => setIsOpen(true)}>{text.invoices.create}</Button>}
    >
      {invoices.length === 0 && <p className={styles.quiet}>{text.job.noInvoices}</p>}
      <ul className={styles.list}>
        {invoices.map((invoice) => (
          <li key={invoice.invoice_id} className={styles.row}>
            <Link to="/invoices/$id" params={{ id: invoice.invoice_id }}>
              {invoice.number}
            </Link>
            <span>{formatMoney(invoice.total, invoice.currency)}</span>
            <InvoiceBadge invoice={invoice} />
          </li>
        ))}
      </ul>
      {isOpen && (
        <InvoiceForm
          title={text.invoices.createTitle(job.title)}
          job={job}
          invoice={null}
          currency={currency}
          lines={withTaxRate([firstLine(job, invoices, currency)], place?.tax_rate ?? null)}
          note={deposit ? text.invoices.depositSubtracted(deposit.number) : null}
          onSaved={(saved) => {
            void onChanged();
            void navigate({ to: '/invoices/$id', params: { id: saved.invoice_id } });
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}
