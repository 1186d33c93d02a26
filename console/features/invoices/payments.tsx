import type { InvoiceWithPayments, Payment } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { formatMoney } from '../../ui/money.ts';
import styles from './invoice-page.module.css';

/** What was received and returned, oldest first. */
export function Payments({
  invoice: { payments, currency, status },
}: {
  invoice: InvoiceWithPayments;
}) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  if (payments.length === 0 && (status === 'draft' || status === 'void')) return null;
  return (
    <section aria-label={text.invoices.payments}>
      <h2 className={styles.heading}>{text.invoices.payments}</h2>
      {payments.length === 0 && <p className={styles.quiet}>{text.invoices.noPayments}</p>}
      <ul className={styles.payments}>
        {payments.map((payment) => (
          <li key={payment.payment_id}>
            <span>{dayAndTime(payment.paid_at)}</span>
            <span>{aboutOf(payment)}</span>
            <span className={styles.money}>{formatMoney(payment.amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function aboutOf({ method, reference, reason }: Payment): string {
  const what =
    method === null ? text.invoices.refundEntry : wordFor(text.words.paymentMethod, method);
  return [what, reference, reason].filter(Boolean).join(' · ');
}
