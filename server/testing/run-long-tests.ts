import { globSync } from 'node:fs';
import { assertFound, CHECKOUT, runTestFiles } from './run-test-files.ts';

/** These take a minute or more and keep two processors busy, or measure how long something takes. */
const HEAVY = [
  'server/fuzz.long.test.ts',
  'server/features/exports/large-organization.long.test.ts',
  'packages/cli/tests/help.long.test.ts',
  'server/visit-promises.long.test.ts',
  'server/demo/demo.long.test.ts',
  'server/features/demo-company/build-demo-company.long.test.ts',
  'packages/sdk/tests/samples.long.test.ts',
  'server/scopes.long.test.ts',
  'server/persons.long.test.ts',
  'server/event-loop.long.test.ts',
  'server/tenancy.long.test.ts',
  'server/features/appointments/booking-walk.long.test.ts',
];

/** Runs the long tests: first those that need the processors, then the others, which mostly wait. */
const found = globSync('{server,packages,console}/**/*.long.test.ts', { cwd: CHECKOUT });
assertFound(HEAVY, found);
const others = found.filter((path) => !HEAVY.includes(path));
const codes = [
  runTestFiles({ files: HEAVY, longestFirst: HEAVY }),
  runTestFiles({ files: others, longestFirst: [], atOnce: 3 }),
];
process.exitCode = Math.max(...codes);
