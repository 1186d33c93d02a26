import { toPublicId } from '../../domain/ids.ts';
import type { FullAppointment } from '../calendar/index.ts';
import { component, line, textLine, timeLine } from '../calendar-feeds/index.ts';

/** The visit as a file for any calendar; with an arrival window, the time in which to be there. */
export function visitFile(visit: FullAppointment, summary: string, now: Date): string {
  const { arrival_starts_at, arrival_ends_at, starts_at, ends_at, location, revision } = visit;
  return component('VCALENDAR', [
    line('VERSION', '2.0'),
    line('PRODID', '-//Throughline//Throughline//EN'),
    line('METHOD', 'PUBLISH'),
    component('VEVENT', [
      textLine('UID', `${toPublicId('appointment', visit.appointment_id)}@throughline`),
      line('SEQUENCE', String(revision)),
      timeLine('DTSTAMP', now.toISOString()),
      timeLine('DTSTART', (arrival_starts_at ?? starts_at).toISOString()),
      timeLine('DTEND', (arrival_ends_at ?? ends_at).toISOString()),
      textLine('SUMMARY', summary),
      textLine('LOCATION', location?.address ?? null),
    ]),
  ]);
}
