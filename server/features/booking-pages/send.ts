import { toUuid } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import {
  type Booking,
  type BookingResult,
  book,
  captureRequest,
  findBooking,
  isNotOpen,
} from '../bookings/index.ts';
import { takeChallenge, type UsableChallenge } from '../forms/index.ts';
import { linkOfBooking } from '../links/index.ts';
import { type Contact, contentHash, toBooking } from './contact.ts';
import type { Shown } from './layout.ts';
import type { PublicPage } from './queries.ts';
import { keyOf } from './submission.ts';
import { type OpenTime, readAlternatives } from './times.ts';
import type { Wish } from './wish.ts';

/** What came of a request that passed all checks. */
export type Outcome =
  | { kind: 'done'; result: BookingResult; link: string | null }
  /** The visitor had booked already, and sent something else since. */
  | { kind: 'earlier'; booking: Booking }
  /** The challenge was used for another request before. */
  | { kind: 'replayed' }
  /** The same, and the visit of that request was canceled a moment ago. */
  | { kind: 'canceled' }
  | { kind: 'outside' }
  | { kind: 'lost'; alternatives: OpenTime[] };

/** Other starts in the window that was promised are tried before the visitor is asked again. */
const MAX_ATTEMPTS = 3;

/** Books the visit, or captures the lead of a request without a time, in one transaction with the challenge. */
export async function send(
  database: Database,
  shown: Shown,
  sent: { wish: Wish; contact: Contact },
  challenge: UsableChallenge,
): Promise<Outcome> {
  const { page, texts, language } = shown;
  // Without an id of its own, the challenge makes it one request.
  const { contact } = sent;
  let submission = sent.wish.submission || challenge.key;
  let wasCanceled = false;
  const by = {
    country: page.country,
    qualificationPolicy: page.qualification_policy,
    isPublic: true,
  };
  const options = transactionOf(page);
  let { start } = sent.wish;
  for (let attempt = 1; ; attempt += 1) {
    const wish = { ...sent.wish, submission };
    const body = toBooking(page, wish, contact, texts, language);
    try {
      const at = start === null ? {} : { starts_at: new Date(start).toISOString() };
      return await database.transaction(options, async (tx) => {
        const content = contentHash(wish, contact);
        if (!(await takeChallenge(tx, challenge, content))) {
          return { kind: wasCanceled ? ('canceled' as const) : ('replayed' as const) };
        }
        // Its key is used once, as that of a challenge: what is sent with it later is the same, or it is not sent at all.
        const once = { ...challenge, key: keyOf(wish.submission) };
        if (start !== null && !(await takeChallenge(tx, once, content))) {
          const booking = await findBooked(tx, page, wish);
          if (booking?.appointment) return { kind: 'earlier' as const, booking };
        }
        const made =
          start === null
            ? withoutCanceled(await captureRequest(tx, body, by))
            : await book(tx, { ...body, ...at }, by);
        if (isCanceled(made.booking)) throw new VisitCanceled();
        return { kind: 'done' as const, result: made, link: await linkTo(tx, made) };
      });
    } catch (error) {
      if (error instanceof VisitCanceled) {
        if (submission === challenge.key) return { kind: 'canceled' };
        // The office canceled it after it was looked up: as if that had been before, the challenge makes it another request.
        submission = challenge.key;
        wasCanceled = true;
        continue;
      }
      if (wish.start === null || !isNotOpen(error)) throw error;
      if (error instanceof Problem && error.code === 'outside_area') return { kind: 'outside' };
      const alternatives = await findAlternatives(database, page, wish, wish.start);
      const same =
        attempt < MAX_ATTEMPTS && alternatives.find((one) => isPromised(one, wish.start));
      if (!same) return { kind: 'lost', alternatives };
      start = same.start;
    }
  }
}

/** What was booked with the submission of a wish; without an appointment if that was canceled. */
export async function findBooked(
  tx: Tx,
  { source }: PublicPage,
  { submission }: Wish,
): Promise<Booking | null> {
  if (submission === '') return null;
  const { booking } = (await findBooking(tx, { source, source_ref: submission })) ?? {};
  if (booking === undefined) return null;
  return isCanceled(booking) ? { ...booking, appointment: null } : booking;
}

/** Ends a transaction that found what it books booked before, and canceled since: nothing of it is kept. */
class VisitCanceled extends Error {
  override name = 'VisitCanceled';
}

function isCanceled({ appointment }: Booking): boolean {
  return appointment?.status === 'canceled';
}

/** What is left of a request without a time whose visit was canceled is the request. */
function withoutCanceled(result: BookingResult): BookingResult {
  const { booking } = result;
  return isCanceled(booking) ? { ...result, booking: { ...booking, appointment: null } } : result;
}

/** The path of the customer's link to the visit; null for a request without one. */
async function linkTo(tx: Tx, { booking }: BookingResult): Promise<string | null> {
  const { lead, appointment } = booking;
  const appointment_id = appointment && toUuid('appointment', appointment.appointment_id);
  if (appointment_id === null) return null;
  return linkOfBooking(tx, { appointment_id, lifecycle_number: lead.lifecycle_number }, '');
}

function isPromised({ window }: OpenTime, wanted: number | null): boolean {
  return window !== null && wanted !== null && window.start <= wanted && wanted < window.end;
}

function findAlternatives(database: Database, page: PublicPage, wish: Wish, lost: number) {
  const wanted = { service: wish.service?.code ?? '', postalCode: wish.postalCode };
  return database.read(transactionOf(page), (tx) => readAlternatives(tx, wanted, lost));
}

export function transactionOf({ organization_id, name }: PublicPage) {
  const actor = { type: 'system', id: null, name: `Booking page: ${name}` } as const;
  return { organizationId: organization_id, actor };
}
