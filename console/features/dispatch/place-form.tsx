import { useState } from 'react';
import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { coordinatesIn, coordinatesText } from './coordinates.ts';
import styles from './dispatch.module.css';

const dispatch = text.dispatch;
const NAMES = ['location/address', 'location/latitude'];

/** Where the visit takes place: its address, and a pin from a map if the way to it is not known. */
export function PlaceForm({ visit, onDone }: { visit: Appointment; onDone(): void }) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    const address = typed(values, 'location/address').trim();
    const pasted = typed(values, 'location/latitude').trim();
    const pin = coordinatesIn(pasted);
    setIsUnreadable(pasted !== '' && pin === null);
    if (pasted !== '' && pin === null) return;
    const location = { ...(address !== '' && { address }), ...pin };
    const isEmpty = Object.keys(location).length === 0;
    const changed = await inSession(() => setPlace(visit, isEmpty ? null : location));
    appointments.put(changed);
    sayDone(dispatch.placeSet(changed.contact?.name ?? changed.lifecycle_number ?? dispatch.held), {
      undo: () =>
        void act(() => setPlace(changed, visit.location)).then(
          (undone) => undone && appointments.put(undone),
        ),
    });
    onDone();
  });
  return (
    <form ref={form} className={styles.place} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <Field
        label={dispatch.address}
        name="location/address"
        defaultValue={visit.location?.address ?? ''}
        error={trouble.fields['location/address']}
      />
      <Field
        label={dispatch.pin}
        hint={dispatch.pinHint}
        name="location/latitude"
        defaultValue={coordinatesText(visit.location ?? {})}
        error={isUnreadable ? dispatch.pinUnreadable : trouble.fields['location/latitude']}
        autoComplete="off"
      />
      <div className={styles.steps}>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.save}
        </Button>
        <Button onClick={onDone}>{text.cancel}</Button>
      </div>
    </form>
  );
}

function setPlace(visit: Appointment, location: Appointment['location']): Promise<Appointment> {
  return api.appointments.update(visit.appointment_id, {
    location,
    if_updated_at: visit.updated_at,
  });
}
