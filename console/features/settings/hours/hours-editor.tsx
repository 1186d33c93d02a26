import type { WorkingHours } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import { DateHours } from './date-hours.tsx';
import { ExactTimes } from './exact-times.tsx';
import { hourErrors } from './hour-errors.ts';
import styles from './hours-editor.module.css';
import { minutesPerWeek, spansOf } from './week.ts';
import { WeekGrid } from './week-grid.tsx';

const words = text.settings.hours;

/** Working hours: painted, as exact times, and for single dates. */
export function HoursEditor({
  hours,
  onChange,
  isReadOnly = false,
  withDates = true,
}: {
  hours: WorkingHours;
  onChange(hours: WorkingHours): void;
  isReadOnly?: boolean;
  withDates?: boolean;
}) {
  const errors = hourErrors(hours);
  const perWeek = minutesPerWeek(spansOf(hours.weekly)) / 60;
  const onWeekly = (weekly: WorkingHours['weekly']) => onChange({ ...hours, weekly });
  return (
    <fieldset className={styles.editor} disabled={isReadOnly}>
      <legend className="visually-hidden">{text.settings.sections.hours}</legend>
      <WeekGrid weekly={hours.weekly} onChange={onWeekly} isReadOnly={isReadOnly} />
      <div className={styles.below}>
        <section aria-label={words.exact}>
          <div className={styles.title}>
            {words.exact}
            <span className={styles.closed}>
              {words.perWeek(perWeek.toLocaleString(undefined, { maximumFractionDigits: 1 }))}
            </span>
          </div>
          <ExactTimes
            weekly={hours.weekly}
            errors={errors}
            onChange={onWeekly}
            isReadOnly={isReadOnly}
          />
        </section>
        {withDates && (
          <section aria-label={words.dates}>
            <div className={styles.title}>{words.dates}</div>
            <p className={styles.closed}>{words.datesIntro}</p>
            <DateHours
              exceptions={hours.exceptions}
              errors={errors}
              onChange={(exceptions) => onChange({ ...hours, exceptions })}
              isReadOnly={isReadOnly}
            />
          </section>
        )}
      </div>
    </fieldset>
  );
}
