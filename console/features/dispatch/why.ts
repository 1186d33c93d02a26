import type { Availability, BlockedTime } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import type { VisitCard } from './board-data.ts';

type Named = Pick<VisitCard, 'id' | 'title'>;

/** What is in the way at a time. */
export interface Why {
  sentence: string;
  isFree: boolean;
  /** The visit that is in the way, if it is one of the board. */
  visitId: string | null;
  /** Whether a visit can be booked all the same: the service warns, but only another visit makes it refuse. */
  canBook: boolean;
}

/** Why a person cannot come at this time; that they are free, if nothing is in the way. */
export function whyAt(
  { blocked = [] }: Pick<Availability, 'blocked'>,
  at: number,
  cards: readonly Named[],
  formats: Formats,
): Why {
  const all = blocked.filter(
    ({ starts_at, ends_at }) => Date.parse(starts_at) <= at && at < Date.parse(ends_at),
  );
  // What is about that very time says more than what is about the day.
  const found = all.find(({ ref }) => ref != null) ?? all[0];
  if (!found) return FREE;
  return {
    sentence: sentenceOf(found, cards, formats),
    isFree: false,
    visitId: cards.find(({ id }) => id === found.ref)?.id ?? null,
    canBook: all.every(({ reason }) => !FINAL.includes(reason)),
  };
}

const FREE: Why = {
  sentence: text.dispatch.why.free,
  isFree: true,
  visitId: null,
  canBook: true,
};

/** The database refuses a second visit at the same time and one too many that day, and no one can be sent who has left. */
const FINAL: readonly string[] = ['appointment', 'hold', 'buffer', 'inactive', 'capacity'];

function sentenceOf(
  { reason, ref, ends_at }: BlockedTime,
  cards: readonly Named[],
  formats: Formats,
): string {
  const until = formats.time(ends_at);
  const who = cards.find(({ id }) => id === ref)?.title ?? text.dispatch.why.anotherVisit;
  const { why } = text.dispatch;
  switch (reason) {
    case 'appointment':
    case 'hold':
      return why.visit(who, until);
    case 'buffer':
      return why.buffer(who, until);
    case 'travel':
      return why.travel(who, until);
    case 'time_off':
      return why.timeOff(until);
    case 'outside_working_hours':
      return why.notWorking;
    case 'minimum_notice':
      return why.minimumNotice(until);
    case 'beyond_horizon':
      return why.beyondHorizon;
    case 'too_short':
      return why.tooShort(until);
    case 'inactive':
      return why.inactive;
    case 'takes_no_visits':
      return why.takesNoVisits;
    case 'skill':
      return why.skill;
    case 'area':
      return why.area;
    case 'capacity':
      return why.capacity;
    case 'crew':
      return why.crew;
    default:
      return why.other;
  }
}
