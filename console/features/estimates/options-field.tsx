import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/money.ts';
import { MAX_OPTIONS, newOption, type OptionDraft, sumsOfOption } from './draft.ts';
import styles from './estimate-form.module.css';
import { LinesField } from './lines-field.tsx';
import { usePriceItems } from './use-price-items.ts';

/** What the customer can choose from, such as good, better and best. */
export function OptionsField({
  options,
  currency,
  errors,
  onChange,
}: {
  options: readonly OptionDraft[];
  currency: string;
  errors: Readonly<Record<string, string>>;
  onChange(options: readonly OptionDraft[]): void;
}) {
  const items = usePriceItems(currency);
  const change = (index: number, fields: Partial<OptionDraft>) =>
    onChange(
      options.map((option, at) => {
        if (at === index) return { ...option, ...fields };
        // Only one can be recommended.
        return fields.isRecommended ? { ...option, isRecommended: false } : option;
      }),
    );
  return (
    <>
      {options.map((option, index) => (
        <fieldset key={option.key} className={styles.option}>
          <legend>{text.estimates.option(index + 1)}</legend>
          <OptionHead
            option={option}
            index={index}
            isOnly={options.length === 1}
            errors={errors}
            onChange={(fields) => change(index, fields)}
            onRemove={() => onChange(options.filter((_, at) => at !== index))}
          />
          <LinesField
            at={`options/${index}`}
            lines={option.lines}
            currency={currency}
            items={items}
            errors={errors}
            onChange={(lines) => change(index, { lines })}
          />
          <OptionTotal option={option} currency={currency} />
        </fieldset>
      ))}
      {options.length < MAX_OPTIONS && (
        <div className={styles.addOption}>
          <Button onClick={() => onChange([...options, newOption(options)])}>
            <PlusIcon /> {text.estimates.addOption}
          </Button>
          <span className={styles.quiet}>{text.estimates.addOptionHint}</span>
        </div>
      )}
    </>
  );
}

function OptionHead({
  option,
  index,
  isOnly,
  errors,
  onChange,
  onRemove,
}: {
  option: OptionDraft;
  index: number;
  isOnly: boolean;
  errors: Readonly<Record<string, string>>;
  onChange(fields: Partial<OptionDraft>): void;
  onRemove(): void;
}) {
  const name = `options/${index}/name`;
  return (
    <div className={styles.optionHead}>
      <Field
        label={text.estimates.optionName}
        name={name}
        error={errors[name]}
        maxLength={200}
        autoComplete="off"
        value={option.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {!isOnly && (
        <>
          <CheckField
            label={text.estimates.recommended}
            error={errors[`options/${index}/recommended`]}
            checked={option.isRecommended}
            onChange={({ target }) => onChange({ isRecommended: target.checked })}
          />
          <Button
            look="plain"
            aria-label={text.estimates.removeOption(index + 1)}
            onClick={onRemove}
          >
            <TrashIcon />
          </Button>
        </>
      )}
    </div>
  );
}

function OptionTotal({ option, currency }: { option: OptionDraft; currency: string }) {
  const sums = sumsOfOption(option, currency);
  const hasOptional = option.lines.some(({ isOptional }) => isOptional);
  return (
    <p className={styles.total}>
      <span>{hasOptional ? text.estimates.totalWithout : text.estimates.total}</span>
      <output>{sums === null ? '–' : formatMoney(sums.total, currency)}</output>
    </p>
  );
}
