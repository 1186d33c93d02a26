import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { shared, sharedService } from '../../../server/testing/fixtures.ts';
import { installRuntimes } from '../../../tools/runtimes/runtimes.ts';
import { buildPackage, program } from './program.ts';

describe('the published program', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const { start } = program(() => ({
    THROUGHLINE_URL: service.url,
    THROUGHLINE_TOKEN: organization.token,
  }));
  let directory = '';
  before(async () => {
    directory = await buildPackage();
  });
  after(() => rmSync(directory, { recursive: true }));

  it('works on every supported version of Node', { timeout: 300_000 }, async () => {
    const runtimes = installRuntimes().filter(({ name }) => name.startsWith('Node'));
    assert(runtimes.length > 0);
    for (const { name, command } of runtimes) {
      const run = async (...args: string[]) => {
        const running = start(args, {}, [command, join(directory, 'bin.js')]);
        assert.equal(await running.exit, 0, `${name}: ${running.stderr}`);
        assert.equal(running.stderr, '', name);
        return running.stdout;
      };
      const service_needed = ['--service-needed', 'drain_cleaning'];
      const created = JSON.parse(
        await run('leads', 'create', '--email', `x@${command.length}.test`, ...service_needed),
      );
      const listed = JSON.parse(await run('leads', 'list', '--json', '--limit', '200'));
      assert(
        listed.some(({ lead_id }: { lead_id: string }) => lead_id === created.lead_id),
        name,
      );
      assert.match(await run('leads', 'get', created.lead_id, '-o', 'table'), /lifecycle_number/);
    }
  });
});
