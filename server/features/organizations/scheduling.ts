import type { Static } from 'typebox';
import { readWindowLength, writtenWindowLength } from '../../domain/arrival-window.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Scheduling, SchedulingChange } from './organization-schemas.ts';

/** The scheduling settings as columns of the organization. */
export interface SchedulingColumns
  extends Omit<Scheduling, 'arrival_window' | 'travel' | 'customer_changes'> {
  /** Null if the organization promises no arrival windows. */
  arrival_window_minutes: number | null;
  arrival_window_aligned: boolean;
  /** Both null if the way between visits is not counted. */
  travel_speed_kmh: number | null;
  travel_base_minutes: number | null;
  customer_changes_allowed: boolean;
  customer_changes_until_hours: number;
}

export function toScheduling(row: SchedulingColumns): Scheduling {
  const { arrival_window_minutes: minutes, arrival_window_aligned: aligned } = row;
  return {
    minimum_notice_minutes: row.minimum_notice_minutes,
    buffer_minutes: row.buffer_minutes,
    step_minutes: row.step_minutes,
    horizon_days: row.horizon_days,
    arrival_window: minutes === null ? null : { duration: writtenWindowLength(minutes), aligned },
    travel: toTravel(row),
    customer_changes: {
      allowed: row.customer_changes_allowed,
      until_hours_before: row.customer_changes_until_hours,
    },
  };
}

function toTravel(row: SchedulingColumns): Scheduling['travel'] {
  const { travel_speed_kmh: speed_kmh, travel_base_minutes: base_minutes } = row;
  return speed_kmh === null || base_minutes === null ? null : { speed_kmh, base_minutes };
}

/** The settings that were sent; those left out stay as they are. */
export function changedScheduling(
  change: Static<typeof SchedulingChange> = {},
): Partial<SchedulingColumns> {
  const { arrival_window: window, travel, customer_changes: own, ...given } = change;
  const others = {
    ...given,
    ...(travel !== undefined && {
      travel_speed_kmh: travel?.speed_kmh ?? null,
      travel_base_minutes: travel?.base_minutes ?? null,
    }),
    ...(own !== undefined && {
      customer_changes_allowed: own.allowed,
      customer_changes_until_hours: own.until_hours_before,
    }),
  };
  if (window === undefined) return others;
  if (window === null) return { ...others, arrival_window_minutes: null };
  const arrival_window_minutes = readWindowLength(window.duration);
  return { ...others, arrival_window_minutes, arrival_window_aligned: window.aligned ?? true };
}

export function schedulingErrors({ scheduling }: Record<string, unknown>): FieldError[] {
  const duration = durationIn(scheduling);
  if (typeof duration !== 'string' || readWindowLength(duration) !== null) return [];
  const pointer = '/scheduling/arrival_window/duration';
  const detail =
    'The length of an arrival window must be an ISO 8601 duration of whole minutes, from 15 minutes to a day, such as PT2H.';
  return [{ pointer, code: 'invalid_format', detail }];
}

/** The schema reports a value of another form. */
function durationIn(scheduling: unknown): unknown {
  const { arrival_window: window }: { arrival_window?: unknown } = objectOr(scheduling);
  const { duration }: { duration?: unknown } = objectOr(window);
  return duration;
}

function objectOr(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
