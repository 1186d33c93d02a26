import { useState } from 'react';
import type { Property } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { SelectField } from '../../ui/field.tsx';
import { typed, type WrongFields } from '../../ui/use-form.ts';
import { addressOf, machineName } from './names.ts';
import { type Person, type Places, usePlaces } from './use-places.ts';

export const PLACE_NAMES = ['property_id', 'equipment_id'];

/** Which property a visit or an invoice is for. Nothing for a person without properties. */
export function PropertyChoice({
  person,
  value,
  onChoose,
  ...field
}: {
  person: Person;
  value: string;
  error?: string | undefined;
  disabled?: boolean;
  /** Null if none was chosen. */
  onChoose(propertyId: string, property: Property | null): void;
}) {
  const { value: places } = usePlaces(person);
  if (places === undefined || places.properties.length === 0) return null;
  return (
    <SelectField
      label={text.places.property}
      name="property_id"
      {...field}
      value={value}
      onChange={({ target }) => {
        const chosen = places.properties.find((one) => one.property_id === target.value);
        onChoose(target.value, chosen ?? null);
      }}
      options={propertyOptions(places)}
    />
  );
}

/** Which machine a claim is about, wherever it is. Nothing for a person without machines. */
export function MachineField({
  person,
  machineId,
  error,
}: {
  person: Person;
  machineId: string | null;
  error: string | undefined;
}) {
  const { value } = usePlaces(person);
  if (value === undefined || value.machines.length === 0) return null;
  return (
    <SelectField
      label={text.places.machine}
      name="equipment_id"
      error={error}
      defaultValue={machineId ?? ''}
      options={machineOptions(value.machines)}
    />
  );
}

function machineOptions(machines: Places['machines']) {
  return [
    { value: '', label: text.places.noMachine },
    ...machines.map((one) => ({ value: one.equipment_id, label: machineName(one) })),
  ];
}

function propertyOptions({ properties }: Places) {
  return [
    { value: '', label: text.places.noProperty },
    ...properties.map((one) => ({ value: one.property_id, label: addressOf(one) })),
  ];
}

/** Which property of the person, and which machine in it. Nothing for a person without properties. */
export function PlaceFields({
  person,
  propertyId,
  machineId,
  errors,
}: {
  person: Person;
  propertyId: string | null;
  machineId: string | null;
  errors: WrongFields;
}) {
  const { value } = usePlaces(person);
  const [chosen, setChosen] = useState(propertyId ?? '');
  if (value === undefined || value.properties.length === 0) return null;
  const machines = value.machines.filter((one) => chosen === '' || one.property_id === chosen);
  return (
    <>
      <SelectField
        label={text.places.property}
        name="property_id"
        error={errors.property_id}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={propertyOptions(value)}
      />
      {machines.length > 0 && (
        <SelectField
          // Another property has other machines.
          key={chosen}
          label={text.places.machine}
          name="equipment_id"
          error={errors.equipment_id}
          defaultValue={machineId ?? ''}
          options={machineOptions(machines)}
        />
      )}
    </>
  );
}

/** Only what the form asked for: without properties it asks nothing. */
export function readPlaceFields(values: FormData): {
  property_id?: string | null;
  equipment_id?: string | null;
} {
  if (!values.has('property_id')) return {};
  return {
    property_id: typed(values, 'property_id') || null,
    equipment_id: typed(values, 'equipment_id') || null,
  };
}
