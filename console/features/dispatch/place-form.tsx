import { useState } from 'react';
import type { Appointment, UpdateAppointment } from '../../../packages/sdk/src/index.ts';
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
import { PropertyChoice } from '../places/place-fields.tsx';
import { coordinatesIn, coordinatesText } from './coordinates.ts';
import styles from './dispatch.module.css';

const dispatch = text.dispatch;
const NAMES = ['property_id', 'location/address', 'location/latitude'];

/** Where the visit takes place: its address, and a pin from a map if the way to it is not known. */
export function PlaceForm({ visit, onDone }: { visit: Appointment; onDone(): void }) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [propertyId, setPropertyId] = useState(visit.property_id ?? '');
  const known = {
    address: visit.location?.address ?? '',
    pin: coordinatesText(visit.location ?? {}),
  };
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    const address = typed(values, 'location/address').trim();
    const pasted = typed(values, 'location/latitude').trim();
    const pin = coordinatesIn(pasted);
    setIsUnreadable(pasted !== '' && pin === null);
    if (pasted !== '' && pin === null) return;
    const location = { ...(address !== '' && { address }), ...pin };
    const isEmpty = Object.keys(location).length === 0;
    const isMoved = propertyId !== (visit.property_id ?? '');
    // Another property says where it is, unless another place was typed.
    const isTyped = address !== known.address || pasted !== known.pin;
    const changed = await inSession(() =>
      setPlace(visit, {
        ...(isMoved && { property_id: propertyId === '' ? null : propertyId }),
        ...((isTyped || !isMoved) && { location: isEmpty ? null : location }),
      }),
    );
    appointments.put(changed);
    sayDone(dispatch.placeSet(changed.contact?.name ?? changed.lifecycle_number ?? dispatch.held), {
      undo: () =>
        void act(() =>
          setPlace(changed, { property_id: visit.property_id, location: visit.location }),
        ).then((undone) => undone && appointments.put(undone)),
    });
    onDone();
  });
  return (
    <form ref={form} className={styles.place} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      {visit.lead_id !== null && (
        <PropertyChoice
          person={{ customerId: visit.customer_id, leadId: visit.lead_id }}
          value={propertyId}
          error={trouble.fields.property_id}
          onChoose={setPropertyId}
        />
      )}
      <Field
        label={dispatch.address}
        name="location/address"
        defaultValue={known.address}
        error={trouble.fields['location/address']}
      />
      <Field
        label={dispatch.pin}
        hint={dispatch.pinHint}
        name="location/latitude"
        defaultValue={known.pin}
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

function setPlace(
  { appointment_id, updated_at }: Appointment,
  place: Pick<UpdateAppointment, 'property_id' | 'location'>,
): Promise<Appointment> {
  return api.appointments.update(appointment_id, { ...place, if_updated_at: updated_at });
}
