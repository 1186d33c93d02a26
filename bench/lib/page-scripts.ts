/** What runs in the page: as text, because these programs have other types than those around them. */

/** When the next frame begins. */
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(resolve))';

/** When the page has drawn everything and has nothing to do. */
export const IDLE = `new Promise((resolve) =>
  requestIdleCallback(() => requestAnimationFrame(() => resolve(true))))`;

/** The files that the screen needs: what the page loads afterwards, for later, does not count. */
export const LOADED_FILES = `(() => {
  const [later] = performance.getEntriesByName('parts');
  return performance.getEntriesByType('resource')
    .filter(({ startTime }) => startTime < (later?.startTime ?? Infinity))
    .map(({ name }) => new URL(name).pathname);
})()`;

/** When the largest part of the page was drawn, in milliseconds since the visit began. */
export const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Collects every event that belongs to an interaction, with the time until the next paint after it. */
export const RECORD_INTERACTIONS = `
  globalThis.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, name, duration } of list.getEntries()) {
      if (interactionId > 0) interactions.push({ id: interactionId, name, duration });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });`;

/** Those since the last call, and how many there were in all, also short ones. */
export const TAKE_INTERACTIONS =
  '({ events: interactions.splice(0), count: performance.interactionCount })';

/** Collects the times of frames until it is taken. */
export const RECORD_FRAMES = `
  globalThis.frames_ms = [];
  globalThis.isRecording = true;
  requestAnimationFrame(function next(at) {
    frames_ms.push(at);
    if (isRecording) requestAnimationFrame(next);
  });`;
export const TAKE_FRAMES = '(isRecording = false, frames_ms)';

/** How many rows of the list are in the page, how many it says that it has, and whether it ends here. */
export const LIST_STATE = `(() => {
  const rows = [...document.querySelectorAll('main [data-index]')];
  const last = rows.at(-1);
  const table = last?.closest('table');
  const size = table ? Number(table.ariaRowCount) - 1 : Number(last?.ariaSetSize);
  return { rows: rows.length, size };
})()`;

/** To a place of the list, as a share of its height; returns when the page has drawn it. */
export function scrollTo(share: number): string {
  return `(() => {
    const main = document.getElementById('main');
    main.scrollTop = ${share} * main.scrollHeight;
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })()`;
}

/** The time of the next click, on the clock that all pages share. */
export const RECORD_CLICK = `globalThis.clickedAt = new Promise((resolve) => {
  addEventListener('click', () => resolve(performance.timeOrigin + performance.now()),
    { once: true, capture: true });
})`;
export const TAKE_CLICK = 'clickedAt';

/** When a row is no longer in the page and the page has drawn that, on the clock that all pages share. */
export function recordAbsence(row: string): string {
  return `globalThis.goneAt = new Promise((resolve) => {
    const isGone = () => document.querySelector(${JSON.stringify(`[data-row="${row}"]`)}) === null;
    const observer = new MutationObserver(() => {
      if (!isGone()) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  null`;
}
export const TAKE_ABSENCE = 'goneAt';
