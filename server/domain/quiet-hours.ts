import type { FieldError } from '../platform/errors.ts';
import { timeZonesOfPhone } from './phone-time-zones.ts';

/** When texts and emails may be sent, in the local time of the recipient. Pure rules. */

export interface QuietHours {
  /** HH:MM, included. */
  allowed_from: string;
  /** HH:MM, not included; 24:00 for the end of the day. */
  allowed_until: string;
}

export const DEFAULT_QUIET_HOURS: QuietHours = { allowed_from: '08:00', allowed_until: '21:00' };

/** Two days and a clock change include every possible opening. */
const DAYS_AHEAD = 3;

export function quietHoursErrors(hours: QuietHours, pointer: string): FieldError[] {
  if (hours.allowed_from < hours.allowed_until) return [];
  const detail =
    'The field quiet_hours.allowed_until must be later than allowed_from, otherwise nothing could ever be sent. Use 00:00 to 24:00 to allow the whole day.';
  return [{ pointer: `${pointer}/allowed_until`, code: 'out_of_range', detail }];
}

/** The zones of the phone, otherwise the zone of the organization. If several are possible, all apply. */
export function recipientZones(phone: string | null, organizationZone: string): readonly string[] {
  const zones = phone === null ? [] : timeZonesOfPhone(phone);
  return zones.length === 0 ? [organizationZone] : zones;
}

/**
 * The first moment from `now` on at which sending is allowed in all zones: `now` itself, or a full minute. Null
 * if there is none, because the zones are too far apart for such short hours.
 */
export function nextAllowed(now: Date, hours: QuietHours, zones: readonly string[]): Date | null {
  if (zones.every((zone) => isAllowed(now.getTime(), hours, zone))) return now;
  const openings = zones
    .flatMap((zone) => openingsIn(zone, now, hours))
    .filter((opening) => opening > now.getTime())
    .sort((a, b) => a - b);
  const first = openings.find((at) => zones.every((zone) => isAllowed(at, hours, zone)));
  return first === undefined ? null : new Date(first);
}

function isAllowed(at: number, { allowed_from, allowed_until }: QuietHours, zone: string): boolean {
  const local = clockTime(at, zone);
  return allowed_from <= local && local < allowed_until;
}

function clockTime(at: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
}

/**
 * The moments when sending may become allowed: the start time of each day, both times on a day when it occurs
 * twice, and the clock change itself, which may skip the start time.
 */
function openingsIn(zone: string, now: Date, { allowed_from }: QuietHours): number[] {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const openings: number[] = [];
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    const local = start.toPlainDate().add({ days: day }).toPlainDateTime(allowed_from);
    for (const disambiguation of ['earlier', 'later'] as const) {
      openings.push(local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds);
    }
  }
  const change = start.getTimeZoneTransition('next')?.epochMilliseconds;
  return change === undefined ? openings : [...openings, change];
}
