import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Under these names in the PATH. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Where browsers are on a Mac. */
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** The program of THROUGHLINE_BROWSER, or the first browser that is installed; null if there is none. */
export function findBrowser(): string | null {
  const chosen = process.env.THROUGHLINE_BROWSER;
  if (chosen) return chosen;
  const directories = (process.env.PATH ?? '').split(delimiter);
  const candidates = directories.flatMap((path) => NAMES.map((name) => join(path, name)));
  return [...candidates, ...PLACES].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * As root it needs `--no-sandbox`. Each window of Chromium opens two pages of its own for its address bar, which no one sees here:
 * without them the tests take a third of the time.
 */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI',
];
