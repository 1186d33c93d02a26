import type { User } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { Field } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import { numberOrNull, textOrNull } from '../shared/values.ts';

const words = text.settings.people;

/** Where the day of a person begins. Ways need the coordinates; the address is for people. */
export function StartLocationFields({ user, field }: { user?: User; field: FieldOf }) {
  const place = user?.start_location;
  const { error } = field('start_location');
  return (
    <>
      <Field
        label={words.startLocation}
        hint={words.startLocationHint}
        name="start_address"
        error={error}
        autoComplete="off"
        defaultValue={place?.address ?? ''}
      />
      <div className={cards.pair}>
        <Field
          label={words.latitude}
          name="start_latitude"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={place?.latitude ?? ''}
        />
        <Field
          label={words.longitude}
          name="start_longitude"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={place?.longitude ?? ''}
        />
      </div>
    </>
  );
}

/** What is not a number is sent as null, which the service refuses. Nothing at all is no place. */
export function startLocationIn(values: FormData): NonNullable<User['start_location']> | null {
  const address = textOrNull(values, 'start_address');
  const latitude = numberOrNull(values, 'start_latitude');
  const longitude = numberOrNull(values, 'start_longitude');
  if (address === null && latitude === null && longitude === null) return null;
  return {
    ...(address !== null && { address }),
    ...(latitude !== null && { latitude }),
    ...(longitude !== null && { longitude }),
  };
}
