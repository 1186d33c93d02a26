import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import type { WorkingHours } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import { formatsFor } from '../../../time/format.ts';
import { Button } from '../../../ui/button.tsx';
import fields from '../../../ui/field.module.css';
import styles from './hours-editor.module.css';
import { IntervalRows } from './interval-rows.tsx';

const words = text.settings.hours;
type Exceptions = WorkingHours['exceptions'];

/** Holidays, and other dates with hours of their own. A new one is a day off. */
export function DateHours({
  exceptions,
  errors,
  onChange,
  isReadOnly,
}: {
  exceptions: Exceptions;
  errors: ReadonlyMap<string, string>;
  onChange(exceptions: Exceptions): void;
  isReadOnly: boolean;
}) {
  return (
    <div className={styles.dates}>
      {exceptions.length === 0 && <p className={styles.closed}>{words.noDates}</p>}
      {exceptions.map((exception, index) => (
        <DateRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a new row has no date yet.
          key={index}
          exception={exception}
          errorAt={(place) => errors.get(`exceptions/${index}/${place}`)}
          isReadOnly={isReadOnly}
          onChange={(part) =>
            onChange(exceptions.map((one, at) => (at === index ? { ...one, ...part } : one)))
          }
          onRemove={() => onChange(exceptions.filter((_, at) => at !== index))}
        />
      ))}
      {!isReadOnly && (
        <div>
          <Button onClick={() => onChange([...exceptions, { date: '', intervals: [] }])}>
            <PlusIcon />
            {words.addDate}
          </Button>
        </div>
      )}
    </div>
  );
}

function DateRow({
  exception: { date, intervals },
  errorAt,
  isReadOnly,
  onChange,
  onRemove,
}: {
  exception: Exceptions[number];
  errorAt(place: string): string | undefined;
  isReadOnly: boolean;
  onChange(part: Partial<Exceptions[number]>): void;
  onRemove(): void;
}) {
  const error = errorAt('date');
  return (
    <div className={styles.date}>
      <div>
        <input
          type="date"
          className={fields.input}
          aria-label={words.date}
          aria-invalid={error !== undefined}
          value={date}
          onChange={({ target }) => onChange({ date: target.value })}
        />
        {error && <span className={fields.error}>{error}</span>}
      </div>
      <IntervalRows
        on={date === '' ? words.date : formatsFor('UTC').day(`${date}T00:00Z`)}
        rows={intervals}
        errorAt={(at) => errorAt(`intervals/${at}`)}
        isReadOnly={isReadOnly}
        onChange={(rows) => onChange({ intervals: rows })}
      />
      {!isReadOnly && (
        <Button look="plain" aria-label={words.removeDate(date)} onClick={onRemove}>
          <Cross2Icon />
        </Button>
      )}
    </div>
  );
}
