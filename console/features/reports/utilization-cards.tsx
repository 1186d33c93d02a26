import type { Utilization, UtilizationRow } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Bars } from './bars.tsx';
import { visitsBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { Columns } from './columns.tsx';
import { shareOf } from './funnel-sums.ts';
import styles from './reports.module.css';
import { shortDay } from './short-day.ts';
import { hoursOf, perPeriod } from './utilization-sums.ts';

/** How full the calendar of each person is. */
export function UtilizationCard({ report }: { report: Utilization }) {
  const me = useMe();
  const { person, working, scheduled, utilization } = text.reports;
  const { by_user, totals, from, to } = report;
  return (
    <ChartCard
      title={text.reports.utilizationByPerson}
      about={text.reports.utilizationAbout}
      table={{
        name: `utilization ${from} ${to}`,
        columns: [person, working, scheduled, utilization],
        rows: [...by_user, { ...totals, user_name: text.reports.everyone }].map((row) => [
          row.user_name ?? '',
          hoursOf(row.shift_minutes),
          hoursOf(row.scheduled_minutes),
          shareText(row),
        ]),
      }}
    >
      <p className={styles.small}>
        {text.reports.hoursOf(hoursOf(totals.scheduled_minutes), hoursOf(totals.shift_minutes))}
      </p>
      <Bars
        label={text.reports.utilizationByPerson}
        bars={by_user.map((row) => ({
          id: row.user_id ?? '',
          label: row.user_name ?? '',
          value: shareText(row),
          about: text.reports.hours(hoursOf(row.scheduled_minutes)),
          length: Math.min(1, row.utilisation ?? 0),
          list: visitsBehind(me, { from, to, assigned: row.user_id ?? '' }),
        }))}
      />
      {report.has_more && <p className={styles.small}>{text.reports.morePeople}</p>}
    </ChartCard>
  );
}

/** The same for everyone together, per period. */
export function UtilizationPeriodsCard({ report }: { report: Utilization }) {
  const me = useMe();
  const { starts, ends, working, scheduled, utilizationOverTime } = text.reports;
  const periods = perPeriod(report.data);
  return (
    <ChartCard
      title={utilizationOverTime}
      table={{
        name: `utilization per ${report.period} ${report.from} ${report.to}`,
        columns: [starts, ends, working, scheduled],
        rows: periods.map((one) => [
          one.starts_on,
          one.ends_on,
          hoursOf(one.shift_minutes),
          hoursOf(one.scheduled_minutes),
        ]),
      }}
    >
      <Columns
        label={utilizationOverTime}
        series={[working, scheduled]}
        layout="beside"
        columns={periods.map((one) => {
          const label = shortDay(one.starts_on);
          const hours = [hoursOf(one.scheduled_minutes), hoursOf(one.shift_minutes)] as const;
          return {
            label,
            values: [one.shift_minutes, one.scheduled_minutes],
            about: `${label}: ${text.reports.hoursOf(...hours)}`,
            list: visitsBehind(me, { from: one.starts_on, to: one.ends_on }),
          };
        })}
      />
    </ChartCard>
  );
}

/** "–" for someone who does not work in these days. */
function shareText({ utilisation }: UtilizationRow): string {
  return utilisation === null ? '–' : shareOf(utilisation, 1);
}
