import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/**
 * What the office, the dispatchers and the technicians do all day, and what it may cost them: keys, clicks and taps,
 * without the text that they type. Each job has a test that calls `doJob()` with its number.
 */
export const JOBS = {
  1: { job: 'answer a new lead', presses: 3 },
  2: { job: 'book from a lead', presses: 3 },
  3: { job: 'take down a caller', presses: 6 },
  4: { job: 'decide a duplicate', presses: 1 },
  5: { job: 'move an appointment', presses: 4 },
  6: { job: 'assign a visit of the tray', presses: 2 },
  7: { job: 'reassign the day of a technician who is sick', presses: 3 },
  8: { job: 'learn why a time is not open', presses: 0 },
  9: { job: 'find anyone by a half of a phone number', presses: 2 },
  10: { job: 'get the way to the next stop', presses: 1 },
  11: { job: 'finish, and be paid on site', presses: 8 },
  12: { job: 'learn whether the reminder went out', presses: 2 },
} as const;

export type JobNumber = keyof typeof JOBS;

/**
 * Does a job, and fails if it took more presses than it may. Returns what was pressed: keys such as `r` and
 * `Control+Enter`, and `click` for a click, a tap or the begin of a drag.
 */
export async function doJob(
  number: JobNumber,
  page: Page,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { job, presses } = JOBS[number];
  await page.evaluate(COUNT);
  await work();
  const pressed: readonly string[] = await page.evaluate('window.stopCounting()');
  assert(
    pressed.length <= presses,
    `Job ${number} (${job}) took ${pressed.length} presses instead of ${presses}: ${pressed.join(', ')}`,
  );
  return pressed;
}

/**
 * Counts what the browser receives, whatever the test has called. Only pages that are not loaded again are counted. Text is also
 * what is typed before the window with its field is loaded.
 */
const COUNT = `(() => {
  const pressed = [];
  const onKey = ({ key, ctrlKey, metaKey, target, repeat }) => {
    if (repeat || ['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return;
    const isMod = ctrlKey || metaKey;
    const isText = target.matches('input, textarea, select') || document.querySelector('[data-typed-ahead]');
    if (key.length === 1 && !isMod && isText) return;
    pressed.push(isMod ? 'Control+' + key : key);
  };
  const onPointer = ({ isPrimary }) => { if (isPrimary) pressed.push('click'); };
  addEventListener('keydown', onKey, true);
  addEventListener('pointerdown', onPointer, true);
  window.stopCounting = () => {
    removeEventListener('keydown', onKey, true);
    removeEventListener('pointerdown', onPointer, true);
    return pressed;
  };
})()`;
