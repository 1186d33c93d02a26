import type { VisitWarning } from '../../../packages/sdk/src/index.ts';

/** Pure rules: how the warnings about visits that were booked read. */

/** What was done, and then each warning. */
export function inSentences(said: string, warnings: readonly { detail: string }[]): string {
  return [said, ...warnings.map(({ detail }) => detail)].join(' ');
}

/** A warning that several days have is said once, with its days. */
export function byDay(
  warnings: readonly Pick<VisitWarning, 'detail' | 'starts_at'>[],
  dayOf: (startsAt: string) => string,
): { detail: string }[] {
  const grouped = Map.groupBy(warnings, ({ detail }) => detail);
  return [...grouped].map(([detail, of]) => {
    const days = [...new Set(of.map(({ starts_at }) => dayOf(starts_at)))];
    return { detail: `${days.join(', ')}: ${detail}` };
  });
}
