import * as text from '../../text/en.ts';
import { LANE_HEIGHT } from './board-frame.ts';
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
    : `translate(${from}px, ${row * LANE_HEIGHT}px)`;
  element.toggleAttribute('data-taken', conflict !== null);
  write(element, ghostText(drag, lanes));
}

/** Into the text that is there: a new one for every place would take longer to lay out. */
function write(element: HTMLElement, words: string): void {
  const { firstChild } = element;
  if (firstChild instanceof Text) firstChild.data = words;
  else element.textContent = words;
}

/** The time and the person, or what is in the way. */
function ghostText({ place, conflict }: Drag, { formats, nameOf }: Lanes): string {
  const [from, to] = [formats.time(place.start), formats.time(place.end)];
  return conflict
    ? text.dispatch.inTheWay(conflict.title)
    : `${from} – ${to} ${nameOf(place.lane)}`;
}
