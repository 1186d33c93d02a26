import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../accessible.ts';
import { assertKeyboardReaches } from '../keyboard.ts';
import type { DialogToTest } from './dialog.ts';
import { isFocusBack } from './press.ts';

/** A small phone, and a laptop at 200 %. */
const SMALL = [
  { width: 360, height: 740 },
  { width: 640, height: 400 },
];

/** Everything about one of them. Afterwards the page is as before. */
export async function assertDialog(
  page: Page,
  one: DialogToTest,
  isOtherOnPhone: boolean,
): Promise<void> {
  const isWindow = one.role === 'dialog';
  const opened = await open(page, one);
  await assertUsable(page, one);
  if (isWindow && !isOtherOnPhone) await assertFits(page, one);
  await assertCloses(page, opened);
  if (!isWindow && !isOtherOnPhone) await assertMenuFits(page, one);
  // What has opened it is gone at another size, so its focus was checked before.
  if (isWindow && isOtherOnPhone) {
    await open(page, one);
    await assertFits(page, one);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
}

/** Opens it, and waits until everything that it reads is there. */
export async function open(page: Page, { by, role, name }: DialogToTest): Promise<Locator> {
  for (const press of by) await press(page);
  const opened = page.getByRole(role, { name, exact: true });
  await opened.waitFor();
  await opened.getByText('Loading …').first().waitFor({ state: 'detached' });
  await opened.getByLabel('Loading …').first().waitFor({ state: 'detached' });
  return opened;
}

/** It has the focus, keeps it, can be used with the keyboard alone, and breaks no rule of axe. */
export async function assertUsable(page: Page, { role, name }: DialogToTest): Promise<void> {
  const isInside = `document.activeElement.closest('${newest(role)}') !== null`;
  await eventually(() => page.evaluate(isInside)).catch(() =>
    assert.fail(`${name} does not get the focus`),
  );
  await assertAccessible(page, newest(role));
  if (role === 'dialog') await assertKeyboardReaches(page, newest(role));
  else await assertArrowsReach(page);
}

/** With the arrows, every item; and Tab does not leave the menu. */
async function assertArrowsReach(page: Page): Promise<void> {
  const items = await page.getByRole('menuitem').allInnerTexts();
  const focused = (): Promise<string> => page.evaluate('document.activeElement.innerText');
  for (const [index, text] of items.entries()) {
    await page.keyboard.press(index === 0 ? 'Home' : 'ArrowDown');
    await eventually(async () => (await focused()) === text).catch(async () =>
      assert.equal(await focused(), text, 'the arrows do not reach it'),
    );
  }
  await page.keyboard.press('Tab');
  assert(await page.evaluate(`document.activeElement.closest('[role=menu]') !== null`));
}

/** On a small phone and at 200 %, all of it can be seen or scrolled to, and nothing is cut off at a side. */
export async function assertFits(page: Page, one: DialogToTest): Promise<void> {
  const before = page.viewportSize();
  for (const size of SMALL) {
    await page.setViewportSize(size);
    await assertInside(page, one);
  }
  if (before) await page.setViewportSize(before);
}

/** A menu is beside its button, which is elsewhere at another size: it is opened again. */
async function assertMenuFits(page: Page, one: DialogToTest): Promise<void> {
  for (const size of SMALL) {
    await page.setViewportSize(size);
    const opened = await open(page, one);
    await assertInside(page, one);
    await assertCloses(page, opened);
  }
}

async function assertInside(page: Page, { role, name }: DialogToTest): Promise<void> {
  const wrong = (): Promise<readonly string[]> => page.evaluate(wrongIn(newest(role)));
  await eventually(async () => (await wrong()).length === 0).catch(async () =>
    assert.deepEqual(await wrong(), [], `${name} at ${page.viewportSize()?.width} px`),
  );
}

/** Escape closes it, and the focus is where it was. */
export async function assertCloses(page: Page, opened: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await eventually(() => isFocusBack(page)).catch(async () =>
    assert.fail(`the focus is lost to ${await page.evaluate(FOCUSED)}`),
  );
}

/** What is below it is hidden from screen readers. */
function newest(role: string): string {
  return `[role=${role}]:not([aria-hidden])`;
}

const FOCUSED = 'document.activeElement.outerHTML.slice(0, 160)';

const wrongIn = (part: string) => `(() => {
  const root = document.querySelector('${part}');
  const { left, right, top, bottom } = root.getBoundingClientRect();
  const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  const scrolls = (one) => one.scrollWidth > one.clientWidth;
  const isInScroller = (one) => {
    for (let at = one.parentElement; at !== root; at = at.parentElement) {
      if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  const isCut = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.left < left || box.right > right) && !isInScroller(one);
  };
  return [
    ...(isOut ? ['it is outside of the page: ' + [left, top, right, bottom].map(Math.round)] : []),
    ...[document.documentElement, root].filter(scrolls).map(({ tagName }) => tagName + ' scrolls sideways'),
    ...[...root.querySelectorAll('*')].filter(isCut).map((one) => 'cut off: ' + one.outerHTML.slice(0, 120)),
  ];
})()`;
