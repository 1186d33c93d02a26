import type { UtilizationRow } from '../../../packages/sdk/src/index.ts';

export interface PeriodTime {
  starts_on: string;
  ends_on: string;
  shift_minutes: number;
  scheduled_minutes: number;
}

/** The time of everyone together, per period, in order. */
export function perPeriod(rows: readonly UtilizationRow[]): PeriodTime[] {
  const periods = Map.groupBy(rows, ({ starts_on = '' }) => starts_on);
  return [...periods].map(([starts_on, own]) => ({
    starts_on,
    ends_on: own[0]?.ends_on ?? starts_on,
    shift_minutes: sum(own.map(({ shift_minutes }) => shift_minutes)),
    scheduled_minutes: sum(own.map(({ scheduled_minutes }) => scheduled_minutes)),
  }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** 7.5 of 450 minutes. */
export function hoursOf(minutes: number): number {
  return Math.round(minutes / 6) / 10;
}
