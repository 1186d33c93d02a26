import type { Row } from './bench.ts';

/** A figure and the bar that it must not pass, as a share of the bar. */
export function atMost(
  name: string,
  value: number,
  { bar, unit, details }: { bar: number; unit: string; details?: Record<string, unknown> },
): Row {
  const shown = (figure: number) => `${Number(figure.toPrecision(3)).toLocaleString('en')} ${unit}`;
  return {
    name,
    measured: shown(value),
    against: shown(bar),
    ratio: value / bar,
    target: '≤ 1',
    passed: value <= bar,
    ...(details && { details }),
  };
}
