import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import type { WrongFields } from '../../ui/use-form.ts';
import { PropertyChoice } from '../places/place-fields.tsx';
import type { Person } from '../places/use-places.ts';
import { lengthsWith } from './needs.ts';
import type { NeedsState } from './use-needs.ts';
import styles from './visits.module.css';

/** What `NeedsFields` asks for. */
export const NEEDS_NAMES = ['service', 'duration_minutes', 'postal_code', 'property_id'];

/** What is done, how long it takes, and where. */
export function NeedsFields({
  needs,
  person,
  errors,
  disabled = false,
}: {
  needs: NeedsState;
  /** Whose properties can be chosen; null where the place is known. */
  person: Person | null;
  errors: WrongFields;
  disabled?: boolean;
}) {
  const { service, offered, minutes, propertyId, postalCode } = needs;
  const services = offered?.services ?? [];
  return (
    <>
      <div className={styles.pair}>
        {services.length > 0 && (
          <SelectField
            label={text.visits.service}
            hint={service === null ? undefined : hintFor(service)}
            name="service"
            error={errors.service}
            disabled={disabled}
            value={service?.code ?? ''}
            onChange={({ target }) => needs.chooseService(target.value)}
            options={[
              { value: '', label: text.visits.noService },
              ...services.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
        )}
        <LengthField
          error={errors.duration_minutes}
          disabled={disabled}
          minutes={minutes}
          onChoose={needs.chooseMinutes}
        />
      </div>
      {person && (
        <PropertyChoice
          person={person}
          value={propertyId}
          error={errors.property_id}
          disabled={disabled}
          onChoose={(chosen, property) =>
            needs.choosePlace({
              propertyId: chosen,
              postalCode: property?.address.postal_code ?? '',
            })
          }
        />
      )}
      {offered?.hasAreas && propertyId === '' && (
        <Field
          label={text.visits.postalCode}
          hint={text.visits.postalCodeHint}
          name="postal_code"
          error={errors.postal_code}
          disabled={disabled}
          autoComplete="off"
          maxLength={11}
          value={postalCode}
          onChange={({ target }) => needs.choosePlace({ propertyId, postalCode: target.value })}
        />
      )}
    </>
  );
}

export function LengthField({
  error,
  disabled = false,
  minutes,
  onChoose,
  name = 'duration_minutes',
}: {
  error: string | undefined;
  disabled?: boolean;
  minutes: number;
  onChoose(minutes: number): void;
  name?: string;
}) {
  return (
    <SelectField
      label={text.visits.duration}
      name={name}
      error={error}
      disabled={disabled}
      value={String(minutes)}
      onChange={({ target }) => onChoose(Number(target.value))}
      options={lengthsWith(minutes).map((one) => ({
        value: String(one),
        label: text.visits.minutes(one),
      }))}
    />
  );
}

/** How many go, and what to ask the customer. */
function hintFor({
  crew_size,
  questions,
}: {
  crew_size: number;
  questions: readonly { label: string }[];
}): string | undefined {
  const parts = [
    crew_size > 1 && text.visits.peopleNeeded(crew_size),
    questions.length > 0 && text.visits.ask(questions.map(({ label }) => label)),
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}
