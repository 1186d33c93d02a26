import type {
  InvoiceWithPayments,
  Payment,
  PaymentDispute,
  ReceivedPayment,
} from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/money.ts';
import styles from './invoice-page.module.css';
import { MatchButton } from './match-payment.tsx';
import { useReceived } from './use-received.ts';

/** What was received and returned, oldest first; then what was meant for this invoice and is not on it. */
export function Payments({ invoice }: { invoice: InvoiceWithPayments }) {
  const { payments, currency, status } = invoice;
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const received = useReceived(invoice);
  const unmatched = received.filter((one) => one.status !== 'recorded');
  const isEmpty = payments.length === 0 && unmatched.length === 0;
  if (isEmpty && (status === 'draft' || status === 'void')) return null;
  const disputeOf = (id: string) =>
    received.find(({ payment_id }) => payment_id === id)?.dispute ?? null;
  return (
    <section aria-label={text.invoices.payments}>
      <h2 className={styles.heading}>{text.invoices.payments}</h2>
      {isEmpty && <p className={styles.quiet}>{text.invoices.noPayments}</p>}
      <ul className={styles.payments}>
        {payments.map((payment) => (
          <li key={payment.payment_id}>
            <span>{dayAndTime(payment.paid_at)}</span>
            <span>
              {aboutPayment(payment)} <DisputeBadge dispute={disputeOf(payment.payment_id)} />
            </span>
            <span className={styles.money}>{formatMoney(payment.amount, currency)}</span>
          </li>
        ))}
        {unmatched.map((payment) => (
          <li key={payment.payment_id}>
            <span>{dayAndTime(payment.paid_at)}</span>
            <span>
              {aboutPayment({ ...payment, reason: whyUnmatched(payment) })}{' '}
              <Badge look={payment.status === 'unmatched' ? 'danger' : 'plain'}>
                {wordFor(text.invoices.receivedStatus, payment.status)}
              </Badge>{' '}
              <DisputeBadge dispute={payment.dispute} /> <MatchButton payment={payment} />
            </span>
            <span className={styles.money}>{formatMoney(payment.amount, payment.currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function DisputeBadge({ dispute }: { dispute: PaymentDispute | null }) {
  if (dispute === null) return null;
  const isWon = dispute.status === 'won' || dispute.status === 'closed';
  return (
    <Badge look={isWon ? 'plain' : 'danger'}>
      {text.invoices.dispute(
        wordFor(text.invoices.disputeStatus, dispute.status),
        inWords(dispute.reason),
      )}
    </Badge>
  );
}

export function whyUnmatched({ unmatched_reason }: ReceivedPayment): string | null {
  return unmatched_reason && wordFor(text.invoices.unmatchedReason, unmatched_reason);
}

export function aboutPayment({
  method,
  reference,
  reason,
  provider,
}: Pick<Payment, 'method' | 'reference' | 'reason' | 'provider'>): string {
  const what =
    method === null ? text.invoices.refundEntry : wordFor(text.words.paymentMethod, method);
  const by = provider && text.invoices.through(wordFor(text.invoices.providers, provider));
  return [what, by, reference, reason].filter(Boolean).join(' · ');
}
