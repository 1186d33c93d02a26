import { formatsFor } from '../../../time/format.ts';
import { localOf } from '../../../time/zoned.ts';

/** "Tue, Dec 1" for a whole day, "Tue, Dec 1 – Fri, Dec 4" for several, and otherwise the times too. */
export function periodText(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  zone: string,
): string {
  const { day, dayAndTime } = formatsFor(zone);
  const isMidnight = (at: string) => localOf(Date.parse(at), zone).endsWith('T00:00');
  if (!isMidnight(starts_at) || !isMidnight(ends_at)) {
    return `${dayAndTime(starts_at)} – ${dayAndTime(ends_at)}`;
  }
  const first = day(starts_at);
  const last = day(Date.parse(ends_at) - 1);
  return first === last ? first : `${first} – ${last}`;
}
