import { toPublicId } from '../../domain/ids.ts';
import { component, line, textLine, timeLine } from './icalendar.ts';
import type { Entry, FeedCalendar } from './queries.ts';

/** Pure rules: the appointments of a user as an iCalendar feed. */

/** How long calendar apps may show a copy before they request the feed again. */
export const MAX_AGE_MINUTES = 5;

/**
 * The feed in parts, one per appointment, since a long one takes a while to write. No METHOD, so DTSTAMP is the time of
 * the last change and an unchanged feed stays identical.
 */
export function* writeFeed(calendar: FeedCalendar): Generator<string, void> {
  const { user_name, organization_name, appointments } = calendar;
  yield line('BEGIN', 'VCALENDAR');
  yield line('VERSION', '2.0');
  yield line('PRODID', '-//Throughline//Throughline//EN');
  yield line('CALSCALE', 'GREGORIAN');
  yield textLine('X-WR-CALNAME', `${user_name} – ${organization_name}`);
  yield line('REFRESH-INTERVAL;VALUE=DURATION', `PT${MAX_AGE_MINUTES}M`);
  yield line('X-PUBLISHED-TTL', `PT${MAX_AGE_MINUTES}M`);
  for (const appointment of appointments) yield writeEntry(appointment);
  yield line('END', 'VCALENDAR');
}

function writeEntry(entry: Entry): string {
  const status = statusOf(entry.status);
  return component('VEVENT', [
    line('UID', `${toPublicId('appointment', entry.appointment_id)}@throughline`),
    line('SEQUENCE', String(entry.revision)),
    timeLine('DTSTAMP', entry.updated_at),
    timeLine('CREATED', entry.created_at),
    timeLine('LAST-MODIFIED', entry.updated_at),
    timeLine('DTSTART', entry.starts_at),
    timeLine('DTEND', entry.ends_at),
    line('STATUS', status),
    line('TRANSP', status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'),
    textLine('SUMMARY', summaryOf(entry)),
    textLine('LOCATION', entry.location?.address),
    geoLine(entry),
    textLine('DESCRIPTION', descriptionOf(entry)),
  ]);
}

function statusOf(status: string): 'TENTATIVE' | 'CANCELLED' | 'CONFIRMED' {
  if (status === 'held') return 'TENTATIVE';
  return status === 'canceled' || status === 'no_show' ? 'CANCELLED' : 'CONFIRMED';
}

/** Type `water_heater_repair` and contact Dana give "Water heater repair: Dana". */
function summaryOf({ type, name }: Entry): string {
  const words = type.replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return name === null ? title : `${title}: ${name}`;
}

function descriptionOf({ phone, email, lifecycle_number, notes }: Entry): string {
  return [
    ...(phone === null ? [] : [`Phone: ${phone}`]),
    ...(email === null ? [] : [`Email: ${email}`]),
    `Lifecycle number: ${lifecycle_number}`,
    ...(notes === null ? [] : [notes]),
  ].join('\n');
}

function geoLine({ location }: Entry): string {
  const { latitude, longitude } = location ?? {};
  if (latitude === undefined || longitude === undefined) return '';
  return line('GEO', `${latitude.toFixed(6)};${longitude.toFixed(6)}`);
}
