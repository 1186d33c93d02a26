/** An age: `24h`, `7d` and `15m` mean "captured within", `>15m` means "older than", a bare `3` means days. */
const AGE = /^(>?)(\d{1,5})([mhd]?)$/;

const DAY_MS = 86_400_000;
const UNIT_MS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', DAY_MS],
  ['', DAY_MS],
]);

export interface CaptureRange {
  from: Date | null;
  before: Date | null;
}

/** The capture times that an age refers to, relative to now. Null if the text is not an age. */
export function captureRange(age: string, now: Date): CaptureRange | null {
  const [, older, count, unit = ''] = AGE.exec(age) ?? [];
  const unitMs = UNIT_MS.get(unit);
  if (count === undefined || unitMs === undefined) return null;
  const at = new Date(now.getTime() - Number(count) * unitMs);
  return older ? { from: null, before: at } : { from: at, before: null };
}
