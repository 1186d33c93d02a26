import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { PriceItem } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/money.ts';
import { type LineDraft, lineOf, newLine, priceDraft } from './draft.ts';
import styles from './estimate-form.module.css';

/** The lines of an option: typed, or taken from the price list. */
export function LinesField({
  at,
  lines,
  currency,
  items,
  errors,
  onChange,
}: {
  /** Of the option, as the service names it: `options/0`. */
  at: string;
  lines: readonly LineDraft[];
  currency: string;
  items: readonly PriceItem[];
  errors: Readonly<Record<string, string>>;
  onChange(lines: readonly LineDraft[]): void;
}) {
  // The line that was added last gets the focus.
  const [added, setAdded] = useState<number | null>(null);
  const { amounts } = priceDraft(lines, currency);
  const change = (index: number, fields: Partial<LineDraft>) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, ...fields } : line)));
  const nextKey = Math.max(-1, ...lines.map(({ key }) => key)) + 1;
  const add = (line: LineDraft) => {
    setAdded(line.key);
    onChange([...lines.filter((one) => !isEmpty(one)), line]);
  };
  return (
    <div className={styles.lines}>
      {lines.map((line, index) => {
        const price = amounts[index] ?? null;
        return (
          <LineFields
            key={line.key}
            line={line}
            at={`${at}/lines/${index}`}
            index={index}
            isNew={line.key === added}
            errors={errors}
            amount={price === null ? '–' : formatMoney(price.amount, currency)}
            onChange={(fields) => change(index, fields)}
            {...(lines.length > 1 && {
              onRemove: () => onChange(lines.filter((_, place) => place !== index)),
            })}
          />
        );
      })}
      {errors[`${at}/lines`] && <p className={styles.error}>{errors[`${at}/lines`]}</p>}
      <div className={styles.add}>
        <Button
          onClick={() => {
            setAdded(nextKey);
            onChange([...lines, newLine(nextKey, lines.at(-1)?.taxRate)]);
          }}
        >
          <PlusIcon /> {text.invoices.addLine}
        </Button>
        {items.length > 0 && (
          <PriceItemField
            // Empty again after a choice.
            key={added}
            items={items}
            onChoose={(item) => add(lineOf(item, nextKey))}
          />
        )}
      </div>
    </div>
  );
}

function isEmpty({ description, price, priceItem }: LineDraft): boolean {
  return description.trim() === '' && price.trim() === '' && priceItem === null;
}

function PriceItemField({
  items,
  onChoose,
}: {
  items: readonly PriceItem[];
  onChoose(item: PriceItem): void;
}) {
  const itemOf = (value: string) => items.find(({ code }) => code === value);
  return (
    <Combobox
      label={text.estimates.fromPriceList}
      name="from_price_list"
      defaultValue=""
      options={items.map(({ code, name }) => ({ value: code, label: name, words: code }))}
      about={({ value }) => {
        const item = itemOf(value);
        return item ? formatMoney(item.unit_amount, item.currency) : '';
      }}
      onChoose={(value) => {
        const item = itemOf(value);
        if (item) onChoose(item);
      }}
    />
  );
}

/** The fields with numbers: their names in the API and in the draft. */
const NUMBERS = [
  { name: 'quantity', of: 'quantity', label: text.invoices.quantity },
  { name: 'unit_amount', of: 'price', label: text.invoices.price },
  { name: 'tax_rate', of: 'taxRate', label: text.invoices.tax },
] as const;

function LineFields({
  line,
  at,
  index,
  isNew,
  errors,
  amount,
  onChange,
  onRemove,
}: {
  line: LineDraft;
  at: string;
  index: number;
  isNew: boolean;
  errors: Readonly<Record<string, string>>;
  amount: string;
  onChange(fields: Partial<LineDraft>): void;
  onRemove?: () => void;
}) {
  const field = (name: string) => ({
    name: `${at}/${name}`,
    error: errors[`${at}/${name}`],
    autoComplete: 'off',
  });
  return (
    <fieldset className={styles.line}>
      <legend className="visually-hidden">{text.invoices.line(index + 1)}</legend>
      <Field
        label={text.invoices.description}
        {...field('description')}
        error={errors[`${at}/description`] ?? errors[`${at}/price_item`]}
        autoFocus={isNew}
        value={line.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      {NUMBERS.map(({ name, of, label }) => (
        <Field
          key={name}
          label={label}
          {...field(name)}
          inputMode="decimal"
          value={line[of]}
          onChange={({ target }) => onChange({ [of]: target.value })}
        />
      ))}
      <div className={styles.amount}>
        <span className={styles.label}>{text.invoices.amount}</span>
        <output>{amount}</output>
      </div>
      {onRemove && (
        <Button look="plain" aria-label={text.invoices.removeLine(index + 1)} onClick={onRemove}>
          <TrashIcon />
        </Button>
      )}
      <div className={styles.optional}>
        <CheckField
          label={text.estimates.isOptional}
          checked={line.isOptional}
          onChange={({ target }) => onChange({ isOptional: target.checked })}
        />
      </div>
    </fieldset>
  );
}
