import type { Funnel } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Bars } from './bars.tsx';
import { leadsBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { Columns } from './columns.tsx';
import { byPeriod, bySource, STAGES, shareOf } from './funnel-sums.ts';
import { shortDay } from './short-day.ts';

/** How far the leads of the period have come. */
export function FunnelCard({ funnel, today }: { funnel: Funnel; today: string }) {
  const { totals } = funnel;
  const { stages } = text.reports;
  return (
    <ChartCard
      title={text.reports.funnel}
      about={text.reports.funnelAbout}
      table={{
        name: `funnel ${funnel.from} ${funnel.to}`,
        columns: [text.reports.stage, stages.captured, text.reports.share],
        rows: STAGES.map((stage) => [
          stages[stage],
          totals[stage],
          shareOf(totals[stage], totals.captured),
        ]),
      }}
    >
      <Bars
        label={text.reports.funnel}
        bars={STAGES.map((stage) => ({
          label: stages[stage],
          value: totals[stage],
          about: shareOf(totals[stage], totals.captured),
          length: totals[stage] / Math.max(1, totals.captured),
          list: leadsBehind(stage, funnel, today),
        }))}
      />
    </ChartCard>
  );
}

export function PeriodsCard({ funnel, today }: { funnel: Funnel; today: string }) {
  const periods = byPeriod(funnel.data);
  const { stages, starts, ends } = text.reports;
  return (
    <ChartCard
      title={text.reports.leadsOverTime}
      table={{
        name: `leads per ${funnel.period} ${funnel.from} ${funnel.to}`,
        columns: [starts, ends, ...STAGES.map((stage) => stages[stage])],
        rows: periods.map((one) => [
          one.starts_on,
          one.ends_on,
          ...STAGES.map((stage) => one[stage]),
        ]),
      }}
    >
      <Columns
        label={text.reports.leadsOverTime}
        series={[stages.captured, stages.sold]}
        layout="within"
        columns={periods.map((one) => {
          const label = shortDay(one.starts_on);
          return {
            label,
            values: [one.captured, one.sold],
            about: text.reports.column(label, one.captured, one.sold),
            list: leadsBehind('captured', { from: one.starts_on, to: one.ends_on }, today),
          };
        })}
      />
    </ChartCard>
  );
}

export function SourcesCard({ funnel, today }: { funnel: Funnel; today: string }) {
  const sources = bySource(funnel.data);
  const { stages, source } = text.reports;
  return (
    <ChartCard
      title={text.reports.bySource}
      table={{
        name: `sources ${funnel.from} ${funnel.to}`,
        columns: [source, ...STAGES.map((stage) => stages[stage])],
        rows: sources.map((one) => [inWords(one.source), ...STAGES.map((stage) => one[stage])]),
      }}
    >
      <Bars
        label={text.reports.bySource}
        bars={sources.map((one) => ({
          label: inWords(one.source),
          value: one.captured,
          about: shareOf(one.captured, funnel.totals.captured),
          length: one.captured / Math.max(1, sources[0]?.captured ?? 0),
          list: leadsBehind('captured', funnel, today, { source: one.source }),
        }))}
      />
    </ChartCard>
  );
}
