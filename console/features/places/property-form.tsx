import { useState } from 'react';
import type { CreateProperty, Customer, Property } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { CountryField } from '../../ui/zone-field.tsx';
import { coordinatesIn, coordinatesText } from '../dispatch/coordinates.ts';
import { readDecimal } from '../invoices/lines.ts';
import { BillToField } from './bill-to-field.tsx';
import type { Person } from './use-places.ts';

type PropertyBody = Omit<CreateProperty, 'customer_id' | 'lead_id'>;

interface FormProps {
  title: string;
  property: Property | null;
  /** As the contact has it, in one line. */
  knownAddress?: string | null;
  payer: Customer | null;
  send(body: PropertyBody): Promise<Property>;
  onSaved(): void;
  onClose(): void;
}

export function NewProperty({
  person: { customerId, leadId },
  name,
  ...props
}: {
  person: Person;
  name: string;
  knownAddress: string | null;
  onSaved(): void;
  onClose(): void;
}) {
  const [key] = useState(() => crypto.randomUUID());
  const whose = customerId === null ? { lead_id: leadId } : { customer_id: customerId };
  return (
    <PropertyForm
      title={text.places.addTitle(name)}
      property={null}
      payer={null}
      send={(body) => api.properties.create({ ...whose, ...body }, { idempotencyKey: key })}
      {...props}
    />
  );
}

export function EditProperty({
  property,
  payer,
  onSaved,
  onClose,
}: {
  property: Property;
  payer: Customer | null;
  onSaved(): void;
  onClose(): void;
}) {
  return (
    <PropertyForm
      title={text.places.editTitle(property.address.line1)}
      property={property}
      payer={payer}
      send={(body) => api.properties.update(property.property_id, body)}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** The parts of an address, in the order of a letter. */
const PARTS = [
  { of: 'line1', label: text.places.line1 },
  { of: 'line2', label: text.places.line2 },
  { of: 'city', label: text.places.city },
  { of: 'region', label: text.places.region },
  { of: 'postal_code', label: text.places.postalCode },
] as const;
const NAMES = [
  ...PARTS.map(({ of }) => `address/${of}`),
  ...['address/country', 'coordinates', 'access_notes', 'bill_to_customer_id', 'tax_rate'],
];

function PropertyForm(props: FormProps) {
  const { title, property, knownAddress = null, payer, send, onSaved, onClose } = props;
  const storedPin = coordinatesText(property?.coordinates ?? {});
  const { country } = useMe().organization;
  const form = useForm(NAMES, async (values) => {
    const rate = typed(values, 'tax_rate').trim();
    const tax_rate = rate === '' ? null : readDecimal(rate);
    if (rate !== '' && tax_rate === null) return { tax_rate: text.places.notANumber };
    const pasted = typed(values, 'coordinates').trim();
    const pin = coordinatesIn(pasted);
    if (pasted !== '' && pin === null) return { coordinates: text.places.pinUnreadable };
    const body = {
      address: addressIn(values),
      access_notes: typed(values, 'access_notes').trim() || null,
      tax_rate,
      bill_to_customer_id: typed(values, 'bill_to_customer_id') || null,
      // Left out, those of another address are cleared.
      ...(pasted !== storedPin && { coordinates: pin }),
    };
    const { address } = await inSession(() => send(body));
    sayDone(text.places.saved(address.line1));
    onSaved();
    onClose();
    return undefined;
  });
  const errors = form.trouble.fields;
  return (
    <FormDialog title={title} form={form} submit={text.save} onClose={onClose}>
      {PARTS.map(({ of, label }) => (
        <Field
          key={of}
          label={label}
          hint={
            of === 'line1' && knownAddress !== null ? text.places.known(knownAddress) : undefined
          }
          name={`address/${of}`}
          error={errors[`address/${of}`]}
          maxLength={200}
          autoComplete="off"
          autoFocus={of === 'line1'}
          defaultValue={property?.address[of] ?? ''}
        />
      ))}
      <CountryField
        label={text.places.country}
        name="address/country"
        error={errors['address/country']}
        defaultValue={property?.address.country ?? country}
      />
      <Field
        label={text.places.pin}
        hint={text.places.pinHint}
        name="coordinates"
        autoComplete="off"
        error={errors.coordinates}
        defaultValue={storedPin}
      />
      <TextArea
        label={text.places.accessNotes}
        hint={text.places.accessHint}
        name="access_notes"
        rows={2}
        maxLength={10_000}
        error={errors.access_notes}
        defaultValue={property?.access_notes ?? ''}
      />
      <BillToField
        payerId={property?.bill_to_customer_id ?? null}
        payer={payer}
        error={errors.bill_to_customer_id}
      />
      <Field
        label={text.places.taxRate}
        hint={text.places.taxHint}
        name="tax_rate"
        inputMode="decimal"
        autoComplete="off"
        error={errors.tax_rate}
        defaultValue={property?.tax_rate ?? ''}
      />
    </FormDialog>
  );
}

function addressIn(values: FormData): CreateProperty['address'] {
  const part = (name: string) => typed(values, `address/${name}`).trim();
  return {
    line1: part('line1'),
    line2: part('line2') || null,
    city: part('city'),
    region: part('region'),
    postal_code: part('postal_code'),
    country: part('country'),
  };
}
