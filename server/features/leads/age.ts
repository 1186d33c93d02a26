/**
 * An age: `24h`, `7d` and `15m` mean "captured within", `>15m` means "older than", a bare `3` means days. An ISO 8601
 * duration such as `P7D` is an age too.
 */
const AGE = /^(>?)(?:(\d{1,5})([mhd]?)|(P[0-9WYMDTHS]{2,20}))$/i;

export interface CaptureRange {
  from: Date | null;
  before: Date | null;
}

/** The capture times that an age refers to, relative to now. Null if the text is not an age. */
export function captureRange(age: string, now: Date): CaptureRange | null {
  const [match, older, count, unit, iso] = AGE.exec(age) ?? [];
  if (match === undefined) return null;
  const duration = iso ?? asDuration(count ?? '', unit?.toLowerCase());
  const at = before(now, duration);
  if (at === null) return null;
  return older ? { from: null, before: at } : { from: at, before: null };
}

function asDuration(count: string, unit: string | undefined): string {
  if (unit === 'h' || unit === 'm') return `PT${count}${unit}`;
  return `P${count}D`;
}

function before(now: Date, duration: string): Date | null {
  try {
    const time = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
    return new Date(time.subtract(duration).epochMilliseconds);
  } catch {
    return null;
  }
}
