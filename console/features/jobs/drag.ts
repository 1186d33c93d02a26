/** Dragging a card with a mouse, a pen or a finger. The card itself stays; a copy follows the pointer. */

const START_PX = 4;
/** A finger that moves earlier scrolls the page. */
const HOLD_MS = 250;
const SLIP_PX = 10;
const EDGE_PX = 48;
const SCROLL_PX = 14;

export interface DragHandlers {
  board: HTMLElement;
  card: HTMLElement;
  ghostClass: string;
  onStart(): void;
  /** The column under the pointer has changed. Returns what to say beside the copy. */
  onOver(column: string | null): string | null;
  onDrop(column: string | null): void;
  onCancel(): void;
}

export function startDrag(down: PointerEvent, handlers: DragHandlers): void {
  const { card, board } = handlers;
  const end = new AbortController();
  const { signal } = end;
  const isTouch = down.pointerType === 'touch';
  const at = { x: down.clientX, y: down.clientY };
  let copy: Ghost | null = null;
  let over: string | null | undefined;

  const begin = () => {
    copy = new Ghost(card, at, handlers.ghostClass);
    handlers.onStart();
    scrollAtEdges(board, at, signal);
    follow();
  };
  const timer = isTouch ? setTimeout(begin, HOLD_MS) : undefined;
  const follow = () => {
    copy?.moveTo(at);
    const column = columnAt(at);
    if (column === over) return;
    over = column;
    copy?.say(handlers.onOver(column));
  };
  const finish = () => {
    clearTimeout(timer);
    end.abort();
    copy?.remove();
  };
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, listener, { signal, capture: true, passive: false });

  listen('pointermove', (event) => {
    at.x = event.clientX;
    at.y = event.clientY;
    const moved = Math.hypot(at.x - down.clientX, at.y - down.clientY);
    if (copy) follow();
    else if (!isTouch && moved >= START_PX) begin();
    else if (isTouch && moved > SLIP_PX) finish();
  });
  listen('pointerup', () => {
    finish();
    if (!copy) return;
    ignoreNextClick(card);
    handlers.onDrop(columnAt(at));
  });
  const cancel = () => {
    finish();
    if (copy) handlers.onCancel();
  };
  listen('pointercancel', cancel);
  listen('keydown', (event) => {
    if (event.key === 'Escape') cancel();
  });
  listen('touchmove', (event) => copy && event.preventDefault());
  listen('contextmenu', (event) => isTouch && event.preventDefault());
}

/** What follows the pointer. Moved by transform, outside of React. */
class Ghost {
  readonly #element: HTMLElement;
  readonly #note = document.createElement('div');
  readonly #grip: { x: number; y: number };

  constructor(card: HTMLElement, at: { x: number; y: number }, className: string) {
    const box = card.getBoundingClientRect();
    this.#grip = { x: at.x - box.left, y: at.y - box.top };
    const copy = card.cloneNode(true);
    this.#element = document.createElement('div');
    this.#element.className = className;
    this.#element.style.width = `${box.width}px`;
    this.#element.setAttribute('aria-hidden', 'true');
    this.#element.inert = true;
    this.#element.append(copy, this.#note);
    document.body.append(this.#element);
  }

  moveTo({ x, y }: { x: number; y: number }): void {
    this.#element.style.transform = `translate(${x - this.#grip.x}px, ${y - this.#grip.y}px)`;
  }

  say(note: string | null): void {
    this.#note.textContent = note;
  }

  remove(): void {
    this.#element.remove();
  }
}

function columnAt({ x, y }: { x: number; y: number }): string | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]');
  return found?.dataset.column ?? null;
}

function scrollAtEdges(board: HTMLElement, at: { x: number }, signal: AbortSignal): void {
  const step = () => {
    if (signal.aborted) return;
    const { left, right } = board.getBoundingClientRect();
    if (at.x < left + EDGE_PX) board.scrollLeft -= SCROLL_PX;
    else if (at.x > right - EDGE_PX) board.scrollLeft += SCROLL_PX;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** The click at the end of a drag must not open the card. */
function ignoreNextClick(card: HTMLElement): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  card.addEventListener('click', ignore, { capture: true });
  setTimeout(() => card.removeEventListener('click', ignore, { capture: true }));
}
