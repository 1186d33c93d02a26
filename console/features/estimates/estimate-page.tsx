import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Estimate } from '../../../packages/sdk/src/index.ts';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor, plainDate } from '../../time/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import paper from '../invoices/invoice-page.module.css';
import { sentText } from '../invoices/ways-to-send.ts';
import { addressOf } from '../places/names.ts';
import { usePlaces } from '../places/use-places.ts';
import { AcceptanceCard } from './acceptance-card.tsx';
import { EstimateActions } from './estimate-actions.tsx';
import { EstimateBadge } from './estimate-badge.tsx';
import styles from './estimates.module.css';
import { OptionTable } from './option-table.tsx';
import { useEstimate } from './use-estimate.ts';

/** One version of an offer: what can be chosen, what has become of it, and what can be done with it. */
export function EstimatePage() {
  const { id } = useParams({ from: '/office/estimates/$id' });
  return (
    <Needs scopes={['estimates:read', 'estimates:own']} title={text.estimates.title}>
      <EstimateContent key={id} id={id} />
    </Needs>
  );
}

function EstimateContent({ id }: { id: string }) {
  const details = useEstimate(id);
  return (
    <Loaded of={details} title={text.estimates.title}>
      {(value) => {
        const { estimate } = value;
        return (
          <Screen
            title={text.estimates.number(estimate.number, estimate.version)}
            actions={
              <EstimateActions estimate={estimate} onChanged={() => details.query.refresh()} />
            }
          >
            <EstimateFacts estimate={estimate} />
            {estimate.acceptance !== null && (
              <AcceptanceCard acceptance={estimate.acceptance} {...value} />
            )}
            <div className={styles.options}>
              {estimate.options.map((option) => (
                <OptionTable key={option.name} option={option} estimate={estimate} />
              ))}
            </div>
            {estimate.terms !== null && <p className={styles.terms}>{estimate.terms}</p>}
          </Screen>
        );
      }}
    </Loaded>
  );
}

function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const time = (at: string | null) => at && dayAndTime(at);
  const { value: places } = usePlaces({
    customerId: estimate.customer_id,
    leadId: estimate.lead_id,
  });
  const property = places?.properties.find((one) => one.property_id === estimate.property_id);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      text.estimates.customer,
      <Link key="customer" to="/n/$number" params={{ number: estimate.lifecycle_number }}>
        {estimate.contact_name ?? estimate.lifecycle_number}
      </Link>,
    ],
    [text.estimates.what, estimate.title],
    [text.places.property, property ? addressOf(property) : null],
    [text.estimates.deposit, depositText(estimate)],
    [text.estimates.warranty, text.estimates.months(estimate.warranty_months)],
    [text.estimates.sentAt, sentText(estimate, time(estimate.sent_at))],
    [text.estimates.viewedAt, time(estimate.viewed_at)],
    [text.estimates.declinedAt, time(estimate.declined_at)],
    [text.estimates.declineReason, estimate.decline_reason],
    [text.estimates.before, versionLink(estimate.supersedes, estimate.version - 1)],
    [text.estimates.after, versionLink(estimate.superseded_by, estimate.version + 1)],
  ];
  return (
    <>
      <div className={styles.badges}>
        <EstimateBadge estimate={estimate} />
        <span className={styles.quiet}>
          {text.estimates.validUntil} {plainDate(estimate.valid_until)}
        </span>
        <a
          href={`/v1/estimates/${estimate.estimate_id}/document.pdf`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text.estimates.pdf}
        </a>
      </div>
      <dl className={paper.facts}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function depositText({ deposit, currency }: Estimate): string | null {
  if (deposit?.amount !== undefined) return formatMoney(deposit.amount, currency);
  return deposit?.percent === undefined ? null : `${deposit.percent} %`;
}

function versionLink(id: string | null, version: number): ReactNode {
  if (id === null) return null;
  return (
    <Link key={id} to="/estimates/$id" params={{ id }}>
      {text.estimates.version(version)}
    </Link>
  );
}
