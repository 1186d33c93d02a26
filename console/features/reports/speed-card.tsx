import type { ReactNode } from 'react';
import type { SpeedToLead, SpeedToLeadRow } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { elapsed } from '../../time/format.ts';
import { Bars } from './bars.tsx';
import { activeLeadsBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { shareOf } from './funnel-sums.ts';
import styles from './reports.module.css';

/** How soon new leads hear from a person, and from which sources they wait. */
export function SpeedCard({ speed, today }: { speed: SpeedToLead; today: string }) {
  const { source, stages, contacted, median, p90, within5, automatic } = text.reports;
  const all: SpeedToLeadRow = { ...speed, source: '' };
  return (
    <ChartCard
      title={text.reports.speed}
      about={text.reports.speedAbout}
      table={{
        name: `speed to lead ${speed.from} ${speed.to}`,
        columns: [source, stages.captured, contacted, median, p90, within5, automatic],
        rows: [all, ...speed.by_source].map((one) => [
          one.source ? inWords(one.source) : stages.captured,
          one.captured,
          one.contacted,
          time(one.median_seconds),
          time(one.p90_seconds),
          one.within_5_minutes,
          time(one.response.median_seconds),
        ]),
      }}
    >
      <dl className={styles.figures}>
        <Figure label={median}>
          {time(speed.median_seconds) ?? text.reports.notYet}
          <Small>{text.reports.ofLeads(speed.contacted, speed.captured)}</Small>
        </Figure>
        <Figure label={p90}>{time(speed.p90_seconds) ?? text.reports.notYet}</Figure>
        <Figure label={within5}>
          {shareOf(speed.within_5_minutes, speed.captured)}
          <Small>{text.reports.ofLeads(speed.within_5_minutes, speed.captured)}</Small>
        </Figure>
        <Figure label={automatic}>
          {time(speed.response.median_seconds) ?? text.reports.notYet}
        </Figure>
      </dl>
      <h3 className={styles.small}>{text.reports.within5BySource}</h3>
      <Bars
        label={text.reports.within5BySource}
        bars={speed.by_source.map((one) => ({
          label: inWords(one.source ?? ''),
          value: one.within_5_minutes,
          about: shareOf(one.within_5_minutes, one.captured),
          length: one.share_within_5_minutes ?? 0,
          list: activeLeadsBehind(speed, today, { source: one.source ?? '' }),
        }))}
      />
    </ChartCard>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className={styles.small}>{children}</span>;
}

/** "2:10"; null if no lead was contacted. */
export function time(seconds: number | null): string | null {
  return seconds === null ? null : elapsed(seconds * 1_000);
}
