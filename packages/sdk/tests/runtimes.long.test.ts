import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sharedService } from '../../../server/testing/fixtures.ts';
import { installRuntimes } from '../../../tools/runtimes/runtimes.ts';

const PACKAGE = join(import.meta.dirname, '..');
const OUTPUT = join(PACKAGE, 'dist', 'tested');
const run = promisify(execFile);

describe('the published package', () => {
  const service = sharedService();
  after(() => rmSync(OUTPUT, { recursive: true, force: true }));

  it('works the same on every supported runtime', { timeout: 300_000 }, async (test) => {
    const compiler = join(PACKAGE, '../../node_modules/.bin/tsc');
    await run(compiler, ['-p', join(PACKAGE, 'tsconfig.build.json'), '--outDir', OUTPUT]);
    for (const runtime of installRuntimes()) {
      const { token } = await service.newOrganization();
      const program = join(import.meta.dirname, 'runtime-program.js');
      const { stdout } = await run(
        runtime.command,
        [...runtime.arguments, program, OUTPUT, service.url, token],
        { timeout: 60_000 },
      );
      assert.deepEqual(
        JSON.parse(stdout),
        {
          created: 'qualified',
          listed: 3,
          refused: 'lead_not_actionable',
          streamed: ['lead.created', 'lead.qualified', 'lead.created'],
          uploaded: true,
          verified: 'lead.created',
          forged: 'ThroughlineError',
        },
        runtime.name,
      );
      test.diagnostic(`${runtime.name}: ok`);
    }
  });
});
