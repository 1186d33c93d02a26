import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/money.ts';
import styles from './invoice-form.module.css';
import { type DraftLine, emptyLine, priceLines } from './lines.ts';

/** The lines of an invoice, each with its amount as soon as it can be computed. */
export function LinesField({
  lines,
  currency,
  errors,
  onChange,
}: {
  lines: readonly DraftLine[];
  currency: string;
  errors: Readonly<Record<string, string>>;
  onChange(lines: readonly DraftLine[]): void;
}) {
  const { amounts } = priceLines(lines, currency);
  const change = (index: number, fields: Partial<DraftLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...fields } : line)));
  const add = () => {
    const key = Math.max(...lines.map((line) => line.key)) + 1;
    onChange([...lines, emptyLine(key, lines.at(-1)?.taxRate)]);
  };
  return (
    <div className={styles.lines}>
      {lines.map((line, index) => {
        const price = amounts[index] ?? null;
        return (
          <LineFields
            key={line.key}
            line={line}
            index={index}
            isLast={index === lines.length - 1}
            errors={errors}
            amount={price === null ? '–' : formatMoney(price.amount, currency)}
            onChange={(fields) => change(index, fields)}
            {...(lines.length > 1 && {
              onRemove: () => onChange(lines.filter((_, at) => at !== index)),
            })}
          />
        );
      })}
      {errors.lines && <p className={styles.error}>{errors.lines}</p>}
      <div>
        <Button onClick={add}>
          <PlusIcon /> {text.invoices.addLine}
        </Button>
      </div>
    </div>
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
  index,
  isLast,
  errors,
  amount,
  onChange,
  onRemove,
}: {
  line: DraftLine;
  index: number;
  isLast: boolean;
  errors: Readonly<Record<string, string>>;
  amount: string;
  onChange(fields: Partial<DraftLine>): void;
  onRemove?: () => void;
}) {
  const field = (name: string) => ({
    name: `lines/${index}/${name}`,
    error: errors[`lines/${index}/${name}`],
    autoComplete: 'off',
  });
  return (
    <fieldset className={styles.line}>
      <legend className="visually-hidden">{text.invoices.line(index + 1)}</legend>
      <Field
        label={text.invoices.description}
        {...field('description')}
        autoFocus={isLast}
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
        <span className={styles.amountLabel}>{text.invoices.amount}</span>
        <output>{amount}</output>
      </div>
      {onRemove && (
        <Button look="plain" aria-label={text.invoices.removeLine(index + 1)} onClick={onRemove}>
          <TrashIcon />
        </Button>
      )}
    </fieldset>
  );
}
