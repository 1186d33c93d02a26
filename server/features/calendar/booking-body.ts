import { placeOf } from '../../domain/distance.ts';
import { toUuid } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type FieldError } from '../../platform/errors.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { findServedArea, servedArea, type Whereabouts } from '../areas/index.ts';
import { findServiceRules } from '../services/index.ts';
import type { AppointmentRow } from './appointment-row.ts';
import type { RequestedPlace } from './booking.ts';
import type { BookAppointmentBody } from './booking-schemas.ts';
import { TARGETS } from './booking-schemas.ts';
import type { Location } from './visit-schemas.ts';

/** Validates and reads the fields that the bodies of a booking, a hold and a change share. */

const MINUTE = 60_000;

/** The body of a booking or a hold. */
export type Booking = Omit<BookAppointmentBody, 'hold_id'>;

/** The assignee: a user, none, any free member of a team, or anyone who is free and works in the area. */
export type AssigneeChoice =
  | { assignedTo: string | null; crew: readonly string[] }
  | { teamId: string }
  | { everyone: true };

/** Checks that apply to bookings. */
export function bookingErrors(body: Record<string, unknown>): FieldError[] {
  return [...visitErrors(body), ...oneOfErrors(body, TARGETS, 'who the appointment is for')];
}

/** A hold can be for no one yet; then the service says what it is for. */
export function holdErrors(body: Record<string, unknown>): FieldError[] {
  if (hasTarget(body)) return bookingErrors(body);
  const errors = visitErrors(body);
  if (body.service !== undefined) return errors;
  const detail =
    'A hold needs a service, or one of lead_id, customer_id, job_id and lifecycle_number. Add the code of the service.';
  return [...errors, { pointer: '/service', code: 'required', detail }];
}

export function hasTarget(body: Record<string, unknown>): boolean {
  return TARGETS.some((name) => body[name] !== undefined);
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
  return [...errors, ...crewErrors(body)];
}

/** Checks of the crew of a booking: it needs who leads it, and everyone goes once. */
export function crewErrors({ assigned_to, crew }: Record<string, unknown>): FieldError[] {
  if (!Array.isArray(crew) || crew.length === 0) return [];
  if (typeof assigned_to === 'string') return repeatedErrors(assigned_to, crew);
  const detail = 'A crew needs someone who leads it. Add assigned_to.';
  return [{ pointer: '/crew', code: 'not_allowed', detail }];
}

/** Everyone is on a visit once: as the one who leads it, or in the crew. */
export function repeatedErrors(assignedTo: unknown, crew: unknown): FieldError[] {
  if (!Array.isArray(crew)) return [];
  return crew.flatMap((id, index) => {
    if (id !== assignedTo && crew.indexOf(id) === index) return [];
    const detail = 'This user is on the visit already. Name everyone once.';
    return [{ pointer: `/crew/${index}`, code: 'repeated', detail }];
  });
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
  /** The service that was named; null for that of the job or the lead. */
  service: string | null;
  requested: RequestedPlace;
  assignee: AssigneeChoice;
  isStrict: boolean;
  type: string | null;
  /** The place of the person that it is at, if it names one. */
  propertyId?: string | null;
  /** Undefined to use the address of the lead. */
  location: Location | null | undefined;
  notes: string | null;
  /** Undefined for the organization's rule. */
  arrival: Pick<AppointmentRow, 'arrival_starts_at' | 'arrival_ends_at'> | undefined;
}

/** Reads a body that passed validation. */
export async function readBooking(tx: Tx, body: Booking): Promise<VisitRequest> {
  return toVisitRequest(body, await requestedSlotOf(tx, body));
}

export function toVisitRequest(body: Booking, requested: RequestedPlace): VisitRequest {
  return {
    service: body.service ?? null,
    requested,
    assignee: assigneeOf(body),
    isStrict: body.strict ?? false,
    type: body.type ?? null,
    location: body.location,
    notes: body.notes ?? null,
    arrival: body.arrival_window === undefined ? undefined : arrivalOf(body),
  };
}

export async function requestedSlotOf(tx: Tx, booking: Booking): Promise<RequestedPlace> {
  return (await findNeed(tx, booking)).requested;
}

/** What the booking needs, and whether its place is outside of every area. */
export async function findNeed(
  tx: Tx,
  booking: Booking,
): Promise<{ requested: RequestedPlace; isOutside: boolean }> {
  const { starts_at = '', ends_at, duration_minutes, service = null } = booking;
  const [rules, area] = await Promise.all([
    findServiceRules(tx, service),
    findServedArea(tx, whereaboutsOf(booking)),
  ]);
  const { minutes, skills, bufferMs, crewSize } = rules;
  const start = Date.parse(starts_at);
  const length = (duration_minutes ?? minutes) * MINUTE;
  const end = ends_at === undefined ? start + length : Date.parse(ends_at);
  const place = placeOf(booking.location ?? null);
  const need = { service, area: servedArea(area), crewSize, place };
  return { requested: { start, end, skills, bufferMs, need }, isOutside: area === 'outside' };
}

function whereaboutsOf({ postal_code, location }: Booking): Whereabouts {
  return { postalCode: postal_code ?? null, point: placeOf(location ?? null) };
}

export function assigneeOf({ assigned_to, crew = [], team_id }: Booking): AssigneeChoice {
  if (team_id !== undefined) return { teamId: knownId('team', team_id) };
  return {
    assignedTo: assigned_to === undefined ? null : userIdOf(assigned_to),
    crew: crew.map(userIdOf),
  };
}

export function anyoneUnlessNamed(booking: Booking): AssigneeChoice {
  const { assigned_to, team_id } = booking;
  return assigned_to === undefined && team_id === undefined
    ? { everyone: true }
    : assigneeOf(booking);
}

export function outsideArea() {
  return conflict(
    'outside_area',
    'The place is in no area that your organization serves. Choose a user yourself, or add its postal code to an area.',
  );
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
