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

/** Each window of Chromium opens two pages of its own for its address bar, which no one sees here: tests take three times as long. */
const ADDRESS_BAR = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];

/**
 * Small changes outlive their page (`keepalive`). With this feature the browser itself sends them, past everything with which a test
 * holds a request or takes a page offline.
 */
const KEEPALIVE = ['KeepAliveInBrowserMigration'];

/** What Playwright turns off. Chromium obeys only the last list that it is given, so it is repeated here. */
const TURNED_OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** As root it needs `--no-sandbox`. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  `--disable-features=${[...TURNED_OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, ...KEEPALIVE].join(',')}`,
];
