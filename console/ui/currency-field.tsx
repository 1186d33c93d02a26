import { Field } from './field.tsx';
import type { FieldTexts } from './field-frame.tsx';

const CURRENCIES = Intl.supportedValuesOf('currency');

/** The three letters of a currency. Says them only when they are one, so that amounts can always be shown. */
export function CurrencyField({
  value,
  onChoose,
  name,
  ...texts
}: FieldTexts & { name: string; value: string; onChoose(currency: string): void }) {
  return (
    <>
      <Field
        {...texts}
        name={name}
        list="currencies"
        defaultValue={value}
        maxLength={3}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          const typed = target.value.trim().toUpperCase();
          if (CURRENCIES.includes(typed)) onChoose(typed);
        }}
        onBlur={({ target }) => {
          // What is not a currency is replaced by the last one that was.
          target.value = value;
        }}
      />
      <datalist id="currencies">
        {CURRENCIES.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  );
}
