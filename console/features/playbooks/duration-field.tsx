import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import styles from './step-form.module.css';

const { fields } = text.playbooks;
type Unit = keyof typeof fields.units;

interface Simple {
  amount: string;
  unit: Unit;
}

/** "PT2H" as 2 hours; null for durations of several units, which are edited as they are. */
export function simpleOf(duration: string): Simple | null {
  if (duration === 'PT0S') return { amount: '0', unit: 'M' };
  const [, amount = '', unit = ''] = /^P(?:T(?=\d+[MH]$))?(\d*)([MHDW])$/.exec(duration) ?? [];
  const isTime = duration.startsWith('PT');
  const isKnown = isTime ? unit === 'M' || unit === 'H' : unit === 'D' || unit === 'W';
  return isKnown ? { amount, unit: unit as Unit } : null;
}

export function durationOf({ amount, unit }: Simple): string {
  return unit === 'M' || unit === 'H' ? `PT${amount}${unit}` : `P${amount}${unit}`;
}

/** A number and its unit. Empty means that there is none. */
export function DurationField({
  label,
  error,
  value,
  onChange,
}: {
  label: string;
  error?: string | undefined;
  value: string | undefined;
  onChange(value: string | undefined): void;
}) {
  const simple = value === undefined ? { amount: '', unit: 'H' as const } : simpleOf(value);
  if (simple === null) {
    return (
      <Field
        label={label}
        hint={fields.asText}
        error={error}
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    );
  }
  const set = (next: Simple) => onChange(next.amount === '' ? undefined : durationOf(next));
  return (
    <div className={styles.pair}>
      <Field
        label={label}
        error={error}
        inputMode="numeric"
        value={simple.amount}
        onChange={({ target }) => set({ ...simple, amount: target.value.replaceAll(/\D/g, '') })}
      />
      <SelectField
        label={fields.unit}
        value={simple.unit}
        onChange={({ target }) => set({ ...simple, unit: target.value as Unit })}
        options={Object.entries(fields.units).map(([of, word]) => ({ value: of, label: word }))}
      />
    </div>
  );
}
