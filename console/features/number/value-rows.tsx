import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import fields from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import styles from './edit-origin.module.css';
import { nameOfKey, type ValueRow } from './edited-origin.ts';

/** As many as the service stores. */
const MAX_ROWS = 50;
const MAX_KEY = 40;
const MAX_VALUE = 500;

export function nameOfValue(row: number): string {
  return `metadata/${row}/value`;
}

/** Values of the company's own: a name and a value in each row. */
export function ValueRows({
  rows,
  errors,
  onChange,
}: {
  rows: readonly ValueRow[];
  errors: Readonly<Record<string, string>>;
  onChange(rows: readonly ValueRow[]): void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const change = (id: number, part: Partial<ValueRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  /** Then the focus is on the name in this row; on the button that adds one if there is none. */
  const replace = (next: readonly ValueRow[], at: number) => {
    flushSync(() => onChange(next));
    const [first] = [`[name="${nameOfKey(Math.max(0, at))}"]`, '[data-add]']
      .map((selector) => group.current?.querySelector<HTMLElement>(selector))
      .filter((element) => element !== null && element !== undefined);
    first?.focus();
  };
  const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  return (
    <fieldset ref={group} className={styles.rows}>
      <legend className={fields.label}>{text.number.values}</legend>
      <span className={fields.hint}>{text.number.valuesHint}</span>
      {errors.metadata && <span className={fields.error}>{errors.metadata}</span>}
      {rows.map(({ id, key, value }, at) => (
        <div key={id} className={styles.row}>
          <Field
            label={text.number.valueName(at + 1)}
            name={nameOfKey(at)}
            error={errors[nameOfKey(at)]}
            autoComplete="off"
            maxLength={MAX_KEY}
            value={key}
            onChange={({ target }) => change(id, { key: target.value })}
          />
          <Field
            label={text.number.value(at + 1)}
            name={nameOfValue(at)}
            error={errors[nameOfValue(at)]}
            autoComplete="off"
            maxLength={MAX_VALUE}
            value={value}
            onChange={({ target }) => change(id, { value: target.value })}
          />
          <Button
            look="plain"
            aria-label={text.number.removeValue(key || text.number.valueName(at + 1))}
            onClick={() =>
              replace(
                rows.filter((row) => row.id !== id),
                at - 1,
              )
            }
          >
            <Cross2Icon />
          </Button>
        </div>
      ))}
      {rows.length < MAX_ROWS && (
        <div>
          <Button
            data-add
            onClick={() => replace([...rows, { id: nextId, key: '', value: '' }], rows.length)}
          >
            <PlusIcon />
            {text.number.addValue}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
