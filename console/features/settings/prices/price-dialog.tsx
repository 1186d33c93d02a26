import { useState } from 'react';
import type { PriceItem } from '../../../../packages/sdk/src/index.ts';
import { isProblem } from '../../../../packages/sdk/src/problem.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { CurrencyField } from '../../../ui/currency-field.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { moneyForField } from '../../../ui/money.ts';
import { useForm } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import { bodyOf, KINDS, PRICE_NAMES, priceIn, savePrice } from './price-values.ts';

const words = text.settings.prices;

/** A new item of the price list (null), or one to change. */
export function PriceDialog({
  item,
  currency: usual,
  onClose,
  onSaved,
}: {
  item: PriceItem | null;
  /** Of the organization. */
  currency: string;
  onClose(): void;
  onSaved(): void;
}) {
  const [currency, setCurrency] = useState(item?.currency ?? usual);
  const form = useForm(PRICE_NAMES, async (values) => {
    const entered = priceIn(values, currency);
    if ('wrong' in entered) return entered.wrong;
    try {
      const saved = await inSession(() => savePrice(item, entered.body));
      const undo = item && (() => void restore(item).then(onSaved));
      sayDone(words.saved(saved.name), undo ? { undo } : {});
    } catch (error) {
      if (isProblem(error, 'price_item_exists')) return { code: words.codeTaken };
      throw error;
    }
    onClose();
    onSaved();
    return undefined;
  });
  const field: FieldOf = (name) => ({ name, error: form.trouble.fields[name] });
  return (
    <FormDialog
      title={item ? words.edit(item.name) : words.add}
      form={form}
      submit={text.save}
      size="wide"
      onClose={onClose}
    >
      <Field
        label={words.name}
        hint={words.nameHint}
        {...field('name')}
        defaultValue={item?.name}
        autoComplete="off"
        autoFocus
      />
      {item === null && <NewFields field={field} />}
      <AmountFields item={item} currency={currency} field={field} onCurrency={setCurrency} />
    </FormDialog>
  );
}

/** What cannot be changed later. */
function NewFields({ field }: { field: FieldOf }) {
  return (
    <>
      <Field
        label={words.code}
        hint={words.codeHint}
        {...field('code')}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label={words.kind}
        {...field('kind')}
        options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
      />
    </>
  );
}

function AmountFields({
  item,
  currency,
  field,
  onCurrency,
}: {
  item: PriceItem | null;
  currency: string;
  field: FieldOf;
  onCurrency(currency: string): void;
}) {
  const money = (minor: number | null | undefined) =>
    minor == null ? '' : moneyForField(minor, item?.currency ?? currency);
  return (
    <>
      <div className={cards.pair}>
        <Field
          label={words.price}
          {...(item?.kind === 'discount' && { hint: words.discountHint })}
          {...field('unit_amount')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={money(item?.unit_amount)}
        />
        <CurrencyField
          label={words.currency}
          {...field('currency')}
          value={currency}
          onChoose={onCurrency}
        />
      </div>
      <div className={cards.pair}>
        <Field
          label={words.unit}
          hint={words.unitHint}
          {...field('unit')}
          autoComplete="off"
          defaultValue={item?.unit ?? ''}
        />
        <Field
          label={words.taxRate}
          {...field('tax_rate')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={item?.tax_rate ?? ''}
        />
      </div>
      <Field
        label={words.cost}
        hint={words.costHint}
        {...field('cost')}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={money(item?.cost)}
      />
    </>
  );
}

function restore(item: PriceItem) {
  return act(() => api.priceItems.update(item.code, bodyOf(item)));
}
