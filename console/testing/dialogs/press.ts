import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** On the board. */
const HOUR_PX = 96;

/** Something that a user does with the keyboard. */
export type Press = (page: Page) => Promise<unknown>;

/** Enter on the first button with this name, on the page or in one part of it. */
export function button(name: string | RegExp, part?: string): Press {
  return async (page) => {
    const root = part === undefined ? page : page.getByRole('region', { name: part });
    const found = root.getByRole('button', { name, exact: true }).first();
    // As with Tab: without this, one that has the focus already stays out of sight.
    await found.scrollIntoViewIfNeeded();
    await found.focus();
    await rememberFocus(page);
    await page.keyboard.press('Enter');
  };
}

/** Enter on an item of the menu that is open. */
export function item(name: string): Press {
  return async (page) => {
    await page.getByRole('menuitem', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
}

/** A key of the page, wherever the focus is. */
export function key(keys: string): Press {
  return async (page) => {
    await rememberFocus(page);
    await page.keyboard.press(keys);
  };
}

/** Into the field that has the focus. */
export function letters(typed: string): Press {
  return (page) => page.keyboard.type(typed);
}

/** The first of a list that is open, as soon as there is one. */
export const firstOption: Press = async (page) => {
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
};

export function type(label: string, value: string): Press {
  return (page) => page.getByLabel(label, { exact: true }).fill(value);
}

/** What has the focus before anything is open over the page gets it back in the end. */
async function rememberFocus(page: Page): Promise<void> {
  await page.evaluate(`if (!document.querySelector('[role=dialog], [role=menu]')) {
    window.focusedBefore = document.activeElement;
  }`);
}

/** Whether the focus is where it was, or on the content of the page if that is gone. */
export async function isFocusBack(page: Page): Promise<boolean> {
  return page.evaluate(`document.activeElement ===
    (window.focusedBefore.isConnected ? window.focusedBefore : document.getElementById('main'))`);
}

export function chooseFile(label: string, content: string): Press {
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  return (page) => page.getByLabel(label, { exact: true }).setInputFiles(file);
}

export const goOffline: Press = (page) => page.context().setOffline(true);

/** The smallest phone. */
export const usePhone: Press = (page) => page.setViewportSize({ width: 360, height: 740 });

/** The pointer rests on a free place of the board, three hours after a visit: only there it says why, and offers to book. */
export const restOnLane: Press = async (page) => {
  const box = await page.locator('[data-id]', { hasText: 'Carla Novotny' }).boundingBox();
  assert(box);
  await page.mouse.move(0, 0);
  await page.mouse.move(box.x + 3 * HOUR_PX, box.y + 20);
  await page.getByRole('tooltip').waitFor();
};
