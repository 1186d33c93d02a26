import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { WrongFields } from '../../ui/use-form.ts';
import { type Day, namesOfDay } from './days.ts';
import { LengthField } from './needs-fields.tsx';
import { LeaderField } from './people-fields.tsx';
import styles from './visits.module.css';

const MAX_DAYS = 30;

/** More days that are booked together with the first: all of them, or none. */
export function MoreDays({
  days,
  errors,
  onChange,
  onAdd,
}: {
  days: readonly Day[];
  errors: WrongFields;
  onChange(days: readonly Day[]): void;
  onAdd(): void;
}) {
  const change = (id: number, part: Partial<Day>) =>
    onChange(days.map((day) => (day.id === id ? { ...day, ...part } : day)));
  return (
    <>
      {days.map(({ id, startsAt, minutes, userId }, index) => {
        const at = index + 1;
        const [start = '', length = '', who = '', whole = ''] = namesOfDay(at);
        return (
          <fieldset key={id} className={styles.day}>
            <legend>{text.visits.visitNumber(at + 1)}</legend>
            <div className={styles.pair}>
              <Field
                label={text.visits.startsAt}
                name={start}
                type="datetime-local"
                error={errors[start] ?? errors[whole]}
                value={startsAt}
                onChange={({ target }) => change(id, { startsAt: target.value })}
              />
              <LengthField
                name={length}
                error={errors[length]}
                minutes={minutes}
                onChoose={(chosen) => change(id, { minutes: chosen })}
              />
            </div>
            <LeaderField
              name={who}
              error={errors[who]}
              value={userId}
              onChoose={(chosen) => change(id, { userId: chosen })}
            />
            <div>
              <Button look="plain" onClick={() => onChange(days.filter((day) => day.id !== id))}>
                {text.visits.removeDay(at + 1)}
              </Button>
            </div>
          </fieldset>
        );
      })}
      {days.length < MAX_DAYS && (
        <div>
          <Button onClick={onAdd}>{text.visits.addDay}</Button>
        </div>
      )}
    </>
  );
}
