import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VisitCard } from './board-data.ts';
import { explain } from './explain.ts';
import { alongTime, type Scale, timeAt } from './geometry.ts';
import type { Lanes } from './move-visit.ts';
import { type Why, whyAt } from './why.ts';

const HOVER_MS = 300;

/** While the pointer is this near, what is shown stays: so that it can be reached. */
const NEAR_PX = 28;

/** An answer, beside the place that it is about. */
export interface ShownWhy extends Why {
  lane: string;
  /** The time, on the step of the board. */
  at: number;
  /** In the window. */
  x: number;
  y: number;
}

/** Says why a person cannot come at the time under the pointer, once it rests there. */
export function useWhy(
  tracks: RefObject<HTMLElement | null>,
  day: { date: string; cards: readonly VisitCard[]; scale: Scale; lanes: Lanes },
): { why: ShownWhy | null; hide(): void } {
  const [why, setWhy] = useState<ShownWhy | null>(null);
  const shown = useRef<ShownWhy | null>(null);
  const show = useCallback((next: ShownWhy | null) => {
    shown.current = next;
    setWhy(next);
  }, []);
  const latest = useRef(day);
  latest.current = day;
  useEffect(() => {
    const element = tracks.current;
    if (!element) return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = { x: -1, y: -1 };
    const onMove = (event: PointerEvent) => {
      const { clientX: x, clientY: y } = event;
      // A browser repeats the last position when the page below it changes.
      if (x === last.x && y === last.y) return;
      last = { x, y };
      const { current } = shown;
      if (current && Math.hypot(x - current.x, y - current.y) < NEAR_PX) return;
      clearTimeout(timer);
      show(null);
      const track = restingOn(event);
      if (!track) return;
      timer = setTimeout(async () => {
        const found = await answerAt(track, event, latest.current).catch(() => null);
        if (found && !end.signal.aborted && x === last.x) show({ ...found, x, y });
      }, HOVER_MS);
    };
    const onLeave = ({ relatedTarget: to }: PointerEvent) => {
      last = { x: -1, y: -1 };
      if (to instanceof Element && to.closest('[data-why]')) return;
      clearTimeout(timer);
      show(null);
    };
    element.addEventListener('pointermove', onMove, { signal: end.signal });
    element.addEventListener('pointerleave', onLeave, { signal: end.signal });
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [tracks, show]);
  return { why, hide: () => show(null) };
}

/** The lane under a pointer that only looks; null over a card, which says itself what it is. */
function restingOn({ target, pointerType, buttons }: PointerEvent): HTMLElement | null {
  if (!(target instanceof Element) || pointerType === 'touch' || buttons !== 0) return null;
  return target.closest('[data-id]') ? null : target.closest<HTMLElement>('[data-lane]');
}

async function answerAt(
  track: HTMLElement,
  pointer: PointerEvent,
  { date, cards, scale, lanes }: Parameters<typeof useWhy>[1],
): Promise<Omit<ShownWhy, 'x' | 'y'>> {
  const along = alongTime(scale, pointer, track.getBoundingClientRect());
  const lane = track.dataset.lane ?? '';
  const answer = whyAt(await explain(lane, date), timeAt(scale, along, 5), cards, lanes.formats);
  return { ...answer, lane, at: timeAt(scale, along) };
}
