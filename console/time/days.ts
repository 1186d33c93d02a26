/** Days on the clock of the company. A date is a text such as 2027-03-02. */

const DAY_MS = 24 * 60 * 60 * 1000;

export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** From midnight to midnight in the zone: 23, 24 or 25 hours. */
export function dayIn(zone: string, date: string): { start: number; end: number } {
  return { start: midnight(zone, date), end: midnight(zone, addDays(date, 1)) };
}

/** The first moment of the date in the zone. Some zones skip midnight; then the day begins later. */
function midnight(zone: string, date: string): number {
  const guess = Date.parse(`${date}T00:00:00Z`);
  // The offset at the guess may be that of the day before; a second look corrects it.
  let at = guess - offsetMs(zone, guess);
  at = guess - offsetMs(zone, at);
  return dateIn(zone, at) === date ? at : at + 60 * 60 * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsIn(zone: string, at: number): Record<string, string> {
  const known =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formatters.set(zone, known);
  return Object.fromEntries(known.formatToParts(at).map(({ type, value }) => [type, value]));
}

export function dateIn(zone: string, at: number): string {
  const { year, month, day } = partsIn(zone, at);
  return `${year}-${month}-${day}`;
}

function offsetMs(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = partsIn(zone, at);
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return local - Math.floor(at / 1000) * 1000;
}

/** How many days lie between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
