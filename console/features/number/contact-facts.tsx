import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatMoney } from '../../ui/money.ts';
import { usePeople } from '../visits/use-people.ts';
import styles from './facts.module.css';

/** Who it is and how to reach them. */
export function ContactFacts({
  lifecycle: { customer, lead, invoices },
}: {
  lifecycle: Lifecycle;
}) {
  const contact = customer ?? lead;
  const assignee = usePeople().nameOf(lead.assigned_to);
  const open = invoices.filter(({ status, balance }) => status !== 'void' && balance > 0);
  return (
    <section aria-label={text.number.contact}>
      <h2 className={styles.title}>{text.number.contact}</h2>
      <dl className={styles.facts}>
        {contact.phone !== null && (
          <Fact label={text.number.phone}>
            <a href={`tel:${contact.phone}`}>{contact.phone}</a>
          </Fact>
        )}
        {contact.email !== null && (
          <Fact label={text.number.email}>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </Fact>
        )}
        {contact.address !== null && <Fact label={text.number.address}>{contact.address}</Fact>}
        <Fact label={text.number.service}>{inWords(lead.service_needed)}</Fact>
        <Fact label={text.number.source}>{inWords(lead.source)}</Fact>
        {assignee !== null && <Fact label={text.number.assignedTo}>{assignee}</Fact>}
        {lead.notes !== null && <Fact label={text.number.notes}>{lead.notes}</Fact>}
        {open.map(({ invoice_id, balance, currency }) => (
          <Fact key={invoice_id} label={text.number.balance}>
            {formatMoney(balance, currency)}
          </Fact>
        ))}
      </dl>
      {contact.consent.sms.status === 'denied' && (
        <p className={styles.warning}>{text.number.optedOut}</p>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
