import * as text from '../../text/en.ts';
import type { Drag } from './drag.ts';
import { type Scale, xOf } from './geometry.ts';
import type { Lanes } from './move-visit.ts';

/** Moves the ghost of the card by its style alone: a drag renders nothing. */
export function paintGhost(
  element: HTMLElement | null,
  drag: Drag | null,
  { scale, laneIds, lanes }: { scale: Scale; laneIds: readonly string[]; lanes: Lanes },
): void {
  if (!element) return;
  element.hidden = drag === null || drag.place.lane === null;
  if (drag === null || drag.place.lane === null) return;
  const { place, conflict } = drag;
  const row = laneIds.indexOf(drag.place.lane);
  const from = xOf(scale, place.start);
  const length = `${xOf(scale, place.end) - from}px`;
  Object.assign(element.style, scale.isVertical ? { height: length } : { width: length });
  element.style.transform = scale.isVertical
    ? `translateY(${from}px)`
    : `translate(${from}px, calc(${row} * var(--lane)))`;
  element.dataset.taken = String(conflict !== null);
  element.textContent = ghostText(drag, lanes);
}

/** The time and the person, or what is in the way. */
function ghostText({ place, conflict }: Drag, { formats, nameOf }: Lanes): string {
  const [from, to] = [formats.time(place.start), formats.time(place.end)];
  return conflict
    ? text.dispatch.inTheWay(conflict.title)
    : `${from} – ${to} ${nameOf(place.lane)}`;
}
