import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { inSession } from '../../session/in-session.ts';
import { now } from '../../time/clock.ts';
import { addDays, dateIn } from '../../time/days.ts';
import { bodyOf } from './needs.ts';
import { type OpenTime, openTimes } from './open-times.ts';
import type { NeedsState } from './use-needs.ts';

const DAYS_AHEAD = 13;
const BEST = 8;
/** Long enough not to ask for every letter of a postal code. */
const WAIT_MS = 120;

export interface OpenTimes {
  /** Null until they are there. */
  times: readonly OpenTime[] | null;
  isOutside: boolean;
  trouble: Trouble;
}

const WAITING: OpenTimes = { times: null, isOutside: false, trouble: NO_TROUBLE };

/** When someone can come for this in the next two weeks, with the best times for the lead first. */
export function useOpenTimes(lifecycleNumber: string, needs: NeedsState, zone: string): OpenTimes {
  const [found, setFound] = useState(WAITING);
  const { offered, ...rest } = needs;
  const isKnown = offered !== null;
  const { duration_minutes, service, postal_code } = bodyOf(rest);
  useEffect(() => {
    if (!isKnown) return;
    const abort = new AbortController();
    const { signal } = abort;
    setFound(WAITING);
    const from = dateIn(zone, now());
    const span = { from, to: addDays(from, DAYS_AHEAD), duration_minutes };
    const wanted = { ...span, ...(service !== undefined && { service }) };
    const ask = async () => {
      const [best, open] = await inSession(() =>
        Promise.all([
          api.dispatch.suggestSlots(
            { ...wanted, lifecycle_number: lifecycleNumber, limit: BEST },
            { signal },
          ),
          api.availability.get(
            { ...wanted, ...(postal_code !== undefined && { postal_code }) },
            { signal },
          ),
        ]),
      );
      const times = openTimes(best.suggestions, open.slots);
      return { times, isOutside: open.outside_area, trouble: NO_TROUBLE };
    };
    const timer = setTimeout(
      () =>
        ask().then(
          (answer) => !signal.aborted && setFound(answer),
          (error) =>
            !signal.aborted &&
            setFound({ ...WAITING, times: [], trouble: troubleOf(error, ['postal_code']) }),
        ),
      postal_code === undefined ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isKnown, lifecycleNumber, duration_minutes, service, postal_code, zone]);
  return found;
}
