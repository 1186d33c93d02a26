import { knownId } from '../../domain/known-id.ts';
import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { isRefusedBy } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem, Refusal, validationFailed } from '../../platform/errors.ts';
import {
  anyoneUnlessNamed,
  appointmentBooked,
  assertHeld,
  BOOKED,
  bookHeld,
  calendarOwnersOf,
  describeBooking,
  type FullAppointment,
  findAlternatives,
  findAppointment,
  findHold,
  findNeed,
  findOpenPlace,
  insertVisit,
  isLapsed,
  lockHold,
  lockPlace,
  makeRoom,
  outsideArea,
  type TakenPlace,
  toAppointment,
  toVisitRequest,
  type VisitRequest,
} from '../calendar/index.ts';
import { tryToCount } from '../capacity/index.ts';
import {
  type CapturePolicy,
  capture,
  findLead,
  findLeadBySourceRef,
  lockLead,
  toLead,
} from '../leads/index.ts';
import { findQuestions } from '../services/index.ts';
import { answerErrors, notesWith } from './answers.ts';
import type { Booking, CreateBookingBody } from './schemas.ts';

const DEFAULT_SOURCE = 'booking';

/** Who sent it: anyone, by a public page, or a token. */
export interface BookedBy extends CapturePolicy {
  isPublic: boolean;
}

export interface BookingResult {
  isNew: boolean;
  booking: Booking;
}

/**
 * Captures a lead and books its visit, in one transaction. What other bookings can wait for is locked before the lead is
 * captured: that locks the counter of the organization, which every transaction needs at its end.
 */
export async function book(tx: Tx, body: CreateBookingBody, by: BookedBy): Promise<BookingResult> {
  const earlier = await findEarlier(tx, body);
  if (earlier) return earlier;
  const request = await readRequest(tx, body);
  const locked = await lock(tx, request);
  // The same request can have been booked while this one waited.
  const meanwhile = await findEarlier(tx, body);
  if (meanwhile) return meanwhile;
  const place = await take(tx, request, locked).catch((error: unknown) => {
    if (body.capture_if_taken === true && isNotOpen(error)) return null;
    throw error;
  });
  const alternatives = place === null ? await alternativesTo(tx, request) : [];
  const leadId = await captureContact(tx, body, request, by);
  const visit = place && (await insert(tx, request, place, leadId));
  const lead = toLead(await findLead(tx, leadId));
  return { isNew: true, booking: { lead, appointment: visit, alternatives } };
}

/** Only captures the lead, of a customer who found no time: with the same notes and the same reference. */
export async function captureRequest(
  tx: Tx,
  { starts_at: _, hold_id: __, ...body }: CreateBookingBody,
  by: BookedBy,
): Promise<BookingResult> {
  const earlier = await findEarlier(tx, body);
  if (earlier) return earlier;
  const leadId = await captureContact(tx, body, await readRequest(tx, body), by);
  const lead = toLead(await findLead(tx, leadId));
  return { isNew: true, booking: { lead, appointment: null, alternatives: [] } };
}

/** What a booking is about: the time of a hold, or a time that is taken now. */
interface Request {
  hold: FullAppointment | null;
  visit: VisitRequest | null;
  isOutside: boolean;
  service: string;
  notes: string | null;
}

async function readRequest(tx: Tx, body: CreateBookingBody): Promise<Request> {
  const hold =
    body.hold_id === undefined ? null : await findHold(tx, knownId('hold', body.hold_id));
  if (hold !== null && hold.lead_id !== null) throw forAnother();
  const service = body.service ?? hold?.service ?? '';
  const questions = await findQuestions(tx, service);
  const errors = answerErrors(questions, body.answers ?? {});
  if (errors.length > 0) throw validationFailed(errors);
  const notes = notesWith(body.notes ?? null, questions, body.answers ?? {});
  if (body.starts_at === undefined) return { hold, visit: null, isOutside: false, service, notes };
  const fields = { service, starts_at: body.starts_at, notes, ...whereAndWho(body) };
  const { requested, isOutside } = await findNeed(tx, fields);
  const assignee = anyoneUnlessNamed(fields);
  const visit = { ...toVisitRequest(fields, requested), assignee, isStrict: true };
  return { hold, visit, isOutside, service, notes };
}

function forAnother() {
  const detail =
    'This hold is for a lead already. Book it with POST /v1/appointments and its hold_id.';
  return validationFailed([{ pointer: '/hold_id', code: 'not_allowed', detail }]);
}

function whereAndWho({ postal_code, assigned_to, crew }: CreateBookingBody) {
  return {
    ...(postal_code !== undefined && { postal_code }),
    ...(assigned_to !== undefined && { assigned_to }),
    ...(crew !== undefined && { crew }),
  };
}

type Locked =
  | { hold: FullAppointment }
  | { visit: VisitRequest; place: Awaited<ReturnType<typeof lockPlace>> }
  | null;

/** A hold that has ended is no obstacle if its time is still open. */
async function lock(tx: Tx, { hold, visit }: Request): Promise<Locked> {
  const isHeld = hold?.status === 'held' && !isLapsed(hold, tx.now);
  if (hold !== null && (isHeld || visit === null)) {
    return { hold: await lockHold(tx, hold.appointment_id) };
  }
  return visit && { visit, place: await lockPlace(tx, visit) };
}

type Taken = { hold: FullAppointment } | { visit: VisitRequest; taken: TakenPlace };

async function take(tx: Tx, { isOutside }: Request, locked: Locked): Promise<Taken> {
  if (locked === null) throw new Error('A booking has a hold or a time.');
  if ('hold' in locked) {
    assertHeld(locked.hold, tx.now);
    return locked;
  }
  const { visit, place } = locked;
  if (isOutside && 'everyone' in visit.assignee) throw outsideArea();
  const taken = await findOpenPlace(tx, visit, place, null);
  await makeRoom(tx, taken.counted);
  if (await tryToCount(tx, taken.counted)) return { visit, taken };
  throw new Refusal('capacity_not_exceeded');
}

const NOT_OPEN: readonly string[] = [
  ...BOOKING_PROBLEMS,
  'outside_area',
  'hold_lapsed',
  'hold_taken',
];

/** Whether a booking failed because its time or its place is not open. */
export function isNotOpen(error: unknown): boolean {
  return (
    error instanceof Refusal ||
    isRefusedBy(error, 'appointment_no_overlap') ||
    (error instanceof Problem && NOT_OPEN.includes(error.code))
  );
}

async function alternativesTo(tx: Tx, { visit, isOutside }: Request) {
  if (visit === null || (isOutside && 'everyone' in visit.assignee)) return [];
  return findAlternatives(tx, calendarOwnersOf(visit.assignee), visit.requested);
}

/** What was asked for, to offer alternatives to it. */
export function describeRequest(tx: Tx, body: CreateBookingBody) {
  const { service = '', starts_at = '' } = body;
  return describeBooking(tx, { service, starts_at, ...whereAndWho(body) });
}

async function captureContact(
  tx: Tx,
  body: CreateBookingBody,
  { service, notes }: Request,
  { isPublic, ...policy }: BookedBy,
): Promise<string> {
  const { contact, consent, source, source_ref, metadata, attribution } = body;
  const fields = {
    ...contact,
    address: addressOf(body),
    notes,
    service_needed: service,
    source: source ?? DEFAULT_SOURCE,
    source_ref: source_ref ?? null,
    ...(metadata && { metadata }),
    ...(attribution && { attribution }),
  };
  const { row } = await capture(tx, { fields, consent, isPublic }, policy);
  return row.lead_id;
}

/** With the postal code, which says more than a street alone. */
function addressOf({ contact: { address }, postal_code }: CreateBookingBody): string | null {
  const text = address?.trim() || null;
  if (postal_code === undefined || text?.includes(postal_code)) return text;
  const both = text === null ? postal_code : `${text}, ${postal_code}`;
  return both.length <= TEXT_LIMITS.address ? both : text;
}

async function insert(tx: Tx, request: Request, taken: Taken, leadId: string) {
  const lead = await lockLead(tx, leadId);
  const { row, warnings } =
    'hold' in taken
      ? await bookHeld(tx, taken.hold, { lead, jobId: null }, { notes: request.notes })
      : await insertVisit(
          tx,
          { lead, jobId: null },
          taken.visit,
          taken.taken,
          BOOKED,
          appointmentBooked,
        );
  return toAppointment(row, tx.now, warnings);
}

const selectVisit = statement(
  'select_newest_visit_of_lead',
  `select appointment_id from appointments
   where organization_id = $1 and lifecycle_number = $2 and status not in ('held', 'canceled')
   order by appointment_id desc limit 1`,
);

/** What this source has booked under the same reference before. */
async function findEarlier(tx: Tx, body: CreateBookingBody): Promise<BookingResult | null> {
  if (body.source_ref == null) return null;
  const lead = await findLeadBySourceRef(tx, body.source ?? DEFAULT_SOURCE, body.source_ref);
  if (lead === null) return null;
  const values = [tx.organizationId, lead.lifecycle_number];
  const [visit] = await tx.query<{ appointment_id: string }>(selectVisit, values);
  const row = visit && (await findAppointment(tx, visit.appointment_id));
  const appointment = row ? toAppointment(row, tx.now) : null;
  return { isNew: false, booking: { lead: toLead(lead), appointment, alternatives: [] } };
}
