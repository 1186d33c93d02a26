import { Cross2Icon } from '@radix-ui/react-icons';
import { patternInWords } from '../text/en/event-types.ts';
import * as text from '../text/en.ts';
import { SelectField } from '../ui/field.tsx';
import styles from './pattern-picker.module.css';
import { patternsOf, useEventTypes } from './use-event-types.ts';

/** Several event types, or all of a resource: those that are chosen, and a list to add another one. */
export function PatternPicker({
  label,
  hint,
  error,
  name,
  chosen,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  name?: string;
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}) {
  const rest = patternsOf(useEventTypes()).filter((one) => !chosen.includes(one));
  return (
    <div className={styles.picker}>
      <SelectField
        label={label}
        hint={hint}
        error={error}
        name={name}
        value=""
        onChange={({ target }) => target.value !== '' && onChange([...chosen, target.value])}
        options={[
          { value: '', label: text.eventTypes.add },
          ...rest.map((value) => ({ value, label: patternInWords(value) })),
        ]}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {chosen.map((one) => (
            <li key={one} className={styles.one}>
              {patternInWords(one)}
              <button
                type="button"
                className={styles.remove}
                aria-label={text.eventTypes.remove(patternInWords(one))}
                onClick={() => onChange(chosen.filter((other) => other !== one))}
              >
                <Cross2Icon />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
