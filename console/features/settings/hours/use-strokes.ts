import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Cell, coverOf, painted, rectangle, SLOTS, type Span } from './week.ts';

interface Stroke {
  from: Cell;
  isWork: boolean;
  /** What was there before the stroke began: making it smaller shows that again. */
  base: readonly Span[];
}

const STEPS: Record<string, Cell> = {
  ArrowLeft: { day: 0, slot: -1 },
  ArrowRight: { day: 0, slot: 1 },
  ArrowUp: { day: -1, slot: 0 },
  ArrowDown: { day: 1, slot: 0 },
  Home: { day: 0, slot: -SLOTS },
  End: { day: 0, slot: SLOTS },
};

/**
 * Painting, by pointer and by keyboard. A stroke begins at a cell and does to the whole rectangle what it does to that
 * cell: the opposite of what was there.
 */
export function useStrokes(
  spans: readonly Span[],
  onPaint: (spans: readonly Span[], from: Cell, to: Cell, isWork: boolean) => void,
) {
  const [at, setAt] = useState<Cell>({ day: 0, slot: SLOTS / 3 });
  const stroke = useRef<Stroke | null>(null);
  const grid = useRef<HTMLDivElement>(null);

  const begin = (from: Cell) => {
    const isWork = coverOf(spans, from.day, from.slot) !== 'all';
    stroke.current = { from, isWork, base: spans };
  };
  const paintTo = (to: Cell) => {
    if (stroke.current === null) return;
    const { from, isWork, base } = stroke.current;
    const next = rectangle(from, to).reduce((all, span) => painted(all, span, isWork), base);
    onPaint(next, from, to, isWork);
  };
  const move = (to: Cell) => {
    setAt(to);
    const { day, slot } = to;
    grid.current?.querySelector<HTMLElement>(`[data-cell="${day} ${slot}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step && event.key !== ' ') return;
    event.preventDefault();
    if (!step) {
      begin(at);
      paintTo(at);
      return;
    }
    const next = { day: within(at.day + step.day, 7), slot: within(at.slot + step.slot, SLOTS) };
    if (!event.shiftKey) stroke.current = null;
    else if (stroke.current === null) begin(at);
    paintTo(next);
    move(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    const cell = event.button === 0 ? cellAt(event) : null;
    if (!cell) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    begin(cell);
    paintTo(cell);
    move(cell);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const cell = cellAt(event);
    if (cell) paintTo(cell);
  };
  /** The finger wanted to scroll the page. */
  const onPointerCancel = () => {
    if (stroke.current) onPaint(stroke.current.base, at, at, !stroke.current.isWork);
    stroke.current = null;
  };
  return { at, grid, handlers: { onKeyDown, onPointerDown, onPointerMove, onPointerCancel } };
}

function cellAt({ clientX, clientY }: PointerEvent): Cell | null {
  const element = document.elementFromPoint(clientX, clientY)?.closest('[data-cell]');
  const [day, slot] = (element?.getAttribute('data-cell') ?? '').split(' ').map(Number);
  return day === undefined || slot === undefined || Number.isNaN(slot) ? null : { day, slot };
}

function within(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
