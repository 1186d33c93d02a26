import { toUuid } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { FieldError } from '../../platform/errors.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { AppointmentRow } from './appointment-row.ts';
import type { RequestedSlot } from './booking.ts';
import type { BookAppointmentBody } from './booking-schemas.ts';
import { TARGETS } from './booking-schemas.ts';
import type { Location } from './visit-schemas.ts';

/** Validates and reads the fields that the bodies of a booking, a hold and a change share. */

const MINUTE = 60_000;
const DEFAULT_DURATION_MINUTES = 60;

/** The body of a booking or a hold. */
export type Booking = Omit<BookAppointmentBody, 'hold_id'>;

/** The assignee: a user, none, or any free member of a team. */
export type AssigneeChoice = { assignedTo: string | null } | { teamId: string };

/** Checks that apply to bookings and holds. */
export function bookingErrors(body: Record<string, unknown>): FieldError[] {
  return [...visitErrors(body), ...oneOfErrors(body, TARGETS, 'who the appointment is for')];
}

/** Checks of the time and the assignee of a visit. */
export function visitErrors(body: Record<string, unknown>): FieldError[] {
  const errors = timeErrors(body);
  if (body.starts_at === undefined) {
    const detail =
      'The field starts_at is missing. Add the start time with its UTC offset, such as 2027-03-02T09:00:00-05:00.';
    errors.push({ pointer: '/starts_at', code: 'required', detail });
  }
  if (body.assigned_to !== undefined && body.team_id !== undefined) {
    const detail = 'Give either assigned_to or team_id, not both.';
    errors.push({ pointer: '/team_id', code: 'not_allowed', detail });
  }
  return errors;
}

/** Checks of the times in a body. */
export function timeErrors(body: Record<string, unknown>): FieldError[] {
  const window = givenWindow(body.arrival_window);
  const errors = Object.entries({
    '/starts_at': body.starts_at,
    '/ends_at': body.ends_at,
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
  const start = Date.parse(String(body.starts_at));
  errors.push(...lengthErrors(start, body));
  if (Date.parse(String(window.starts_at)) > Date.parse(String(window.ends_at))) {
    const detail =
      'The arrival window ends before it starts. Set arrival_window.ends_at to a later time.';
    errors.push({ pointer: '/arrival_window/ends_at', code: 'out_of_range', detail });
  }
  return errors;
}

/** Of a visit with an end: the same limits as for its duration, which may be sent too if it says the same. */
export function lengthErrors(start: number, body: Record<string, unknown>): FieldError[] {
  const minutes = (Date.parse(String(body.ends_at)) - start) / MINUTE;
  if (Number.isNaN(minutes)) return [];
  if (minutes < 5 || minutes > 1440) {
    const detail = 'The field ends_at must be 5 minutes to 24 hours after the start.';
    return [{ pointer: '/ends_at', code: 'out_of_range', detail }];
  }
  if (body.duration_minutes === undefined || body.duration_minutes === minutes) return [];
  const detail = 'The fields ends_at and duration_minutes say different things. Send one of them.';
  return [{ pointer: '/ends_at', code: 'not_allowed', detail }];
}

/** The schema reports a value that is not a window. */
function givenWindow(window: unknown): { starts_at?: unknown; ends_at?: unknown } {
  return typeof window === 'object' && window !== null ? window : {};
}

/** A requested visit: its time, its assignee and its details. */
export interface VisitRequest {
  requested: RequestedSlot;
  assignee: AssigneeChoice;
  isStrict: boolean;
  type: string | null;
  /** Undefined to use the address of the lead. */
  location: Location | null | undefined;
  notes: string | null;
  /** Undefined for the organization's rule. */
  arrival: Pick<AppointmentRow, 'arrival_starts_at' | 'arrival_ends_at'> | undefined;
}

/** Reads a body that passed validation. */
export function readBooking(body: Booking): VisitRequest {
  return {
    requested: requestedSlotOf(body),
    assignee: assigneeOf(body),
    isStrict: body.strict ?? false,
    type: body.type ?? null,
    location: body.location,
    notes: body.notes ?? null,
    arrival: body.arrival_window === undefined ? undefined : arrivalOf(body),
  };
}

export function requestedSlotOf({
  starts_at = '',
  ends_at,
  duration_minutes,
  service,
}: Booking): RequestedSlot {
  const start = Date.parse(starts_at);
  const length = (duration_minutes ?? DEFAULT_DURATION_MINUTES) * MINUTE;
  const end = ends_at === undefined ? start + length : Date.parse(ends_at);
  return { start, end, service: service ?? null };
}

export function assigneeOf({ assigned_to, team_id }: Booking): AssigneeChoice {
  if (team_id !== undefined) return { teamId: knownId('team', team_id) };
  return { assignedTo: assigned_to === undefined ? null : userIdOf(assigned_to) };
}

/** A malformed id becomes the nil UUID, so it is reported as an unknown user. */
export function userIdOf(publicId: string): string {
  return toUuid('user', publicId) ?? NIL_UUID;
}

export function arrivalOf({ arrival_window }: Pick<Booking, 'arrival_window'>) {
  return {
    arrival_starts_at: arrival_window ? new Date(arrival_window.starts_at) : null,
    arrival_ends_at: arrival_window ? new Date(arrival_window.ends_at) : null,
  };
}

/** The details of a visit apart from its time and assignee; fields left out stay unchanged. */
export function detailsOf(body: Pick<Booking, 'type' | 'location' | 'notes' | 'arrival_window'>) {
  const { type, location, notes, arrival_window } = body;
  return {
    ...(type === undefined ? {} : { type }),
    ...(location === undefined ? {} : { location }),
    ...(notes === undefined ? {} : { notes }),
    ...(arrival_window === undefined ? {} : arrivalOf(body)),
  };
}
