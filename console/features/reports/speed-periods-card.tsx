import type { SpeedToLead } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { activeLeadsBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { Columns } from './columns.tsx';
import type { Range } from './range.ts';
import { shortDay } from './short-day.ts';
import { time } from './speed-card.tsx';

/** Whether new leads hear from a person sooner than before. */
export function SpeedPeriodsCard({
  speed,
  period,
  today,
}: {
  speed: SpeedToLead;
  period: Range['period'];
  today: string;
}) {
  const periods = speed.by_period ?? [];
  const { starts, ends, stages, contacted, median, p90, within5, automatic } = text.reports;
  return (
    <ChartCard
      title={text.reports.speedOverTime}
      about={text.reports.speedOverTimeAbout}
      table={{
        name: `speed to lead per ${period} ${speed.from} ${speed.to}`,
        columns: [starts, ends, stages.captured, contacted, median, p90, within5, automatic],
        rows: periods.map((one) => [
          one.starts_on ?? '',
          one.ends_on ?? '',
          one.captured,
          one.contacted,
          time(one.median_seconds),
          time(one.p90_seconds),
          one.within_5_minutes,
          time(one.response.median_seconds),
        ]),
      }}
    >
      <Columns
        label={text.reports.speedOverTime}
        series={[stages.captured, within5]}
        layout="within"
        columns={periods.map((one) => {
          const { starts_on: from = speed.from, ends_on: to = speed.to } = one;
          const label = shortDay(from);
          const soon = one.within_5_minutes;
          const middle = time(one.median_seconds);
          return {
            label,
            values: [one.captured, soon],
            about: text.reports.speedColumn(label, middle, soon, one.captured),
            above: middle,
            list: activeLeadsBehind({ from, to }, today),
          };
        })}
      />
    </ChartCard>
  );
}
