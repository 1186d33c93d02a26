/** Pure rules of timers that follow the time of an appointment, such as a reminder 24 hours before it starts. */

export const ANCHORS = ['starts_at', 'ends_at'] as const;
export type Anchor = (typeof ANCHORS)[number];

export interface Timer {
  anchor: Anchor;
  /** ISO 8601, negative before the anchor: `-PT24H`. Days and longer units follow the calendar of the time zone. */
  offset: string;
}

export interface TimedAppointment {
  starts_at: Date;
  ends_at: Date;
  status: string;
}

/** The reason of a timer whose time was over before anything could be sent. */
export const IN_THE_PAST = 'timer_in_the_past';

/** Longer than a visit is planned ahead; a longer offset is a mistake. */
const MAX_OFFSET_DAYS = 400;

export type TimerState =
  | { state: 'waits'; at: Date; anchoredAt: Date }
  /** The time is over: nothing is sent. */
  | { state: 'past'; at: Date; anchoredAt: Date }
  /** The appointment is canceled or already happened; the type of the event that ended it. */
  | { state: 'over'; endedBy: string };

/** Null if the text is not a duration. */
export function readOffset(text: string): Temporal.Duration | null {
  try {
    return text.length > 40 ? null : Temporal.Duration.from(text);
  } catch {
    return null;
  }
}

export function isOffsetTooLong(offset: Temporal.Duration): boolean {
  try {
    const days = offset.abs().total({ unit: 'days', relativeTo: '2023-03-01' });
    return days > MAX_OFFSET_DAYS;
  } catch {
    return true;
  }
}

export function anchorTime({ anchor }: Timer, appointment: TimedAppointment): Date {
  return appointment[anchor];
}

/** When the timer is due. A day before is the same local time on the day before, also when clocks change. */
export function timerTime(timer: Timer, appointment: TimedAppointment, timeZone: string): Date {
  const offset = readOffset(timer.offset);
  if (offset === null) throw new RangeError(`Not a duration: ${timer.offset}`);
  const start = Temporal.Instant.fromEpochMilliseconds(anchorTime(timer, appointment).getTime());
  return new Date(start.toZonedDateTimeISO(timeZone).add(offset).epochMilliseconds);
}

export function timerState(
  timer: Timer,
  appointment: TimedAppointment,
  now: Date,
  timeZone: string,
): TimerState {
  const endedBy = endOf(timer, appointment.status);
  if (endedBy !== null) return { state: 'over', endedBy };
  const at = timerTime(timer, appointment, timeZone);
  const anchoredAt = anchorTime(timer, appointment);
  return { state: at <= now ? 'past' : 'waits', at, anchoredAt };
}

/** A timer before the appointment is useless once its anchor has passed, for example after an outage. */
export function isTooLate(timer: Timer, anchoredAt: Date, now: Date): boolean {
  return isBefore(timer) && anchoredAt <= now;
}

/** Whether it is to come before its anchor. */
export function isBefore({ offset }: Timer): boolean {
  return (readOffset(offset)?.sign ?? 0) <= 0;
}

const ENDS: Readonly<Record<string, string>> = {
  in_progress: 'appointment.started',
  completed: 'appointment.completed',
  no_show: 'appointment.no_show',
  canceled: 'appointment.canceled',
};

/** The event that ended timers when the appointment got this status; null if it ended none. */
export function endedTimersBy(status: unknown): string | null {
  return typeof status === 'string' ? (ENDS[status] ?? null) : null;
}

/** A canceled appointment ends all its timers. One that happened ends those that were to come before. */
function endOf(timer: Timer, status: string): string | null {
  if (status === 'canceled') return 'appointment.canceled';
  if (!isBefore(timer)) return null;
  if (status === 'in_progress' && timer.anchor === 'ends_at') return null;
  return ENDS[status] ?? null;
}
