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

/** Chromium without windows: the same pages take a quarter less of the processor. */
const WINDOWLESS = ['chromium-headless-shell'];

export interface Browsers {
  /** The program of THROUGHLINE_BROWSER, or the first browser that is installed. */
  whole: string;
  /** For what needs no window. The same, unless one without windows is installed as well. */
  windowless: string;
}

/** Null if there is none. */
export function findBrowsers(): Browsers | null {
  const chosen = process.env.THROUGHLINE_BROWSER;
  if (chosen) return { whole: chosen, windowless: chosen };
  const whole = [...inPath(NAMES), ...PLACES].find(isProgram);
  if (whole === undefined) return null;
  return { whole, windowless: inPath(WINDOWLESS).find(isProgram) ?? whole };
}

function inPath(names: readonly string[]): string[] {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return directories.flatMap((path) => names.map((name) => join(path, name)));
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

/** What `npm run test:browser` sets for the tests. */
export function browserOfTests(kind: keyof Browsers): string {
  const name = kind === 'whole' ? 'THROUGHLINE_BROWSER' : 'THROUGHLINE_WINDOWLESS_BROWSER';
  const program = process.env[name] ?? process.env.THROUGHLINE_BROWSER;
  if (!program) throw new Error('Run these tests with npm run test:browser.');
  return program;
}

/** As root it needs `--no-sandbox`. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  `--disable-features=${[...TURNED_OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, ...KEEPALIVE].join(',')}`,
];
