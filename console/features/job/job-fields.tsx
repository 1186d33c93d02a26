import { useState } from 'react';
import type { CreateJob, Job } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { instantOf, localOf } from '../../time/zoned.ts';
import { CurrencyField } from '../../ui/currency-field.tsx';
import { Field, SelectField, TextArea } from '../../ui/field.tsx';
import { moneyForField, readMoney } from '../../ui/money.ts';
import { typed, type WrongFields } from '../../ui/use-form.ts';
import { codeOf } from '../new-lead/code-of.ts';
import { PLACE_NAMES, PlaceFields, readPlaceFields } from '../places/place-fields.tsx';
import type { Person } from '../places/use-places.ts';
import { usePeople } from '../visits/use-people.ts';
import styles from './job-page.module.css';

export const JOB_NAMES = [
  'title',
  'service',
  'assigned_to',
  'contract/amount',
  'contract/currency',
  'contract/signed_at',
  'contract/terms',
  'warranty_months',
  ...PLACE_NAMES,
];

/** The fields of a job, new or known. */
export function JobFields({
  job,
  person,
  service,
  currency: usual,
  zone,
  errors,
}: {
  job: Job | null;
  /** Whose job it is. */
  person: Person;
  /** What the lead needs, for a new job. */
  service: string | null;
  currency: string;
  zone: string;
  errors: WrongFields;
}) {
  const known = job?.service ?? service;
  const field = (name: string) => ({ name, error: errors[name], autoComplete: 'off' });
  return (
    <>
      <Field
        label={text.job.title}
        hint={text.job.titleHint}
        {...field('title')}
        maxLength={200}
        defaultValue={job?.title ?? (service ? inWords(service) : '')}
        autoFocus
      />
      <div className={styles.pair}>
        <Field
          label={text.job.service}
          {...field('service')}
          defaultValue={known ? inWords(known) : ''}
        />
        <AssigneeField job={job} error={errors.assigned_to} />
        <PriceFields job={job} currency={usual} errors={errors} />
        <SignedField job={job} zone={zone} error={errors['contract/signed_at']} />
        <Field
          label={text.job.warrantyMonths}
          hint={text.job.warrantyHint}
          {...field('warranty_months')}
          type="number"
          min={0}
          max={1200}
          disabled={job?.enrolled_at != null}
          defaultValue={job?.warranty_months ?? 12}
        />
        <PlaceFields
          person={person}
          propertyId={job?.property_id ?? null}
          machineId={job?.equipment_id ?? null}
          errors={errors}
        />
      </div>
      <TextArea
        label={text.job.terms}
        {...field('contract/terms')}
        rows={2}
        maxLength={10_000}
        defaultValue={job?.contract?.terms ?? ''}
      />
    </>
  );
}

function AssigneeField({ job, error }: { job: Job | null; error: string | undefined }) {
  const { active } = usePeople();
  return (
    <SelectField
      label={text.job.assignedTo}
      name="assigned_to"
      error={error}
      defaultValue={job?.assigned_to ?? ''}
      options={[
        { value: '', label: text.job.unassigned },
        ...active.map(({ user_id, name }) => ({ value: user_id, label: name })),
      ]}
    />
  );
}

function SignedField({
  job,
  zone,
  error,
}: {
  job: Job | null;
  zone: string;
  error: string | undefined;
}) {
  const signed = job?.contract?.signed_at ?? null;
  return (
    <Field
      label={text.job.signedOn}
      name="contract/signed_at"
      error={error}
      type="date"
      defaultValue={signed === null ? '' : localOf(signed, zone).slice(0, 10)}
    />
  );
}

/** An amount is read with the decimals of its currency, so both are typed together. */
function PriceFields({
  job,
  currency: usual,
  errors,
}: {
  job: Job | null;
  currency: string;
  errors: WrongFields;
}) {
  const [currency, setCurrency] = useState(job?.contract?.currency ?? usual);
  const amount = job?.contract?.amount ?? null;
  return (
    <>
      <Field
        label={text.job.price}
        name="contract/amount"
        error={errors['contract/amount']}
        autoComplete="off"
        inputMode="decimal"
        defaultValue={amount === null ? '' : moneyForField(amount, currency)}
      />
      <CurrencyField
        label={text.job.currency}
        name="contract/currency"
        error={errors['contract/currency']}
        value={currency}
        onChoose={setCurrency}
      />
    </>
  );
}

export type JobValues = Required<
  Pick<CreateJob, 'title' | 'service' | 'contract' | 'assigned_to'>
> &
  Pick<CreateJob, 'warranty_months' | 'property_id' | 'equipment_id'>;

/** What was typed, for the API; or what is wrong with it. */
export function readJobFields(
  values: FormData,
  { zone, currency: usual, job }: { zone: string; currency: string; job: Job | null },
): { body: JobValues } | { errors: WrongFields } {
  const value = (name: string) => typed(values, name).trim() || null;
  const currency = (value('contract/currency') ?? usual).toUpperCase();
  const price = value('contract/amount');
  const amount = price === null ? null : readMoney(price, currency);
  if (price !== null && (amount === null || amount < 0)) {
    return { errors: { 'contract/amount': text.invoices.notMoney } };
  }
  const terms = value('contract/terms');
  const signed_at = signedAt(value('contract/signed_at'), zone, job);
  const hasContract = amount !== null || terms !== null || signed_at !== null;
  const months = value('warranty_months');
  return {
    body: {
      title: value('title') ?? '',
      service: codeOf(typed(values, 'service')),
      assigned_to: value('assigned_to'),
      contract: hasContract
        ? { amount, currency: amount === null ? null : currency, terms, signed_at }
        : null,
      ...(months !== null && { warranty_months: Number(months) }),
      ...readPlaceFields(values),
    },
  };
}

/** A date of the form is noon of that day; the time of a contract whose day did not change stays. */
function signedAt(date: string | null, zone: string, job: Job | null): string | null {
  const known = job?.contract?.signed_at ?? null;
  if (date === null) return null;
  if (known !== null && localOf(known, zone).startsWith(date)) return known;
  return instantOf(`${date}T12:00`, zone);
}
