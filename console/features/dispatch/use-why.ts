import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Availability } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import { now } from '../../time/clock.ts';
import type { VisitCard } from './board-data.ts';
import { type Scale, timeAt } from './geometry.ts';
import type { Lanes } from './move-visit.ts';
import { whyAt } from './why.ts';

const HOVER_MS = 300;
const FRESH_MS = 60_000;
const SHORTEST_MINUTES = 30;

export interface Why {
  sentence: string;
  /** In the window. */
  x: number;
  y: number;
}

/** Says why a person cannot come at the time under the pointer, once it rests there. */
export function useWhy(
  tracks: RefObject<HTMLElement | null>,
  day: { date: string; cards: readonly VisitCard[]; scale: Scale; lanes: Lanes },
): Why | null {
  const [why, setWhy] = useState<Why | null>(null);
  const latest = useRef(day);
  latest.current = day;
  useEffect(() => {
    const element = tracks.current;
    if (!element) return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = '';
    const hide = () => {
      clearTimeout(timer);
      setWhy(null);
    };
    const onMove = ({ target, clientX, clientY, pointerType, buttons }: PointerEvent) => {
      // A browser repeats the last position when the page below it changes.
      const place = `${clientX} ${clientY}`;
      if (place === last) return;
      last = place;
      hide();
      const track = target instanceof Element ? target.closest<HTMLElement>('[data-lane]') : null;
      if (!track || pointerType === 'touch' || buttons !== 0) return;
      // A card says itself what it is.
      if (target instanceof Element && target.closest('[data-id]')) return;
      timer = setTimeout(async () => {
        const { date, cards, scale, lanes } = latest.current;
        const at = timeAt(scale, clientX - track.getBoundingClientRect().left, 5);
        const availability = await explain(track.dataset.lane ?? '', date).catch(() => null);
        if (availability === null || end.signal.aborted) return;
        setWhy({ sentence: whyAt(availability, at, cards, lanes.formats), x: clientX, y: clientY });
      }, HOVER_MS);
    };
    element.addEventListener('pointermove', onMove, { signal: end.signal });
    element.addEventListener('pointerleave', hide, { signal: end.signal });
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [tracks]);
  return why;
}

const asked = new Map<string, { at: number; answer: Promise<Availability> }>();

/** What the service says about the day of a person, for a minute. */
export function explain(userId: string, date: string): Promise<Availability> {
  const key = `${userId} ${date}`;
  const known = asked.get(key);
  if (known && now() - known.at < FRESH_MS) return known.answer;
  const answer = inSession(() =>
    api.availability.get({
      user_id: userId,
      from: date,
      to: date,
      duration_minutes: SHORTEST_MINUTES,
      explain: true,
    }),
  );
  asked.set(key, { at: now(), answer });
  answer.catch(() => asked.delete(key));
  return answer;
}

/** A change of the board makes the answers old. */
export function forgetAnswers(): void {
  asked.clear();
}
