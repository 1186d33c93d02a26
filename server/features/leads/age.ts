/** A span of ages: `24h`, `7d`, `15m` for "captured within", `>15m` for "older than", `3` for days. */
const AGE = /^(>?)(\d{1,5})([mhd]?)$/;

const DAY_MS = 86_400_000;
const UNIT_MS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', DAY_MS],
  ['', DAY_MS],
]);

export interface CaptureSpan {
  from: Date | null;
  before: Date | null;
}

/** When leads of that age were captured, seen from now; null for what is not an age. */
export function captureSpan(age: string, now: Date): CaptureSpan | null {
  const [, older, count, unit = ''] = AGE.exec(age) ?? [];
  const unitMs = UNIT_MS.get(unit);
  if (count === undefined || unitMs === undefined) return null;
  const at = new Date(now.getTime() - Number(count) * unitMs);
  return older ? { from: null, before: at } : { from: at, before: null };
}
