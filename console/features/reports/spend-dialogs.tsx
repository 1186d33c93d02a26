import { useId, useState } from 'react';
import { ApiError } from '../../../packages/sdk/src/problem.ts';
import { api } from '../../api/client.ts';
import { reasonOf } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { CurrencyField } from '../../ui/currency-field.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatMoney, readMoney } from '../../ui/money.ts';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './reports.module.css';

/** What was spent on a source on one day. */
export function SpendDialog({
  sources,
  today,
  onClose,
}: {
  /** Those that are known, to choose from. */
  sources: readonly string[];
  today: string;
  onClose(): void;
}) {
  const list = useId();
  const [currency, setCurrency] = useState(useMe().organization.currency);
  const form = useForm(['source', 'date', 'amount', 'currency'], async (values) => {
    const amount = readMoney(typed(values, 'amount'), currency);
    if (amount === null || amount < 0) return { amount: text.invoices.notMoney };
    const source = typed(values, 'source').trim();
    const date = typed(values, 'date');
    await inSession(() => api.spend.set({ source, date, amount, currency }));
    sayDone(text.reports.spendSaved(inWords(source), formatMoney(amount, currency)));
    onClose();
  });
  const errors = form.trouble.fields;
  return (
    <FormDialog
      title={text.reports.enterSpend}
      about={text.reports.enterSpendAbout}
      form={form}
      submit={text.save}
      onClose={onClose}
    >
      <Field
        label={text.reports.spendSource}
        hint={text.reports.spendSourceHint}
        name="source"
        error={errors.source}
        list={list}
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
      <datalist id={list}>
        {sources.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
      <Field
        label={text.reports.spendDate}
        name="date"
        type="date"
        error={errors.date}
        defaultValue={today}
      />
      <div className={styles.pair}>
        <Field
          label={text.reports.spendAmount}
          name="amount"
          inputMode="decimal"
          error={errors.amount}
          autoComplete="off"
        />
        <CurrencyField
          label={text.reports.spendCurrency}
          name="currency"
          error={errors.currency}
          value={currency}
          onChoose={setCurrency}
        />
      </div>
    </FormDialog>
  );
}

/** A file with many days. What is wrong in its lines is said at the field. */
export function ImportSpend({ onClose }: { onClose(): void }) {
  const form = useForm(['file'], async (values) => {
    const file = values.get('file');
    if (!(file instanceof File) || file.size === 0) return { file: text.reports.fileNeeded };
    try {
      const { rows, changed } = await inSession(() =>
        api.spend.import({ type: 'text/csv', content: file }),
      );
      sayDone(text.reports.spendImported(rows, changed));
    } catch (error) {
      if (error instanceof ApiError && 'errors' in error.problem) return { file: reasonOf(error) };
      throw error;
    }
    onClose();
    return undefined;
  });
  return (
    <FormDialog
      title={text.reports.importSpend}
      about={text.reports.importSpendAbout}
      form={form}
      submit={text.reports.importSpend}
      onClose={onClose}
    >
      <Field
        label={text.reports.spendFile}
        name="file"
        type="file"
        accept=".csv,text/csv"
        error={form.trouble.fields.file}
      />
    </FormDialog>
  );
}
