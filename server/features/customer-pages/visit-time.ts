import { type Formats, formatsFor, type OpenTime } from '../booking-pages/index.ts';
import type { FullAppointment } from '../calendar/index.ts';
import type { Shown } from './shown.ts';

/** Times of a visit as its customer reads them. */

export function formatsOf({ company, language }: Shown, { time_zone }: FullAppointment): Formats {
  return formatsFor({ time_zone, country: company.country }, language);
}

export function timeOf(visit: FullAppointment): OpenTime {
  const { starts_at, arrival_starts_at: from, arrival_ends_at: to } = visit;
  const window = from && to ? { start: from.getTime(), end: to.getTime() } : null;
  return { start: starts_at.getTime(), window };
}

export function readStart(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
