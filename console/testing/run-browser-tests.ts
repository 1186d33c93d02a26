import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertFound, CHECKOUT, runTestFiles } from '../../server/testing/run-test-files.ts';
import { findBrowsers } from './find-browser.ts';

/**
 * Runs the tests that need a browser, in the one that is installed. Without one it says how many did not run; that is
 * a failure only where a browser is expected, in CI.
 */
const LONGEST_FIRST = [
  'console/testing/every-screen.browser.test.ts',
  'console/testing/every-dialog.browser.test.ts',
];

const found = globSync('console/**/*.browser.test.ts', { cwd: CHECKOUT });
assertFound(LONGEST_FIRST, found);
const given = process.argv.slice(2);
const files = given.length > 0 ? given : found;
const browsers = findBrowsers();
if (browsers === null) {
  const tests = files.map((file) => readFileSync(join(CHECKOUT, file), 'utf8'));
  const count = tests.reduce((sum, code) => sum + (code.match(/^\s*it\(/gm)?.length ?? 0), 0);
  console.log(`Browser tests: 0 of ${count} run, no browser found in ${process.env.PATH}`);
  console.log('Install Chromium, or set THROUGHLINE_BROWSER to the program of a browser.');
  process.exitCode = process.env.CI === 'true' ? 1 : 0;
} else {
  const { whole, windowless } = browsers;
  console.log(`Browser tests in ${[...new Set([windowless, whole])].join(' and ')}`);
  const environment = {
    ...process.env,
    THROUGHLINE_BROWSER: whole,
    THROUGHLINE_WINDOWLESS_BROWSER: windowless,
  };
  process.exitCode = runTestFiles({ files, longestFirst: LONGEST_FIRST, environment });
}
