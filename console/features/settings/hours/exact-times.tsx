import { WEEKDAYS } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import styles from './hours-editor.module.css';
import { IntervalRows } from './interval-rows.tsx';
import type { Weekly } from './week.ts';

const words = text.settings.hours;

/** The same week in fields: for times that are not half hours, and for everyone who does not paint. */
export function ExactTimes({
  weekly,
  errors,
  onChange,
  isReadOnly,
}: {
  weekly: Weekly;
  errors: ReadonlyMap<string, string>;
  onChange(weekly: Weekly): void;
  isReadOnly: boolean;
}) {
  return (
    <dl className={styles.days}>
      {WEEKDAYS.map((day) => {
        const own = weekly.flatMap((row, index) => (row.day === day ? [{ row, index }] : []));
        return (
          <div key={day} className={styles.day}>
            <dt>{words.days[day]}</dt>
            <dd>
              <IntervalRows
                on={words.days[day]}
                rows={own.map(({ row: { start, end } }) => ({ start, end }))}
                errorAt={(at) => errors.get(`weekly/${own[at]?.index}`)}
                isReadOnly={isReadOnly}
                onChange={(rows) =>
                  onChange(
                    WEEKDAYS.flatMap((other) =>
                      other === day
                        ? rows.map((row) => ({ day, ...row }))
                        : weekly.filter((row) => row.day === other),
                    ),
                  )
                }
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
