/** Times as people read them, on the clock of the company. */
export interface Formats {
  zone: string;
  /** "9:30 AM" */
  time(at: string | number): string;
  /** "Tue, Mar 9" */
  day(at: string | number): string;
  /** "Tue, Mar 9, 9:30 AM" */
  dayAndTime(at: string | number): string;
  /** "9:30 AM" today, "Tue, Mar 9, 9:30 AM" on another day. */
  short(at: string | number, now: number): string;
  /** "Mar 9, 2027" */
  fullDate(at: string | number): string;
  /** "2027-03-09", for the API. */
  date(at: string | number): string;
}

const made = new Map<string, Formats>();

export function formatsFor(zone: string, language = navigator.language): Formats {
  const key = `${zone} ${language}`;
  const known = made.get(key) ?? makeFormats(zone, language);
  made.set(key, known);
  return known;
}

function makeFormats(zone: string, language: string): Formats {
  const format = (options: Intl.DateTimeFormatOptions, locale = language) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return (at: string | number) => formatter.format(new Date(at));
  };
  const time = format({ hour: 'numeric', minute: '2-digit' });
  const day = format({ weekday: 'short', month: 'short', day: 'numeric' });
  const dayAndTime = (at: string | number) => `${day(at)}, ${time(at)}`;
  const date = format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE');
  return {
    zone,
    time,
    day,
    dayAndTime,
    fullDate: format({ year: 'numeric', month: 'short', day: 'numeric' }),
    date,
    short: (at, now) => (date(at) === date(now) ? time(at) : dayAndTime(at)),
  };
}

/** "Mar 9, 2027" of the date "2027-03-09", which is the same day everywhere. */
export function plainDate(date: string, language = navigator.language): string {
  return formatsFor('UTC', language).fullDate(`${date}T00:00:00Z`);
}

/** "0:42", "12:05", "3 h 10 min", "2 days": how long someone has been waiting. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}
