import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More than any screen has; a page that is not through by then has a trap. */
const MAX_TABS = 400;

/**
 * With Tab alone, every control that can be seen is reached, in one round and back to the page; the focus can be seen on
 * each. Controls of which one at a time can be reached (the cards of a board) count as reached. In a window over the page,
 * the round begins where the focus is, and never leaves the window.
 */
export async function assertKeyboardReaches(page: Page, window?: string): Promise<void> {
  const wanted: readonly string[] = await page.evaluate(startIn(window ?? null));
  let isBack = false;
  for (let tabs = 0; tabs < MAX_TABS && !isBack; tabs += 1) {
    await page.keyboard.press('Tab');
    isBack = await page.evaluate('window.seeFocus()');
  }
  const missed: readonly string[] = await page.evaluate('window.missedControls()');
  const invisible: readonly string[] = await page.evaluate('window.invisibleControls()');
  const left: readonly string[] = await page.evaluate('window.leftFor()');
  const url = page.url();
  assert.deepEqual(left, [], `${url}: Tab leaves ${window}`);
  assert(isBack, `${url}: Tab does not come back to the page after ${MAX_TABS} times`);
  assert.deepEqual(missed, [], `${url}: Tab does not reach these of ${wanted.length} controls`);
  assert.deepEqual(invisible, [], `${url}: the focus cannot be seen here`);
}

/** Starts at the top of the page, and remembers what must be reached. */
const startIn = (window: string | null) => `(() => {
  const over = ${window && `document.querySelector('${window}')`};
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const nameOf = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 160);
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  // One of a group of radio buttons, and one card of a board, stand for the others.
  const isOwnStop = (element) =>
    element.tabIndex >= 0 && !element.disabled && element.type !== 'hidden' &&
    !element.closest('[inert], fieldset:disabled') && element.type !== 'radio';
  const found = [...(over ?? document).querySelectorAll(CONTROLS)];
  const controls = new Set(found.filter(isSeen).filter(isOwnStop));
  const all = [...controls].map(nameOf);
  // A page in a frame marks its own controls. The mark can be on what is around the control, such as its card.
  const hasOutline = ({ outlineStyle, outlineWidth }) =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  const isMarked = (element) =>
    element.tagName === 'IFRAME' ||
    [element, element.parentElement, element.parentElement?.parentElement].some(
      (one) => one && [null, '::after'].some((part) => hasOutline(getComputedStyle(one, part))),
    );
  // Parts of a date are several stops in one control, of which the last shows a mark of its own.
  const visible = new Map();
  const left = [];
  let first = null;
  let last = null;
  if (!over) {
    document.activeElement?.blur();
    getSelection().removeAllRanges();
    // The next Tab begins here.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  }
  window.seeFocus = () => {
    const element = document.activeElement;
    if (over && !over.contains(element)) return left.push(nameOf(element)) > 0;
    // A row that was replaced while it had the focus, because its list was read again, is not the end of the page.
    const isReplaced = element === document.body && last !== null && !last.isConnected;
    const isNextPart = element === last && /date|time/.test(element?.type);
    last = element;
    if (isReplaced) return false;
    // Some browsers go on from the last control to the first, others to the page.
    if (!element || element === document.body || (element === first && !isNextPart)) return true;
    first ??= element;
    controls.delete(element);
    visible.set(element, visible.get(element) || isMarked(element));
    return false;
  };
  window.leftFor = () => left;
  window.invisibleControls = () => [...visible].filter(([, is]) => !is).map(([one]) => nameOf(one));
  window.missedControls = () => [...controls].filter((one) => one.isConnected).map(nameOf);
  return all;
})()`;

/**
 * What this button opens has the focus, keeps it however often Tab is pressed, and gives it back to the button on
 * Escape.
 */
export async function assertReturnsFocus(
  page: Page,
  button: Locator,
  opened: string,
  whileOpen: () => Promise<void>,
): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
  const open = page.locator(opened).last();
  await open.waitFor();
  await whileOpen();
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(`document.activeElement.closest('${opened}') !== null`);
    assert(isInside, `${page.url()}: Tab leaves ${opened}`);
  }
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
  // The focus returns in a turn of its own after what was open is gone.
  await button
    .and(page.locator(':focus'))
    .waitFor()
    .catch(() => assert.fail(`${page.url()}: the focus does not return to its button`));
}
