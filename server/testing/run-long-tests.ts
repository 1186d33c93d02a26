import { globSync } from 'node:fs';
import { assertFound, CHECKOUT, runTestFiles } from './run-test-files.ts';

/** Runs the long tests. */
const LONGEST_FIRST = [
  'server/fuzz.long.test.ts',
  'server/features/exports/large-organization.long.test.ts',
  'server/visit-promises.long.test.ts',
  'server/demo/demo.long.test.ts',
  'server/features/demo-company/build-demo-company.long.test.ts',
  'server/tenancy.long.test.ts',
  'server/scopes.long.test.ts',
  'server/persons.long.test.ts',
  'packages/sdk/tests/samples.long.test.ts',
  'packages/cli/tests/help.long.test.ts',
];

const found = globSync('{server,packages,console}/**/*.long.test.ts', { cwd: CHECKOUT });
assertFound(LONGEST_FIRST, found);
process.exitCode = runTestFiles(found, LONGEST_FIRST);
