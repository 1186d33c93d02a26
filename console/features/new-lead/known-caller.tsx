import { Link } from '@tanstack/react-router';
import type { ContactLookup } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { formatMoney } from '../../ui/money.ts';
import styles from './new-lead.module.css';

/** Who is calling, what they have with us, and the way to it. */
export function KnownCaller({
  caller: { customer, leads, next_visit, balance },
  zone,
  onOpen,
}: {
  caller: ContactLookup;
  zone: string;
  onOpen(): void;
}) {
  const name = customer?.name ?? leads[0]?.name ?? text.newLead.known;
  const facts = [
    next_visit && text.newLead.nextVisit(formatsFor(zone).dayAndTime(next_visit.starts_at)),
    ...balance.map((one) => text.newLead.balance(formatMoney(one.amount, one.currency))),
  ].filter((fact) => fact !== null);
  return (
    <div className={styles.caller} role="status">
      <strong>{customer ? text.newLead.knownCustomer(name) : text.newLead.knownLead(name)}</strong>
      {facts.length > 0 && <span className={styles.about}>{facts.join(' · ')}</span>}
      {leads.map((lead) => (
        <Link
          key={lead.lead_id}
          to="/n/$number"
          params={{ number: lead.lifecycle_number }}
          onClick={onOpen}
        >
          {lead.lifecycle_number} {inWords(lead.service_needed)}
        </Link>
      ))}
    </div>
  );
}
