import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { EstimateAcceptance, EstimateVerification } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/money.ts';
import paper from '../invoices/invoice-page.module.css';
import styles from './estimates.module.css';
import type { EstimateDetails } from './use-estimate.ts';

/** What was signed, what came of it, and whether it is still the same. */
export function AcceptanceCard({
  acceptance,
  estimate,
  job,
  invoice,
}: EstimateDetails & { acceptance: EstimateAcceptance }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const { option_name, amount, signature_name, signed_at, job_id, invoice_id } = acceptance;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text.estimates.chosen, option_name],
    [text.estimates.agreed, formatMoney(amount, estimate.currency)],
    [text.estimates.signedBy, signature_name],
    [text.estimates.signedAt, dayAndTime(signed_at)],
    [
      text.estimates.job,
      <Link key="job" to="/jobs/$id" params={{ id: job_id }}>
        {job?.title ?? text.estimates.openJob}
      </Link>,
    ],
    [
      text.estimates.invoice,
      invoice_id !== null && (
        <Link to="/invoices/$id" params={{ id: invoice_id }}>
          {invoice
            ? `${invoice.number} ${formatMoney(invoice.total, invoice.currency)}`
            : text.estimates.openInvoice}
        </Link>
      ),
    ],
  ];
  return (
    <section className={styles.acceptance} aria-label={text.estimates.acceptance}>
      <h2>{text.estimates.acceptance}</h2>
      <dl className={paper.facts}>
        {facts
          .filter(([, value]) => value !== false)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Verification id={estimate.estimate_id} hash={acceptance.document_hash} />
    </section>
  );
}

function Verification({ id, hash }: { id: string; hash: string }) {
  const [found, setFound] = useState<EstimateVerification | null>(null);
  const verify = async () => setFound((await act(() => api.estimates.verify(id))) ?? null);
  return (
    <>
      <p className={styles.hash}>
        <span className={styles.quiet}>{text.estimates.hash}</span> {hash}
      </p>
      <div className={styles.verified}>
        <Button onClick={() => void verify()}>{text.estimates.verify}</Button>
        <span role="status">
          {found && (
            <Badge look={found.valid ? 'ok' : 'danger'}>
              {found.erased
                ? text.estimates.erased
                : found.valid
                  ? text.estimates.valid
                  : text.estimates.invalid}
            </Badge>
          )}
        </span>
      </div>
    </>
  );
}
