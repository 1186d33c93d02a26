import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { useKeys } from '../../keys/keys.ts';
import { mayI, useMe } from '../../session/session.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { NumberEstimates } from '../estimates/number-estimates.tsx';
import { NewJobButton } from '../job/new-job.tsx';
import { AssignLead } from '../leads/assign-lead.tsx';
import { NumberPlaces } from '../places/number-places.tsx';
import { Booking } from './booking.tsx';
import { Composer } from './composer.tsx';
import { ContactFacts } from './contact-facts.tsx';
import { LeadActions } from './lead-actions.tsx';
import { LoseLead } from './lose-lead.tsx';
import styles from './number-page.module.css';
import { OriginFacts } from './origin-facts.tsx';
import { Related } from './related.tsx';
import { Timeline } from './timeline.tsx';
import { useLifecycle } from './use-lifecycle.ts';

/** One request from the first call to the end of the warranty: who, what happened, what comes, and what to write. */
export function NumberPage() {
  const { number } = useParams({ from: '/office/n/$number' });
  const lifecycle = useLifecycle(number);
  return (
    <Loaded of={lifecycle} title={text.number.title(number)}>
      {(value) => <Content lifecycle={value} onChanged={() => lifecycle.query.refresh()} />}
    </Loaded>
  );
}

function Content({ lifecycle, onChanged }: { lifecycle: Lifecycle; onChanged(): Promise<void> }) {
  const me = useMe();
  const { lead, lifecycle_number, merged_into } = lifecycle;
  const name = nameOf(lifecycle);
  const [open, setOpen] = useState<'booking' | 'assigning' | 'losing' | null>(null);
  const navigate = useNavigate();
  const canBook = mayI(me, 'appointments:write');
  useKeys([
    ...(canBook ? [{ keys: 'b', label: text.number.book, run: () => setOpen('booking') }] : []),
    ...(mayI(me, 'leads:write')
      ? [
          { keys: 'a', label: text.leads.assign, run: () => setOpen('assigning') },
          ...(lead.outcome === null
            ? [{ keys: 'w', label: text.number.lose, run: () => setOpen('losing') }]
            : []),
          { keys: 'e', label: text.inbox.done, run: () => void leave(lifecycle, navigate) },
        ]
      : []),
  ]);
  return (
    <Screen
      title={name}
      actions={
        <>
          {canBook && <Button onClick={() => setOpen('booking')}>{text.number.book}</Button>}
          <NewJobButton lifecycle={lifecycle} />
          <LeadActions
            lifecycle={lifecycle}
            me={me}
            onLose={() => setOpen('losing')}
            onChanged={onChanged}
          />
        </>
      }
    >
      {open === 'booking' && (
        <Booking
          lifecycleNumber={lifecycle_number}
          service={lead.service_needed}
          person={{ customerId: lifecycle.customer?.customer_id ?? null, leadId: lead.lead_id }}
          zone={me.organization.time_zone}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'assigning' && (
        <AssignLead
          lead={lead}
          name={name}
          onClose={() => setOpen(null)}
          onDone={() => void onChanged()}
        />
      )}
      {open === 'losing' && (
        <LoseLead lead={lead} name={name} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
      <div className={styles.facts}>
        <Badge>{lifecycle_number}</Badge>
        <Badge look={lead.status === 'converted' ? 'ok' : 'accent'}>
          {wordFor(text.words.leadStatus, lead.status)}
        </Badge>
        {lead.outcome === 'lost' && <Badge look="danger">{text.number.lost}</Badge>}
        {merged_into !== null && (
          <Link to="/n/$number" params={{ number: merged_into }}>
            {text.number.mergedInto(merged_into)}
          </Link>
        )}
      </div>
      <div className={styles.columns}>
        <section className={styles.middle} aria-label={text.number.timeline}>
          <Timeline lifecycle={lifecycle} zone={me.organization.time_zone} />
          <Composer key={lifecycle_number} lifecycle={lifecycle} me={me} onSent={onChanged} />
        </section>
        <aside className={styles.side}>
          <ContactFacts lifecycle={lifecycle} onChanged={onChanged} />
          <NumberPlaces lifecycle={lifecycle} name={name} />
          <NumberEstimates lifecycle={lifecycle} name={name} />
          <OriginFacts lead={lead} onChanged={onChanged} />
          <Related lifecycle={lifecycle} zone={me.organization.time_zone} />
        </aside>
      </div>
    </Screen>
  );
}

/** Done with this number: back to the inbox. */
async function leave(
  lifecycle: Lifecycle,
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  const { lifecycle_number } = lifecycle;
  const done = await act(() => api.inbox.update(lifecycle_number, { done: true }));
  if (!done) return;
  await navigate({ to: '/' });
  sayDone(text.inbox.doneSaid(nameOf(lifecycle)), {
    undo: () => void act(() => api.inbox.update(lifecycle_number, { done: false })),
  });
}

/** The customer's details are newer than those of the lead. */
export function nameOf({ customer, lead, lifecycle_number }: Lifecycle): string {
  return (
    customer?.name ?? lead.name ?? customer?.phone ?? lead.phone ?? lead.email ?? lifecycle_number
  );
}
