import { type RefObject, useRef } from 'react';
import type { BoardFrame } from './drag.ts';

export const LANE_HEIGHT = 56;

/** The parts of the page that a movement measures or paints. */
export interface BoardParts {
  scroller: RefObject<HTMLDivElement | null>;
  overlay: RefObject<HTMLDivElement | null>;
  ghost: RefObject<HTMLDivElement | null>;
  tray: RefObject<HTMLElement | null>;
}

export function useBoardParts(): BoardParts {
  return {
    scroller: useRef(null),
    overlay: useRef(null),
    ghost: useRef(null),
    tray: useRef(null),
  };
}

/** Null before the board is on the page. */
export function frameOf(
  { scroller: { current: scroller }, overlay, tray: { current: tray } }: BoardParts,
  rest: Pick<BoardFrame, 'scale' | 'lanes' | 'cards' | 'bufferMs'>,
): BoardFrame | null {
  if (scroller === null) return null;
  // Measured once: to ask what is under the pointer would lay a large board out in every frame. On a phone, the board has
  // one person, and is in front of the sheet of the tray.
  const box = tray?.getBoundingClientRect();
  const isAbove = (x: number, y: number) =>
    tray?.contains(document.elementFromPoint(x, y)) ?? false;
  return {
    ...rest,
    laneHeight: LANE_HEIGHT,
    scroller,
    origin: () => overlay.current?.getBoundingClientRect() ?? { left: 0, top: 0 },
    isTray: (x, y) =>
      box !== undefined && isInside(box, x, y) && (!rest.scale.isVertical || isAbove(x, y)),
  };
}

function isInside({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
