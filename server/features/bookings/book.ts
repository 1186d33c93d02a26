import { toPublicId } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, Problem, Refusal, validationFailed } from '../../platform/errors.ts';
import {
  anyoneUnlessNamed,
  appointmentBooked,
  assertFree,
  assertHeld,
  assertSame,
  BOOKED,
  bookHeld,
  calendarOwnersOf,
  type FullAppointment,
  findAlternatives,
  findAppointment,
  findHold,
  findNeed,
  findOpenPlace,
  HOLD_LAPSED,
  insertVisit,
  isLapsed,
  isPlaceRefused,
  type Location,
  lockHold,
  lockPlace,
  makeRoom,
  newAreaOf,
  outsideArea,
  type TakenPlace,
  toAppointment,
  toVisitRequest,
  type VisitRequest,
} from '../calendar/index.ts';
import { type CapacityChange, tryToChangeCapacity } from '../capacity/index.ts';
import {
  type CapturePolicy,
  capture,
  findLead,
  findLeadBySourceRef,
  type LeadRow,
  lockActiveLead,
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
  const found = await findEarlier(tx, body);
  const earlier = found?.visitId === null ? await lockToBook(tx, found) : found;
  if (earlier !== null && earlier.visitId !== null) return toResult(tx, earlier);
  const request = await readRequest(tx, body);
  const locked = await lock(tx, request);
  const place = await take(tx, request, locked, body).catch((error: unknown) => {
    if (body.capture_if_taken === true && isNotOpen(error)) return null;
    throw error;
  });
  const alternatives = place === null ? await alternativesTo(tx, request) : [];
  const leadId = earlier?.lead.lead_id ?? (await captureContact(tx, body, request, by));
  const visit = place && (await insert(tx, request, place, leadId));
  const lead = toLead(await findLead(tx, leadId));
  const isNew = earlier === null || visit !== null;
  return { isNew, booking: { lead, appointment: visit, alternatives } };
}

/** Only captures the lead, of a customer who found no time: with the same notes and the same reference. */
export async function captureRequest(
  tx: Tx,
  { starts_at: _, hold_id: __, ...body }: CreateBookingBody,
  by: BookedBy,
): Promise<BookingResult> {
  const earlier = await findEarlier(tx, body);
  if (earlier) return toResult(tx, earlier);
  const leadId = await captureContact(tx, body, await readRequest(tx, body), by);
  const lead = toLead(await findLead(tx, leadId));
  return { isNew: true, booking: { lead, appointment: null, alternatives: [] } };
}

/** What a booking is about: the time of a hold, or a time that is taken now. */
interface Request {
  hold: FullAppointment | null;
  /** Null without a time. */
  visit: VisitRequest | null;
  /** Whether the time is that of the hold, and no other will do. */
  isOfHold: boolean;
  isOutside: boolean;
  service: string;
  notes: string | null;
  /** What a hold takes over from the booking. */
  details: Pick<CreateBookingBody, 'location' | 'notes' | 'arrival_window'>;
}

async function readRequest(tx: Tx, body: CreateBookingBody): Promise<Request> {
  const hold =
    body.hold_id === undefined ? null : await findHold(tx, knownId('hold', body.hold_id));
  const isTaken = hold !== null && hold.lead_id !== null;
  if (isTaken && isHeld(hold, tx.now)) throw forAnother();
  const service = body.service ?? hold?.service ?? '';
  const questions = await findQuestions(tx, service);
  const errors = answerErrors(questions, body.answers ?? {});
  if (errors.length > 0) throw validationFailed(errors);
  // What the booking does not say is that of the hold, also of one that has ended.
  const written = body.notes ?? (isTaken ? null : hold?.notes) ?? null;
  const notes = notesWith(written, questions, body.answers ?? {});
  const location = locationOf(body);
  const { arrival_window } = body;
  const details = {
    notes,
    ...(location !== undefined && { location }),
    ...(arrival_window !== undefined && { arrival_window }),
  };
  const read = { hold, service, notes, details };
  // The time of a hold that was booked is that of someone's visit, and another time would be a second visit.
  const isOfHold = isTaken || (hold !== null && body.starts_at === undefined);
  const startsAt = body.starts_at ?? hold?.starts_at.toISOString();
  if (startsAt === undefined) return { ...read, visit: null, isOfHold, isOutside: false };
  const fields = {
    ...(hold && !isTaken && detailsOfHold(hold, service)),
    ...{ service, starts_at: startsAt, notes },
    ...whereAndWho(body),
    ...(arrival_window !== undefined && { arrival_window }),
  };
  const { requested, isOutside } = await findNeed(tx, fields);
  const assignee = anyoneUnlessNamed(fields);
  const visit = { ...toVisitRequest(fields, requested), assignee, isStrict: true };
  return { ...read, visit, isOfHold, isOutside };
}

function forAnother() {
  const detail =
    'This hold is for a lead already. Book it with POST /v1/appointments and its hold_id.';
  return validationFailed([{ pointer: '/hold_id', code: 'not_allowed', detail }]);
}

function detailsOfHold(hold: FullAppointment, service: string) {
  const { type, location, starts_at, ends_at } = hold;
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000;
  return {
    type,
    ...(location !== null && { location }),
    ...(service === hold.service && { duration_minutes: minutes }),
  };
}

function whereAndWho(body: CreateBookingBody) {
  const { postal_code, assigned_to, crew } = body;
  const location = locationOf(body);
  return {
    ...(location !== undefined && { location }),
    ...(postal_code !== undefined && { postal_code }),
    ...(assigned_to !== undefined && { assigned_to }),
    ...(crew !== undefined && { crew }),
  };
}

function isHeld(hold: FullAppointment, now: Date): boolean {
  return hold.status === 'held' && !isLapsed(hold, now);
}

type Locked =
  | { hold: FullAppointment }
  | { visit: VisitRequest; place: Awaited<ReturnType<typeof lockPlace>> }
  | null;

/** A hold that has ended is no obstacle if its time is still open. */
async function lock(tx: Tx, { hold, visit, isOfHold }: Request): Promise<Locked> {
  if (hold !== null && (isOfHold || isHeld(hold, tx.now))) {
    return { hold: await lockHold(tx, hold.appointment_id) };
  }
  return visit && { visit, place: await lockPlace(tx, visit) };
}

type Taken =
  | { hold: FullAppointment; place: Awaited<ReturnType<typeof newAreaOf>> }
  | { visit: VisitRequest; taken: TakenPlace };

async function take(
  tx: Tx,
  { isOutside }: Request,
  locked: Locked,
  body: CreateBookingBody,
): Promise<Taken> {
  if (locked === null) throw new Error('A booking has a hold or a time.');
  if ('hold' in locked) {
    assertHeld(locked.hold, tx.now);
    const { service, starts_at, assigned_to, crew } = body;
    assertSame({ service, starts_at, assigned_to, crew }, toAppointment(locked.hold, tx.now));
    const { hold } = locked;
    const place = await newAreaOf(tx, hold, whereAndWho(body));
    if (place !== null) await count(tx, { given: [hold], taken: [place] });
    return { hold, place };
  }
  const { visit, place } = locked;
  if (isOutside && 'everyone' in visit.assignee) throw outsideArea();
  const taken = await findOpenPlace(tx, visit, place, null);
  // After the constraint has refused, this transaction could not keep the lead.
  assertFree(visit.requested, taken);
  await count(tx, { given: [], taken: [taken.counted] });
  return { visit, taken };
}

async function count(tx: Tx, change: CapacityChange): Promise<void> {
  await makeRoom(tx, ...change.taken);
  if (!(await tryToChangeCapacity(tx, change))) throw new Refusal('capacity_not_exceeded');
}

const NOT_OPEN: readonly string[] = [
  ...BOOKING_PROBLEMS,
  'outside_area',
  'hold_lapsed',
  'hold_taken',
];

/** Whether a booking failed because its time or its place is not open. */
export function isNotOpen(error: unknown): boolean {
  return isPlaceRefused(error) || (error instanceof Problem && NOT_OPEN.includes(error.code));
}

async function alternativesTo(tx: Tx, { visit, isOutside }: Request) {
  if (visit === null || (isOutside && 'everyone' in visit.assignee)) return [];
  return findAlternatives(tx, calendarOwnersOf(visit.assignee), visit.requested);
}

/** What was asked for, to offer alternatives to it. */
export async function describeRequest(tx: Tx, body: CreateBookingBody) {
  const { visit } = await readRequest(tx, body);
  if (visit === null) throw new Error('A booking has a hold or a time.');
  return { owners: calendarOwnersOf(visit.assignee), requested: visit.requested };
}

async function captureContact(
  tx: Tx,
  body: CreateBookingBody,
  { service, notes }: Request,
  { isPublic, ...policy }: BookedBy,
): Promise<string> {
  const { contact, consent, metadata, attribution } = body;
  const fields = {
    ...contact,
    address: addressOf(body),
    notes,
    service_needed: service,
    ...originOf(body),
    ...(metadata && { metadata }),
    ...(attribution && { attribution }),
  };
  const { row } = await capture(tx, { fields, consent, isPublic }, policy);
  return row.lead_id;
}

/** As it is stored: spaces around it make no other reference. */
type Origin = Pick<CreateBookingBody, 'source' | 'source_ref'>;

function originOf({ source, source_ref }: Origin) {
  return { source: presentText(source) ?? DEFAULT_SOURCE, source_ref: presentText(source_ref) };
}

/** With the postal code, which says more than a street alone. */
function addressOf({ contact, location, postal_code }: CreateBookingBody): string | null {
  const text = contact.address?.trim() || location?.address?.trim() || null;
  if (postal_code === undefined || text?.includes(postal_code)) return text;
  const both = text === null ? postal_code : `${text}, ${postal_code}`;
  return both.length <= TEXT_LIMITS.address ? both : text;
}

/** Undefined for the address of the lead. */
function locationOf(body: CreateBookingBody): Location | undefined {
  if (body.location == null) return undefined;
  const address = body.location.address?.trim() || addressOf(body);
  return { ...body.location, ...(address !== null && { address }) };
}

async function insert(tx: Tx, request: Request, taken: Taken, leadId: string) {
  const lead = await lockLead(tx, leadId);
  const { row, warnings } =
    'hold' in taken
      ? await bookHeld(tx, taken.hold, { lead, jobId: null }, request.details, taken.place ?? {})
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

const lockReference = statement(
  'lock_booking_reference',
  `select pg_advisory_xact_lock(
     hashtextextended('booking ' || $2::text || ' ' || $3::text, hashtextextended($1::uuid::text, 0)))
   from organizations where organization_id = $1`,
);

/** A hold that lapsed was no visit. */
const selectVisit = statement(
  'select_newest_visit_of_lead',
  `select appointment_id from appointments
   where organization_id = $1 and lifecycle_number = $2 and status <> 'held' and created_at >= $3
     and cancel_reason is distinct from '${HOLD_LAPSED}'
   order by (status = 'canceled'), appointment_id desc limit 1`,
);

/** The lead that this source has sent under the same reference before, and its visit. */
interface Earlier {
  lead: LeadRow;
  /** When the reference was first sent: what was booked before that for a lead it was merged into is another visit. */
  since: Date;
  visitId: string | null;
}

/** Bookings with one reference run one after the other, so each sees what those before it have made. */
async function findEarlier(tx: Tx, body: Origin): Promise<Earlier | null> {
  const { source, source_ref } = originOf(body);
  if (source_ref === null) return null;
  tx.query(lockReference, [tx.organizationId, source, source_ref]);
  const sent = await findLeadBySourceRef(tx, source, source_ref);
  if (sent === null) return null;
  const since = sent.created_at;
  for (let lead = sent; ; lead = await findLead(tx, lead.merged_into)) {
    const visitId = await findVisitId(tx, lead, since);
    if (visitId !== null || lead.merged_into === null) return { lead, since, visitId };
  }
}

async function findVisitId(tx: Tx, lead: LeadRow, since: Date): Promise<string | null> {
  const values = [tx.organizationId, lead.lifecycle_number, since];
  const [visit] = await tx.query<{ appointment_id: string }>(selectVisit, values);
  return visit?.appointment_id ?? null;
}

/** As in every booking, the lead comes before the calendars. Someone else can have booked it meanwhile. */
async function lockToBook(tx: Tx, { lead, since }: Earlier): Promise<Earlier> {
  if (lead.deleted_at !== null) throw deletedBefore(lead);
  const locked = await lockActiveLead(tx, lead.lead_id);
  return { lead: locked, since, visitId: await findVisitId(tx, locked, since) };
}

function deletedBefore({ lead_id }: LeadRow) {
  const id = toPublicId('lead', lead_id);
  return conflict(
    'lead_deleted',
    `The lead of this source_ref, ${id}, is deleted. Restore it with POST /v1/leads/${id}/restore, or send another source_ref.`,
  );
}

/** What this source has booked under the same reference before. */
export async function findBooking(tx: Tx, origin: Origin): Promise<BookingResult | null> {
  const earlier = await findEarlier(tx, origin);
  return earlier && toResult(tx, earlier);
}

async function toResult(tx: Tx, { lead, visitId }: Earlier): Promise<BookingResult> {
  const appointment = visitId && toAppointment(await findAppointment(tx, visitId), tx.now);
  const booking = { lead: toLead(lead), appointment: appointment || null, alternatives: [] };
  return { isNew: false, booking };
}
