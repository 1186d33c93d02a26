import { useState } from 'react';
import { api } from '../../api/client.ts';
import { matchesWords } from '../../shell/match-words.ts';
import { useFound } from '../../shell/use-found.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { ConfirmBooking } from '../visits/confirm-booking.tsx';
import { type HoldState, useHold } from '../visits/use-hold.ts';
import { useNeeds } from '../visits/use-needs.ts';
import type { VisitCard } from './board-data.ts';
import { forgetAnswers } from './explain.ts';
import { type Lanes, moveVisit } from './move-visit.ts';

interface Bookable extends Choice {
  choose(): void;
}

/** Books a visit at a place of the board: one from the tray, or a new one for anyone who is found. */
export function BookAt({
  place: { lane, at },
  tray,
  lanes,
  onClose,
}: {
  place: { lane: string; at: number };
  tray: readonly VisitCard[];
  lanes: Lanes;
  onClose(): void;
}) {
  const [number, setNumber] = useState<string | null>(null);
  const hold = useHold();
  const move = ({ visit, start, end }: VisitCard) => {
    const place = { lane, start: at, end: at + end - start };
    onClose();
    forgetAnswers();
    void moveVisit({ visit, lane: null, isCrew: false }, place, lanes);
  };
  return (
    <Dialog
      title={text.dispatch.bookAt(lanes.nameOf(lane), lanes.formats.dayAndTime(at))}
      onClose={() => {
        hold.release();
        onClose();
      }}
    >
      {number === null ? (
        <Whom tray={tray} onMove={move} onBook={setNumber} />
      ) : (
        <NewVisit
          number={number}
          time={{ starts_at: new Date(at).toISOString(), user_ids: [lane] }}
          hold={hold}
          zone={lanes.formats.zone}
          onBack={() => {
            hold.release();
            setNumber(null);
          }}
          onBooked={() => {
            onClose();
            forgetAnswers();
          }}
        />
      )}
    </Dialog>
  );
}

function Whom({
  tray,
  onMove,
  onBook,
}: {
  tray: readonly VisitCard[];
  onMove(card: VisitCard): void;
  onBook(lifecycleNumber: string): void;
}) {
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const waiting = tray
    .filter(({ title }) => matchesWords(title, typed))
    .map((card): Bookable => {
      const { id, title, about } = card;
      return { id, title, about, group: text.dispatch.tray, choose: () => onMove(card) };
    });
  const others = found.map(({ lifecycleNumber, ...one }): Bookable => {
    return { ...one, choose: () => onBook(lifecycleNumber) };
  });
  return (
    <Picker
      label={text.dispatch.bookWhom}
      choices={[...waiting, ...others]}
      emptyText={typed === '' ? text.dispatch.bookHint : text.palette.nothing}
      onType={setTyped}
      onChoose={({ choose }) => choose()}
      autoFocus
    />
  );
}

interface NewVisitProps {
  number: string;
  time: { starts_at: string; user_ids: readonly string[] };
  hold: HoldState;
  zone: string;
  onBack(): void;
  onBooked(): void;
}

/** What the lead needs says what the visit is for. */
function NewVisit(props: NewVisitProps) {
  const { number } = props;
  const lead = useQuery(`lead of ${number}`, {
    load: async (signal) => (await api.lifecycles.get(number, { limit: 1 }, { signal })).lead,
    isAffectedBy: (event) => kindOf(event) === 'lead',
  });
  return (
    <Loaded of={lead}>
      {({ lead_id, customer_id, service_needed }) => (
        <NewVisitOf
          {...props}
          service={service_needed}
          person={{ leadId: lead_id, customerId: customer_id }}
        />
      )}
    </Loaded>
  );
}

function NewVisitOf({
  number,
  service,
  person,
  onBack,
  ...rest
}: NewVisitProps & { service: string; person: { leadId: string; customerId: string | null } }) {
  const needs = useNeeds(service);
  if (needs.offered === null) return <p>{text.loading}</p>;
  return (
    <ConfirmBooking
      {...rest}
      lifecycleNumber={number}
      needs={needs}
      person={person}
      onBack={{ label: text.dispatch.bookOther, run: onBack }}
    />
  );
}
