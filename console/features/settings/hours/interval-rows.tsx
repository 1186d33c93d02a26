import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import type { LocalHours } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import fields from '../../../ui/field.module.css';
import styles from './hours-editor.module.css';

const words = text.settings.hours;

/** From and until, once for each part of a day. A field for a time has no 24:00; midnight is its end as well. */
export function IntervalRows({
  on,
  rows,
  errorAt,
  onChange,
  isReadOnly,
}: {
  /** Which day it is, for the names of the fields. */
  on: string;
  rows: readonly LocalHours[];
  errorAt(index: number): string | undefined;
  onChange(rows: LocalHours[]): void;
  isReadOnly: boolean;
}) {
  return (
    <div className={styles.intervals}>
      {rows.length === 0 && <span className={styles.closed}>{words.closed}</span>}
      {rows.map((row, index) => (
        <IntervalRow
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same times.
          key={index}
          on={on}
          row={row}
          hasError={errorAt(index) !== undefined}
          onChange={(part) =>
            onChange(rows.map((one, at) => (at === index ? { ...one, ...part } : one)))
          }
          {...(!isReadOnly && { onRemove: () => onChange(rows.filter((_, at) => at !== index)) })}
        />
      ))}
      {!isReadOnly && (
        <Button
          look="plain"
          aria-label={words.add(on)}
          title={words.add(on)}
          onClick={() => onChange([...rows, nextRow(rows)])}
        >
          <PlusIcon />
        </Button>
      )}
      {rows.map(
        (_, index) =>
          errorAt(index) && (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same times.
            <span key={index} className={styles.error} role="alert">
              {errorAt(index)}
            </span>
          ),
      )}
    </div>
  );
}

function IntervalRow({
  on,
  row,
  hasError,
  onChange,
  onRemove,
}: {
  on: string;
  row: LocalHours;
  hasError: boolean;
  onChange(part: Partial<LocalHours>): void;
  onRemove?: () => void;
}) {
  return (
    <div className={styles.interval}>
      <TimeInput
        label={words.from(on)}
        value={row.start}
        hasError={hasError}
        onChange={(start) => onChange({ start })}
      />
      <span aria-hidden="true">–</span>
      <TimeInput
        label={words.until(on)}
        value={row.end === '24:00' ? '00:00' : row.end}
        hasError={hasError}
        onChange={(end) => onChange({ end: end === '00:00' ? '24:00' : end })}
      />
      {isOverMidnight(row) && <span className={styles.closed}>{words.nextDay}</span>}
      {onRemove && (
        <Button look="plain" aria-label={words.remove(on, row.start)} onClick={onRemove}>
          <Cross2Icon />
        </Button>
      )}
    </div>
  );
}

function TimeInput({
  label,
  value,
  hasError,
  onChange,
}: {
  label: string;
  value: string;
  hasError: boolean;
  onChange(value: string): void;
}) {
  return (
    <input
      type="time"
      className={fields.input}
      aria-label={label}
      aria-invalid={hasError}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function isOverMidnight({ start, end }: LocalHours): boolean {
  return start !== '' && end !== '' && end !== '24:00' && end <= start;
}

/** A day as usual, or what may come after the hours that are there: a part after a break. */
export function nextRow(rows: readonly LocalHours[]): LocalHours {
  const last = rows.at(-1);
  const hour = last ? Number(last.end.slice(0, 2)) + 1 : 8;
  if (!last) return { start: '08:00', end: '17:00' };
  if (hour > 20) return { start: '', end: '' };
  const two = (value: number) => String(value).padStart(2, '0');
  return { start: `${two(hour)}:00`, end: `${two(Math.min(hour + 3, 23))}:00` };
}
