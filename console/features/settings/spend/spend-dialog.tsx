import { useId, useState } from 'react';
import type { Spend } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { CurrencyField } from '../../../ui/currency-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { formatMoney, moneyForField, readMoney } from '../../../ui/money.ts';
import { typed, useForm } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';

const words = text.settings.spend;

/** What a source cost on a day: a new amount (null), or another one instead. */
export function SpendDialog({
  spend,
  sources = [],
  today,
  currency: usual,
  onClose,
  onSaved,
}: {
  spend: Spend | null;
  /** Those that are known, to choose from. */
  sources?: readonly string[];
  today: string;
  /** Of the organization. */
  currency: string;
  onClose(): void;
  onSaved(): void;
}) {
  const list = useId();
  const [currency, setCurrency] = useState(spend?.currency ?? usual);
  const form = useForm(['source', 'date', 'amount', 'currency'], async (values) => {
    const amount = readMoney(typed(values, 'amount'), currency);
    if (amount === null) return { amount: words.wrongAmount };
    const source = spend?.source ?? typed(values, 'source').trim();
    const date = spend?.date ?? typed(values, 'date');
    const saved = await inSession(() => api.spend.set({ source, date, amount, currency }));
    const undo = spend && (() => void act(() => api.spend.set(bodyOf(spend))).then(onSaved));
    sayDone(
      words.saved(saved.source, formatMoney(saved.amount, saved.currency)),
      undo ? { undo } : {},
    );
    onClose();
    onSaved();
    return undefined;
  });
  const field: FieldOf = (name) => ({ name, error: form.trouble.fields[name] });
  return (
    <FormDialog
      title={words.title}
      about={words.about}
      form={form}
      submit={text.save}
      onClose={onClose}
    >
      <Field
        label={words.source}
        hint={words.sourceHint}
        {...field('source')}
        defaultValue={spend?.source}
        readOnly={spend !== null}
        autoComplete="off"
        autoFocus={spend === null}
        list={list}
      />
      <datalist id={list}>
        {sources.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
      <Field
        label={words.date}
        {...field('date')}
        type="date"
        defaultValue={spend?.date ?? today}
        readOnly={spend !== null}
      />
      <div className={cards.pair}>
        <Field
          label={words.amount}
          {...field('amount')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={spend ? moneyForField(spend.amount, spend.currency) : ''}
          autoFocus={spend !== null}
        />
        <CurrencyField
          label={words.currency}
          {...field('currency')}
          value={currency}
          onChoose={setCurrency}
        />
      </div>
    </FormDialog>
  );
}

/** To undo a change. */
function bodyOf({ source, date, amount, currency }: Spend) {
  return { source, date, amount, currency };
}
