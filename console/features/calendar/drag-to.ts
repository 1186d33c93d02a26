const THRESHOLD_PX = 4;
const TOUCH_MS = 250;

interface Target {
  lane: string | null;
  date: string;
}

/** Follows the pointer from a card to a cell. `onOver` is called when the cell changes. */
export function dragTo(
  event: PointerEvent,
  {
    onOver,
    onDrop,
    onClick,
  }: {
    onOver(target: Target): void;
    /** Null if it was not over a cell, or was canceled. */
    onDrop(target: Target | null): void;
    onClick(): void;
  },
): void {
  const end = new AbortController();
  const { signal } = end;
  let isReady = event.pointerType !== 'touch';
  let isDragging = false;
  let last: string | null = null;
  const wait = setTimeout(() => {
    isReady = true;
  }, TOUCH_MS);
  const stop = () => {
    clearTimeout(wait);
    end.abort();
  };
  const move = (next: PointerEvent) => {
    const distance = Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY);
    // A finger that moves at once scrolls the page.
    if (!isReady && distance > THRESHOLD_PX) return stop();
    if (!isReady || (!isDragging && distance < THRESHOLD_PX)) return;
    isDragging = true;
    const target = targetAt(next);
    const key = target && `${target.lane} ${target.date}`;
    if (target && key !== last) onOver(target);
    last = key;
  };
  const cancel = () => {
    stop();
    if (isDragging) onDrop(null);
  };
  addEventListener('pointermove', move, { signal });
  addEventListener(
    'pointerup',
    (released) => {
      stop();
      if (isDragging) onDrop(targetAt(released));
      else onClick();
    },
    { signal },
  );
  addEventListener('pointercancel', cancel, { signal });
  addEventListener(
    'keydown',
    (pressed: KeyboardEvent) => {
      if (pressed.key === 'Escape') cancel();
    },
    { signal },
  );
}

function targetAt({ clientX, clientY }: PointerEvent): Target | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-date]');
  const { lane, date } = cell?.dataset ?? {};
  return date === undefined ? null : { lane: lane || null, date };
}
