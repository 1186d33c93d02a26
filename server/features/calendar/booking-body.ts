import { toUuid } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { FieldError } from '../../platform/errors.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { AppointmentRow } from './appointment-row.ts';
import type { Wanted } from './booking.ts';
import type { BookAppointmentBody } from './booking-schemas.ts';
import type { Location } from './visit-schemas.ts';

/** What a booking, a hold and a change have in common as they are sent: what is wrong with it, what it means. */

const MINUTE = 60_000;
const DEFAULT_DURATION_MINUTES = 60;

/** A booking or a hold, as it was sent. */
export type Booking = Omit<BookAppointmentBody, 'hold_id'>;

/** Who is to go there: a user, nobody yet, or whoever of a team is free. */
export type For = { assignedTo: string | null } | { teamId: string };

const TARGETS = ['lead_id', 'customer_id', 'job_id', 'lifecycle_number'] as const;

/** What every booking needs, be it for a while or for good. */
export function bookingErrors(body: Record<string, unknown>): FieldError[] {
  return [...visitErrors(body), ...oneOfErrors(body, TARGETS, 'whom it is for')];
}

/** What is wrong with when somebody is to go, and who. */
export function visitErrors(body: Record<string, unknown>): FieldError[] {
  const errors = timeErrors(body);
  if (body.starts_at === undefined) {
    const detail =
      'The field starts_at is missing: when it starts, such as 2027-03-02T09:00:00-05:00.';
    errors.push({ pointer: '/starts_at', code: 'required', detail });
  }
  if (body.assigned_to !== undefined && body.team_id !== undefined) {
    const detail = 'Give either assigned_to or team_id: who goes there.';
    errors.push({ pointer: '/team_id', code: 'not_allowed', detail });
  }
  return errors;
}

/** What is wrong with the times in a body, whatever else is in it. */
export function timeErrors(body: Record<string, unknown>): FieldError[] {
  const window = givenWindow(body.arrival_window);
  const errors = Object.entries({
    '/starts_at': body.starts_at,
    '/arrival_window/starts_at': window.starts_at,
    '/arrival_window/ends_at': window.ends_at,
  })
    .filter(([, text]) => isOutsideSupportedRange(text))
    .map(([pointer]) => {
      const name = pointer.slice(1).replace('/', '.');
      return {
        pointer,
        code: 'out_of_range',
        detail: `The field ${name} must be ${SUPPORTED_RANGE}.`,
      };
    });
  if (Date.parse(String(window.starts_at)) > Date.parse(String(window.ends_at))) {
    const detail = 'The arrival window must not end before it starts.';
    errors.push({ pointer: '/arrival_window/ends_at', code: 'out_of_range', detail });
  }
  return errors;
}

/** What is no window is for the schema to name. */
function givenWindow(window: unknown): { starts_at?: unknown; ends_at?: unknown } {
  return typeof window === 'object' && window !== null ? window : {};
}

/** A visit that is asked for: when, by whom, and what is said of it. */
export interface VisitRequest {
  wanted: Wanted;
  who: For;
  isStrict: boolean;
  type: string | null;
  /** Undefined for the address of the lead. */
  location: Location | null | undefined;
  notes: string | null;
  arrival: Pick<AppointmentRow, 'arrival_starts_at' | 'arrival_ends_at'>;
}

/** Of a body that was found in order. */
export function readBooking(body: Booking): VisitRequest {
  return {
    wanted: wantedOf(body),
    who: whoOf(body),
    isStrict: body.strict ?? false,
    type: body.type ?? null,
    location: body.location,
    notes: body.notes ?? null,
    arrival: arrivalOf(body),
  };
}

export function wantedOf({ starts_at = '', duration_minutes, service }: Booking): Wanted {
  const start = Date.parse(starts_at);
  const end = start + (duration_minutes ?? DEFAULT_DURATION_MINUTES) * MINUTE;
  return { start, end, service: service ?? null };
}

export function whoOf({ assigned_to, team_id }: Booking): For {
  if (team_id !== undefined) return { teamId: knownId('team', team_id) };
  return { assignedTo: assigned_to === undefined ? null : userIdOf(assigned_to) };
}

/** What is no user's id is as unknown as any other. */
export function userIdOf(publicId: string): string {
  return toUuid('user', publicId) ?? NIL_UUID;
}

export function arrivalOf({ arrival_window }: Pick<Booking, 'arrival_window'>) {
  return {
    arrival_starts_at: arrival_window ? new Date(arrival_window.starts_at) : null,
    arrival_ends_at: arrival_window ? new Date(arrival_window.ends_at) : null,
  };
}

/** What is said of a visit beside when it is and whose: what was left out stays as it is. */
export function saidOf(body: Pick<Booking, 'type' | 'location' | 'notes' | 'arrival_window'>) {
  const { type, location, notes, arrival_window } = body;
  return {
    ...(type === undefined ? {} : { type }),
    ...(location === undefined ? {} : { location }),
    ...(notes === undefined ? {} : { notes }),
    ...(arrival_window === undefined ? {} : arrivalOf(body)),
  };
}
