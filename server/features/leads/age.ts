/** A span of ages: `24h`, `7d`, `15m` for "captured within", `>15m` for "older than", `3` for days. */
const AGE = /^(>?)(\d{1,5})([mhd]?)$/;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, '': 86_400_000 } as const;

export interface CaptureSpan {
  from: Date | null;
  before: Date | null;
}

/** When leads of that age were captured, seen from now; null for what is not an age. */
export function captureSpan(age: string, now: Date): CaptureSpan | null {
  const match = AGE.exec(age);
  if (!match) return null;
  const [, older, count, unit] = match;
  const at = new Date(now.getTime() - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  return older ? { from: null, before: at } : { from: at, before: null };
}
