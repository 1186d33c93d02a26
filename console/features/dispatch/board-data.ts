import type { Appointment, DispatchBoard, DispatchLane } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { Card, Span } from './geometry.ts';

/** A visit as the board shows it. */
export interface VisitCard extends Card {
  visit: Appointment;
  about: string;
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

/** The same object for the same version of a visit, so that only changed cards are drawn again. */
const made = new WeakMap<Appointment, VisitCard>();

export function cardOf(visit: Appointment, isStranded: boolean): VisitCard {
  const known = made.get(visit);
  if (known && known.isStranded === isStranded) return known;
  const card = {
    id: visit.appointment_id,
    lane: visit.assigned_to,
    start: Date.parse(visit.starts_at),
    end: Date.parse(visit.ends_at),
    title: visit.contact?.name ?? visit.contact?.phone ?? visit.lifecycle_number,
    about: inWords(visit.type),
    isLive: LIVE.includes(visit.status),
    isStranded,
    visit,
  };
  made.set(visit, card);
  return card;
}

/** All visits of the board in their newest version: also those that another user has just moved. */
export function cardsOf(
  { lanes, tray }: DispatchBoard,
  newest: (visit: Appointment) => Appointment,
): readonly VisitCard[] {
  const stranded = new Set(
    lanes.flatMap((lane) => lane.stranded.map(({ appointment_id }) => appointment_id)),
  );
  return [...lanes.flatMap(({ appointments }) => appointments), ...tray]
    .map((visit) => newest(visit))
    .filter(({ status }) => status !== 'canceled')
    .map((visit) => cardOf(visit, stranded.has(visit.appointment_id)));
}

export function spanOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Span {
  return { start: Date.parse(starts_at), end: Date.parse(ends_at) };
}

/** What a lane says about its day. */
export function loadOf({ utilisation }: DispatchLane): string {
  return utilisation === null ? text.dispatch.off : `${Math.round(utilisation * 100)} %`;
}
