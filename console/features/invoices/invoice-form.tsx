import { useState } from 'react';
import type { InvoiceWithPayments, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { invoices } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { CurrencyField } from '../../ui/currency-field.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { PropertyChoice } from '../places/place-fields.tsx';
import styles from './invoice-form.module.css';
import { bodyOf, type DraftLine, lineErrors, withTaxRate } from './lines.ts';
import { LinesField } from './lines-field.tsx';
import { Totals } from './totals.tsx';

const LINE_FIELDS = ['description', 'quantity', 'unit_amount', 'tax_rate'];

/** A draft: a new one for a job, or one that is changed. */
export function InvoiceForm({
  title,
  job,
  invoice,
  currency: firstCurrency,
  lines: firstLines,
  note = null,
  onSaved,
  onClose,
}: {
  title: string;
  job: Pick<Job, 'job_id' | 'customer_id' | 'property_id'>;
  /** The draft to change; null for a new invoice. */
  invoice: InvoiceWithPayments | null;
  currency: string;
  lines: readonly DraftLine[];
  /** What else happens to the total. */
  note?: string | null;
  onSaved(invoice: InvoiceWithPayments): void;
  onClose(): void;
}) {
  const [lines, setLines] = useState(firstLines);
  const firstProperty = (invoice ?? job).property_id ?? '';
  const [propertyId, setPropertyId] = useState(firstProperty);
  const [currency, setCurrency] = useState(firstCurrency);
  // Said after the first try, not while the first line is typed.
  const [isChecked, setIsChecked] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm(namesOf(lines), async (values) => {
    setIsChecked(true);
    const wrong = lineErrors(lines, currency);
    if (Object.keys(wrong).length > 0) return wrong;
    const body = {
      lines: lines.flatMap((line) => bodyOf(line, currency) ?? []),
      notes: typed(values, 'notes').trim() || null,
      ...(propertyId !== firstProperty && { property_id: propertyId || null }),
      ...(typed(values, 'due_on') !== '' && { due_on: typed(values, 'due_on') }),
    };
    const saved = await inSession(() =>
      invoice
        ? api.invoices.update(invoice.invoice_id, body)
        : api.invoices.create({ ...body, job_id: job.job_id, currency }, { idempotencyKey: key }),
    );
    invoices.put(saved);
    sayDone(text.invoices.saved(saved.number));
    onClose();
    onSaved(saved);
  });
  const errors = isChecked ? { ...form.trouble.fields, ...lineErrors(lines, currency) } : {};
  return (
    <FormDialog
      title={title}
      form={form}
      submit={text.invoices.saveDraft}
      size="wide"
      onClose={onClose}
    >
      <LinesField lines={lines} currency={currency} errors={errors} onChange={setLines} />
      <Totals lines={lines} currency={currency} />
      {note !== null && <p className={styles.note}>{note}</p>}
      <PropertyChoice
        person={{ customerId: job.customer_id, leadId: '' }}
        error={errors.property_id}
        value={propertyId}
        onChoose={(chosen, property) => {
          setPropertyId(chosen);
          setLines(withTaxRate(lines, property?.tax_rate ?? null));
        }}
      />
      <OtherFields invoice={invoice} currency={currency} errors={errors} onCurrency={setCurrency} />
    </FormDialog>
  );
}

function namesOf(lines: readonly DraftLine[]): string[] {
  const ofLine = (index: number) => LINE_FIELDS.map((field) => `lines/${index}/${field}`);
  return [
    ...lines.flatMap((_, index) => ofLine(index)),
    ...['lines', 'property_id', 'currency', 'due_on', 'notes'],
  ];
}

/** Everything but the lines. A draft keeps its currency. */
function OtherFields({
  invoice,
  currency,
  errors,
  onCurrency,
}: {
  invoice: InvoiceWithPayments | null;
  currency: string;
  errors: Readonly<Record<string, string>>;
  onCurrency(currency: string): void;
}) {
  return (
    <>
      <div className={styles.pair}>
        {invoice === null && (
          <CurrencyField
            label={text.invoices.currency}
            name="currency"
            error={errors.currency}
            value={currency}
            onChoose={onCurrency}
          />
        )}
        <Field
          label={text.invoices.dueOn}
          {...(invoice === null && { hint: text.invoices.dueHint })}
          name="due_on"
          type="date"
          error={errors.due_on}
          defaultValue={invoice?.due_on}
        />
      </div>
      <TextArea
        label={text.invoices.notes}
        name="notes"
        rows={2}
        error={errors.notes}
        defaultValue={invoice?.notes ?? ''}
      />
    </>
  );
}
