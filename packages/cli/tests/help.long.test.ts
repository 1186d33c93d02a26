import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { sampled } from '../../../server/testing/sized.ts';
import { rows } from '../src/generated/commands.ts';
import { optionsOf } from '../src/operation.ts';
import { ownCommands } from '../src/own.ts';
import { type CommandRow, idsOf } from '../src/table.ts';
import { CHECKOUT, commands, program } from './program.ts';

describe('every command', () => {
  const environment = () => ({
    THROUGHLINE_TOKEN: 'tl_x',
    THROUGHLINE_URL: 'http://127.0.0.1:9',
  });
  const run = commands(environment);
  const real = program(environment);

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
      if (requiredOf(row).length > 0) {
        const { code, stderr } = await run(withoutFields(row));
        assert.equal(code, 2, row.name);
        for (const flag of requiredOf(row)) assert(stderr.includes(flag), stderr);
      }
    }
  });

  it('does the same in a process of its own', async () => {
    const withFields = rows.filter((row) => !row.stream && requiredOf(row).length > 0);
    for (const row of sampled(withFields, 3, 'commands as processes')) {
      for (const args of [[...row.name.split(' '), '--help'], withoutFields(row)]) {
        const { code, stdout, stderr } = await run(args);
        assert.deepEqual(await real.run(args), { code, stdout, stderr }, args.join(' '));
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

/** The options of the fields that the command cannot do without. */
function requiredOf({ body }: CommandRow): string[] {
  const required = (body ?? []).filter(([, , , isRequired]) => isRequired === 1);
  return required.map(([name]) => `--${name.replaceAll('_', '-')}`);
}

function withoutFields(row: CommandRow): string[] {
  return [...row.name.split(' '), ...idsOf(row), '--yes'];
}
