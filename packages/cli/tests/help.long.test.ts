import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { rows } from '../src/generated/commands.ts';
import { optionsOf } from '../src/operation.ts';
import { ownCommands } from '../src/own.ts';
import { idsOf } from '../src/table.ts';
import { CHECKOUT, program } from './program.ts';

describe('every command, through the real program', () => {
  const { run } = program(() => ({
    THROUGHLINE_TOKEN: 'tl_x',
    THROUGHLINE_URL: 'http://127.0.0.1:9',
  }));

  it('prints its help, with every field', async () => {
    for (const row of rows.filter(({ stream }) => !stream)) {
      const { code, stdout, stderr } = await run([...row.name.split(' '), '--help']);
      assert.equal(code, 0, `${row.name}: ${stderr}`);
      assert(stdout.startsWith(`throughline ${row.name}`), row.name);
      for (const { flag } of optionsOf(row).fields) {
        assert(stdout.includes(`  --${flag}`), `${row.name} --${flag}`);
      }
    }
    for (const { name } of ownCommands) {
      const { code, stdout } = await run([...name.split(' '), '--help']);
      assert.equal(code, 0, name);
      assert(stdout.includes(`throughline ${name}`), name);
    }
    for (const resource of new Set(rows.map(({ name }) => name.split(' ')[0] ?? ''))) {
      const { code, stdout } = await run([resource, '--help']);
      assert.equal(code, 0, resource);
      assert(stdout.includes(`Commands of ${resource}`), resource);
    }
  });

  it('names what is missing', async () => {
    for (const row of rows) {
      const ids = idsOf(row);
      if (ids.length > 0) {
        const { code, stderr } = await run(row.name.split(' '));
        assert.equal(code, 2, row.name);
        assert(stderr.includes(`needs ${ids.join(' and ')}`), `${row.name}: ${stderr}`);
      }
      const required = (row.body ?? []).filter(([, , , isRequired]) => isRequired === 1);
      if (required.length > 0) {
        const { code, stderr } = await run([...row.name.split(' '), ...ids, '--yes']);
        assert.equal(code, 2, row.name);
        for (const [name] of required)
          assert(stderr.includes(`--${name.replaceAll('_', '-')}`), stderr);
      }
    }
  });

  it('runs on an older Node from a checkout, through the one that npm ci installed', async () => {
    // The pinned Node runs TypeScript itself; this one says that it does not.
    const old = ['--no-experimental-strip-types', 'packages/cli/bin.js', '--version'];
    const child = spawn(process.execPath, old, {
      cwd: CHECKOUT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    const [code] = await once(child, 'close');
    assert.deepEqual([code, stdout], [0, '0.1.0\n']);
  });
});
