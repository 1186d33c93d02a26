import type { Appointment, DispatchBoard, DispatchLane } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { Card, Span } from './geometry.ts';

/** A visit as the board shows it. */
export interface VisitCard extends Card {
  visit: Appointment;
  about: string;
  /** Whether its lane is of someone who goes along. */
  isCrew: boolean;
  isStranded: boolean;
}

/** They block the time of their user, as in the database. */
const LIVE: readonly string[] = [
  'held',
  'booked',
  'confirmed',
  'dispatched',
  'en_route',
  'in_progress',
];

/** The same objects for the same version of a visit, so that only changed cards are drawn again. */
const made = new WeakMap<Appointment, readonly VisitCard[]>();

/** Who the visit is for. */
export function titleOf({ contact, lifecycle_number }: Appointment): string {
  return contact?.name ?? contact?.phone ?? lifecycle_number ?? text.dispatch.held;
}

/** The same by the id of a visit, which the board may not show. */
export function titleOfVisit(cards: readonly VisitCard[], visit: string): string {
  return cards.find(({ of }) => of === visit)?.title ?? visit;
}

/** One card in the lane of each person on the visit, or one in the tray. */
function cardsOfVisit(visit: Appointment, isStranded: boolean): readonly VisitCard[] {
  const known = made.get(visit);
  if (known?.[0]?.isStranded === isStranded) return known;
  const { appointment_id, assigned_to, crew } = visit;
  const leading = {
    id: appointment_id,
    of: appointment_id,
    lane: assigned_to,
    isCrew: false,
    start: Date.parse(visit.starts_at),
    end: Date.parse(visit.ends_at),
    title: titleOf(visit),
    about: inWords(visit.type),
    isLive: LIVE.includes(visit.status),
    isStranded,
    visit,
  };
  // By its place in the crew, so that a card stays the same when another person takes the place.
  const along = crew.map((lane, place) => {
    return { ...leading, id: `${appointment_id} ${place}`, lane, isCrew: true };
  });
  const cards = [leading, ...along];
  made.set(visit, cards);
  return cards;
}

/** All visits of the board in their newest version: also those that another user has just moved. */
export function cardsOf(
  { lanes, tray }: DispatchBoard,
  newest: (visit: Appointment) => Appointment,
): readonly VisitCard[] {
  const stranded = new Set(
    lanes.flatMap((lane) => lane.stranded.map(({ appointment_id }) => appointment_id)),
  );
  const visits = [...lanes.flatMap(({ appointments }) => appointments), ...tray];
  return [...new Map(visits.map((visit) => [visit.appointment_id, visit])).values()]
    .map((visit) => newest(visit))
    .filter(({ status }) => status !== 'canceled')
    .flatMap((visit) => cardsOfVisit(visit, stranded.has(visit.appointment_id)));
}

export function spanOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Span {
  return { start: Date.parse(starts_at), end: Date.parse(ends_at) };
}

/** What a lane says about its day. */
export function loadOf({ utilisation }: DispatchLane): string {
  return utilisation === null ? text.dispatch.off : `${Math.round(utilisation * 100)} %`;
}
