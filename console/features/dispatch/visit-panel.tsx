import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { sendLater } from '../../feedback/send-later.ts';
import { mayI, useMe } from '../../session/session.ts';
import { appointments } from '../../store/stores.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CustomerLinks } from '../links/customer-links.tsx';
import { mayLink } from '../links/may-link.ts';
import type { VisitCard } from './board-data.ts';
import { Crew } from './crew.tsx';
import styles from './dispatch.module.css';
import { JobOfVisit } from './job-of-visit.tsx';
import type { Lanes } from './move-visit.ts';
import { PlaceForm } from './place-form.tsx';
import { needsRoom } from './plan-day.tsx';
import { type Step, stepsFrom } from './steps.ts';
import { Takers } from './takers.tsx';

/** One visit: who, when, where, and the steps that are possible now. */
export function VisitPanel({
  card,
  lanes,
  onMakeRoom,
  onClose,
}: {
  card: VisitCard;
  lanes: Lanes;
  /** Where a day can be planned again. */
  onMakeRoom?(visit: Appointment): void;
  onClose(): void;
}) {
  const { formats, nameOf } = lanes;
  const me = useMe();
  const { visit } = card;
  const [isPlacing, setIsPlacing] = useState(false);
  const [isLinking, setIsLinking] = useState(false);
  const canWrite = mayI(me, 'appointments:write');
  return (
    <Dialog title={card.title} onClose={onClose}>
      <p className={styles.facts}>
        <Badge look="accent">{wordFor(text.words.appointmentStatus, visit.status)}</Badge>
        <span>
          {card.about}, {formats.dayAndTime(card.start)} – {formats.time(card.end)}
        </span>
        <span>{nameOf(visit.assigned_to)}</span>
      </p>
      <Crew visit={visit} lanes={lanes} canWrite={canWrite} />
      {card.isStranded && <p className={styles.warning}>{text.dispatch.stranded}</p>}
      {isPlacing ? (
        <PlaceForm visit={visit} onDone={() => setIsPlacing(false)} />
      ) : (
        <p className={styles.facts}>
          <span>{visit.location?.address}</span>
          {canWrite && stepsFrom(visit).length > 0 && (
            <Button look="plain" onClick={() => setIsPlacing(true)}>
              {text.dispatch.changePlace}
            </Button>
          )}
        </p>
      )}
      <JobOfVisit visit={visit} canChange={canWrite && stepsFrom(visit).length > 0} />
      {visit.notes && <p className={styles.notes}>{visit.notes}</p>}
      {visit.review && (
        <p className={styles.notes}>
          {text.number.review(visit.review.rating, visit.review.comment)}
        </p>
      )}
      {canWrite && (
        <div className={styles.steps}>
          {stepsFrom(visit).map((step) => (
            <Button
              key={step}
              {...(step === 'cancel' && { look: 'danger' as const })}
              onClick={() => {
                takeStep(visit, step, card.title);
                onClose();
              }}
            >
              {text.dispatch.steps[step]}
            </Button>
          ))}
        </div>
      )}
      {canWrite && <Takers card={card} lanes={lanes} onClose={onClose} />}
      {canWrite && onMakeRoom && needsRoom(visit) && (
        <div className={styles.steps}>
          <Button
            onClick={() => {
              onClose();
              onMakeRoom(visit);
            }}
          >
            {text.dispatch.makeRoomHere}
          </Button>
        </div>
      )}
      <div className={styles.steps}>
        {visit.lifecycle_number !== null && (
          <Link
            className={buttonClass('plain')}
            to="/n/$number"
            params={{ number: visit.lifecycle_number }}
          >
            {text.dispatch.openNumber} {visit.lifecycle_number}
          </Link>
        )}
        {card.isLive && visit.status !== 'held' && !isLinking && mayLink(me, 'visit') && (
          <Button look="plain" onClick={() => setIsLinking(true)}>
            {text.links.open}
          </Button>
        )}
        {visit.contact?.phone && (
          <a className={buttonClass('plain')} href={`tel:${visit.contact.phone}`}>
            {text.dispatch.call} {visit.contact.phone}
          </a>
        )}
      </div>
      {isLinking && <CustomerLinks target={{ purpose: 'visit', id: visit.appointment_id }} />}
    </Dialog>
  );
}

/** Customers may hear of a cancellation or a no-show, so these two wait five seconds. */
function takeStep(visit: Appointment, step: Step, who: string): void {
  const send = async () => {
    const pending = appointments.change(visit.appointment_id, (base) => base);
    const result = await act(
      () => SEND[step](visit.appointment_id, { if_updated_at: visit.updated_at }),
      () => pending.drop(),
    );
    if (!result) return;
    pending.confirm(result);
    sayDone(text.dispatch.stepDone(who, wordFor(text.words.appointmentStatus, result.status)), {
      undo: () =>
        void act(() => api.appointments.undoStep(visit.appointment_id)).then(
          (undone) => undone && appointments.put(undone),
        ),
    });
  };
  if (step === 'cancel') sendLater(text.dispatch.canceling(who), () => void send());
  else if (step === 'no-show') sendLater(text.dispatch.markingNoShow(who), () => void send());
  else void send();
}

type Seen = { if_updated_at: string };

const SEND: Record<Step, (id: string, seen: Seen) => Promise<Appointment>> = {
  confirm: (id, seen) => api.appointments.confirm(id, seen),
  dispatch: (id, seen) => api.appointments.dispatch(id, seen),
  'en-route': (id, seen) => api.appointments.enRoute(id, seen),
  start: (id, seen) => api.appointments.start(id, seen),
  complete: (id, seen) => api.appointments.complete(id, seen),
  'no-show': (id, seen) => api.appointments.noShow(id, seen),
  cancel: (id, seen) => api.appointments.cancel(id, seen),
};
