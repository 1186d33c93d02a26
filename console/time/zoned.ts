/** Between fields of the form `2027-03-09T09:30`, on the clock of the company, and instants of the API. Pure. */

const MINUTE_MS = 60_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** "2027-03-09T09:30" on the clock of the zone, for a field. */
export function localOf(at: string | number, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(zone, clock);
  return clock.format(new Date(at)).replace(' ', 'T');
}

/**
 * The instant of a field, for the API; null if it is not a time. Of a time that clocks skip, the same distance after the
 * change; of one that occurs twice, the first.
 */
export function instantOf(local: string, zone: string): string | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const dayBefore = asUtc - offsetAt(asUtc - 1440 * MINUTE_MS, zone);
  const dayAfter = asUtc - offsetAt(asUtc + 1440 * MINUTE_MS, zone);
  const fits = [dayBefore, dayAfter].find((at) => localOf(at, zone) === local);
  return new Date(fits ?? dayBefore).toISOString();
}

function offsetAt(at: number, zone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${localOf(minute, zone)}:00Z`) - minute;
}
