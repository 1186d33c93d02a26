import { useState } from 'react';
import type { CreateEstimate, Estimate } from '../../../packages/sdk/src/index.ts';
import { ApiError } from '../../../packages/sdk/src/problem.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import { estimates } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays } from '../../time/days.ts';
import { formatsFor } from '../../time/format.ts';
import { CurrencyField } from '../../ui/currency-field.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { withTaxRate } from '../invoices/lines.ts';
import { PropertyChoice } from '../places/place-fields.tsx';
import type { Person } from '../places/use-places.ts';
import { DepositField } from './deposit-field.tsx';
import {
  bodyOf,
  type DepositKind,
  depositKindOf,
  namesOf,
  newOption,
  optionErrors,
  optionsOf,
  readDeposit,
  withoutItems,
} from './draft.ts';
import styles from './estimate-form.module.css';
import { OptionsField } from './options-field.tsx';

export type EstimateContent = Omit<CreateEstimate, 'lead_id' | 'customer_id' | 'currency'>;

const BEFORE = ['title', 'valid_until', 'currency'];
const AFTER = [
  'property_id',
  'deposit',
  'deposit/percent',
  'deposit/amount',
  'warranty_months',
  'terms',
];
/** As the service does it without a date. */
const VALID_DAYS = 30;

/** An offer: a new one, a draft that is changed, or the next version of one that was sent. */
export function EstimateForm({
  title,
  about,
  submit,
  person,
  propertyId: firstPropertyId = null,
  estimate,
  send,
  onSaved,
  onClose,
}: {
  title: string;
  about?: string;
  submit: string;
  person: Person;
  /** The place that a new one begins with. */
  propertyId?: string | null;
  /** What it begins with; null for a new one. */
  estimate: Estimate | null;
  send(content: EstimateContent, currency: string): Promise<Estimate>;
  onSaved(estimate: Estimate): void;
  onClose(): void;
}) {
  const { organization } = useMe();
  const [options, setOptions] = useState(() => (estimate ? optionsOf(estimate) : [newOption([])]));
  const [propertyId, setPropertyId] = useState((estimate?.property_id ?? firstPropertyId) || '');
  const [currency, setCurrency] = useState(estimate?.currency ?? organization.currency);
  const [depositKind, setDepositKind] = useState<DepositKind>(
    estimate === null ? 'none' : depositKindOf(estimate),
  );
  // Said after the first try, not while the first line is typed.
  const [isChecked, setIsChecked] = useState(false);
  const form = useForm([...BEFORE, ...namesOf(options), ...AFTER], async (values) => {
    setIsChecked(true);
    const read = readDeposit(depositKind, typed(values, `deposit/${depositKind}`), currency);
    const wrong = {
      ...optionErrors(options, currency),
      ...('errors' in read && read.errors),
    };
    if (Object.keys(wrong).length > 0 || 'errors' in read) return wrong;
    const content = {
      ...contentOf(values),
      options: bodyOf(options, currency),
      deposit: read.deposit,
      ...(propertyId !== (estimate?.property_id ?? '') && { property_id: propertyId || null }),
    };
    const saved = await inSession(() => sendWithItems(content, currency, send));
    estimates.put(saved);
    sayDone(text.estimates.saved(saved.number));
    onClose();
    onSaved(saved);
  });
  const errors = isChecked ? { ...form.trouble.fields, ...optionErrors(options, currency) } : {};
  return (
    <FormDialog
      title={title}
      {...(about !== undefined && { about })}
      form={form}
      submit={submit}
      size="wide"
      onClose={onClose}
    >
      <HeadFields
        estimate={estimate}
        currency={currency}
        errors={errors}
        onCurrency={setCurrency}
      />
      <OptionsField
        options={options}
        currency={currency}
        errors={errors}
        onChange={(next) => setOptions([...next])}
      />
      <PropertyChoice
        person={person}
        error={errors.property_id}
        value={propertyId}
        onChoose={(chosen, property) => {
          const rate = property?.tax_rate ?? null;
          setPropertyId(chosen);
          setOptions(options.map((one) => ({ ...one, lines: withTaxRate(one.lines, rate) })));
        }}
      />
      <DepositField
        estimate={estimate}
        kind={depositKind}
        errors={form.trouble.fields}
        onKind={setDepositKind}
      />
      <TermsFields estimate={estimate} errors={errors} />
    </FormDialog>
  );
}

/** An item that was deactivated since must not keep the estimate from being revised: its line stays, on its own. */
async function sendWithItems(
  content: EstimateContent,
  currency: string,
  send: (content: EstimateContent, currency: string) => Promise<Estimate>,
): Promise<Estimate> {
  try {
    return await send(content, currency);
  } catch (error) {
    const gone = goneItems(error);
    if (gone.length === 0) throw error;
    return send({ ...content, options: withoutItems(content.options, gone) }, currency);
  }
}

/** Where the service names an item that cannot be used; nothing if anything else is wrong, too. */
function goneItems(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  const { problem } = error;
  const errors: readonly Partial<Record<string, unknown>>[] =
    'errors' in problem && Array.isArray(problem.errors) ? problem.errors : [];
  const isGone = errors.every(({ code }) => code === 'unknown_price_item');
  return isGone ? errors.map(({ pointer }) => String(pointer)) : [];
}

function contentOf(values: FormData) {
  const value = (name: string) => typed(values, name).trim();
  return {
    title: value('title'),
    terms: value('terms') || null,
    ...(value('valid_until') !== '' && { valid_until: value('valid_until') }),
    ...(value('warranty_months') !== '' && { warranty_months: Number(value('warranty_months')) }),
  };
}

/** A draft keeps its currency. */
function HeadFields({
  estimate,
  currency,
  errors,
  onCurrency,
}: {
  estimate: Estimate | null;
  currency: string;
  errors: Readonly<Record<string, string>>;
  onCurrency(currency: string): void;
}) {
  const today = formatsFor(useMe().organization.time_zone).date(now());
  const isOver = estimate === null || estimate.valid_until < today;
  return (
    <>
      <Field
        label={text.estimates.what}
        hint={text.estimates.whatHint}
        name="title"
        error={errors.title}
        maxLength={200}
        autoComplete="off"
        defaultValue={estimate?.title}
        autoFocus
      />
      <div className={styles.pair}>
        <Field
          label={text.estimates.validUntil}
          name="valid_until"
          type="date"
          error={errors.valid_until}
          defaultValue={isOver ? addDays(today, VALID_DAYS) : estimate.valid_until}
        />
        {estimate === null && (
          <CurrencyField
            label={text.estimates.currency}
            name="currency"
            error={errors.currency}
            value={currency}
            onChoose={onCurrency}
          />
        )}
      </div>
    </>
  );
}

function TermsFields({
  estimate,
  errors,
}: {
  estimate: Estimate | null;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <Field
        label={text.estimates.warrantyMonths}
        hint={text.estimates.warrantyHint}
        name="warranty_months"
        error={errors.warranty_months}
        type="number"
        min={0}
        max={1200}
        defaultValue={estimate?.warranty_months ?? 12}
      />
      <TextArea
        label={text.estimates.terms}
        name="terms"
        rows={2}
        maxLength={10_000}
        error={errors.terms}
        defaultValue={estimate?.terms ?? ''}
      />
    </>
  );
}
