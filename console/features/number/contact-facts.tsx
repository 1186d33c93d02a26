import { useState } from 'react';
import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/money.ts';
import { LinksDialog } from '../links/links-dialog.tsx';
import { mayLink } from '../links/may-link.ts';
import { languageName } from '../settings/shared/languages.ts';
import { usePeople } from '../visits/use-people.ts';
import { EditContact } from './edit-contact.tsx';
import { CHANNELS } from './edited-contact.ts';
import styles from './facts.module.css';

/** Who it is and how to reach them. */
export function ContactFacts({
  lifecycle,
  onChanged,
}: {
  lifecycle: Lifecycle;
  onChanged(): Promise<void>;
}) {
  const { customer, lead, invoices } = lifecycle;
  const contact = customer ?? lead;
  const assignee = usePeople().nameOf(lead.assigned_to);
  const open = invoices.filter(({ status, balance }) => status !== 'void' && balance > 0);
  const consent = consentIn(contact.consent);
  return (
    <section aria-label={text.number.contact}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.number.contact}</h2>
        <ContactActions lifecycle={lifecycle} onChanged={onChanged} />
      </header>
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
        {contact.language !== null && (
          <Fact label={text.number.language}>{languageName(contact.language)}</Fact>
        )}
        {consent !== '' && <Fact label={text.number.consent}>{consent}</Fact>}
        <Fact label={text.number.service}>{inWords(lead.service_needed)}</Fact>
        <Fact label={text.number.source}>{inWords(lead.source)}</Fact>
        {assignee !== null && <Fact label={text.number.assignedTo}>{assignee}</Fact>}
        {lead.lost_reason !== null && <Fact label={text.number.lostWhy}>{lead.lost_reason}</Fact>}
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
      {customer?.do_not_contact && <p className={styles.warning}>{text.number.doNotContact}</p>}
    </section>
  );
}

/** To change it, and for customers to let them do it. */
function ContactActions({
  lifecycle,
  onChanged,
}: {
  lifecycle: Lifecycle;
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const { customer } = lifecycle;
  const [open, setOpen] = useState<'edit' | 'link' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.actions}>
      {mayI(me, customer === null ? 'leads:write' : 'customers:write') && (
        <Button onClick={() => setOpen('edit')}>{text.number.edit}</Button>
      )}
      {customer !== null && mayLink(me, 'profile') && (
        <Button look="plain" onClick={() => setOpen('link')}>
          {text.links.open}
        </Button>
      )}
      {open === 'edit' && (
        <EditContact lifecycle={lifecycle} onChanged={onChanged} onClose={close} />
      )}
      {open === 'link' && customer !== null && (
        <LinksDialog target={{ purpose: 'profile', id: customer.customer_id }} onClose={close} />
      )}
    </div>
  );
}

/** "Texts: allowed, Calls: not allowed": what is known. */
function consentIn(consent: Lifecycle['lead']['consent']): string {
  return CHANNELS.filter((channel) => consent[channel].status !== 'unknown')
    .map((channel) => {
      const status = wordFor(text.number.consentStatus, consent[channel].status);
      return text.number.consentOf(text.number.consentTo[channel], status);
    })
    .join(', ');
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
