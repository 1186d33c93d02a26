import type { VisitCard } from './board-data.ts';
import {
  alongTime,
  clampPlace,
  conflictAt,
  type Place,
  type Scale,
  timeAt,
  xOf,
} from './geometry.ts';

/** What is being moved, and where it would go. */
export interface Drag {
  card: VisitCard;
  place: Place;
  /** What is in the way there; null if it is free. */
  conflict: VisitCard | null;
}

/** What the movement needs to know about the board. */
export interface BoardFrame {
  scale: Scale;
  lanes: readonly string[];
  cards: readonly VisitCard[];
  bufferMs: number;
  laneHeight: number;
  scroller: HTMLElement;
  /** The corner of the first lane at the first hour. */
  origin(): { left: number; top: number };
  /** Whether this point of the window is in the tray. */
  isTray(x: number, y: number): boolean;
}

const THRESHOLD_PX = 4;
const TOUCH_MS = 250;
const EDGE_PX = 40;
const FINE_STEP = 5;

interface Handlers {
  onMove(drag: Drag): void;
  onDrop(drag: Drag, isSwap: boolean): void;
  onCancel(): void;
  /** It was a click. */
  onClick(): void;
}

/**
 * Follows the pointer from a card until it is released. It renders nothing: `onMove` is called only when the place
 * changes, and at most once per frame.
 */
export function followPointer(
  event: PointerEvent,
  card: VisitCard,
  mode: 'move' | 'resize',
  frame: BoardFrame,
  { onMove, onDrop, onCancel, onClick }: Handlers,
): void {
  const end = new AbortController();
  const { signal } = end;
  const began = { x: event.clientX, y: event.clientY };
  const grabbed = alongTime(frame.scale, event, frame.origin()) - xOf(frame.scale, card.start);
  let last = event;
  let drag: Drag | null = null;
  let isReady = event.pointerType !== 'touch';
  let request = 0;
  const wait = isReady ? 0 : setTimeout(() => start(), TOUCH_MS);

  const start = () => {
    isReady = true;
    track();
  };
  const stop = () => {
    end.abort();
    clearTimeout(wait);
    cancelAnimationFrame(request);
  };
  const cancel = () => {
    stop();
    onCancel();
  };
  const track = () => {
    request = 0;
    scrollAtEdges(frame.scroller, last);
    const place =
      mode === 'move' ? placeUnder(last, card, grabbed, frame) : endUnder(last, card, frame);
    // From now on the browser need not say for every card below the pointer that it was entered and left.
    if (!drag && event.target instanceof Element) capture(event.target, event.pointerId);
    if (drag && isSame(drag.place, place)) return;
    drag = { card, place, conflict: conflictAt(frame.cards, card.of, place, frame.bufferMs) };
    onMove(drag);
  };

  const move = (next: PointerEvent) => {
    const distance = Math.hypot(next.clientX - began.x, next.clientY - began.y);
    last = next;
    // Nothing else of the page needs to know about a card on its way.
    if (drag) next.stopPropagation();
    // A finger that moves at once scrolls the board.
    if (!isReady && distance > THRESHOLD_PX) return cancel();
    if (!isReady || (!drag && distance < THRESHOLD_PX)) return;
    request ||= requestAnimationFrame(track);
  };
  const up = (released: PointerEvent) => {
    stop();
    if (drag) onDrop(drag, released.shiftKey);
    else onClick();
  };
  addEventListener('pointermove', move, { signal, capture: true });
  addEventListener('mousemove', (same) => drag && same.stopPropagation(), {
    signal,
    capture: true,
  });
  addEventListener('pointerup', up, { signal });
  addEventListener('pointercancel', cancel, { signal });
  addEventListener('keydown', (pressed) => pressed.key === 'Escape' && cancel(), { signal });
}

/** The pointer may be gone again before the first frame. */
function capture(element: Element, pointerId: number): void {
  try {
    element.setPointerCapture(pointerId);
  } catch {
    // Then the drag ends, or follows the window, as without it.
  }
}

function placeUnder(at: PointerEvent, card: VisitCard, grabbed: number, frame: BoardFrame): Place {
  const length = card.end - card.start;
  if (frame.isTray(at.clientX, at.clientY)) {
    return { lane: null, start: card.start, end: card.end };
  }
  const origin = frame.origin();
  const row = frame.scale.isVertical ? 0 : Math.floor((at.clientY - origin.top) / frame.laneHeight);
  const lane = frame.lanes[Math.max(0, Math.min(row, frame.lanes.length - 1))] ?? null;
  const along = alongTime(frame.scale, at, origin) - grabbed;
  const start = timeAt(frame.scale, along, stepFor(at, frame));
  return clampPlace(frame.scale, { lane, start, end: start + length });
}

function endUnder(at: PointerEvent, card: VisitCard, frame: BoardFrame): Place {
  const step = stepFor(at, frame);
  const wished = timeAt(frame.scale, alongTime(frame.scale, at, frame.origin()), step);
  const end = Math.max(card.start + step * 60_000, Math.min(wished, frame.scale.to));
  return { lane: card.lane, start: card.start, end };
}

function stepFor({ altKey }: { altKey: boolean }, { scale }: BoardFrame): number {
  return altKey ? FINE_STEP : scale.stepMinutes;
}

function isSame(a: Place, b: Place): boolean {
  return a.lane === b.lane && a.start === b.start && a.end === b.end;
}

function scrollAtEdges(scroller: HTMLElement, { clientX, clientY }: PointerEvent): void {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const by = (before: number, after: number) =>
    before < EDGE_PX ? -(EDGE_PX - before) / 4 : after < EDGE_PX ? (EDGE_PX - after) / 4 : 0;
  const x = by(clientX - left, right - clientX);
  const y = by(clientY - top, bottom - clientY);
  if (x !== 0 || y !== 0) scroller.scrollBy(x, y);
}
