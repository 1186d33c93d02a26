import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from '../packages/cli/build.ts';
import { median, type Print, type Row } from './lib/bench.ts';

const PACKAGE = join(import.meta.dirname, '../packages/cli');
const ROUNDS = 15;
const TARGET_MS = 150;
const TARGET_RATIO = 2.5;

/** From the command to the prompt, as it is published, against Node that does nothing. */
export async function cli(print: Print): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  for (const file of ['bin.js', 'package.json']) {
    copyFileSync(join(PACKAGE, file), join(directory, file));
  }
  await buildCli(join(directory, 'dist'));
  const bin = join(directory, 'bin.js');
  const commands: Record<string, string[]> = {
    'node -e 0': ['-e', '0'],
    'throughline --version': [bin, '--version'],
    'throughline leads list --help': [bin, 'leads', 'list', '--help'],
  };
  const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(commands)) times.get(name)?.push(timed(args));
  }
  rmSync(directory, { recursive: true });
  const [bare, ...started] = [...times].map(([name, all]) => ({ name, ms: median(all) }));
  const base = bare?.ms ?? 0;
  print(`bare Node: ${base.toFixed(0)} ms`);
  return started.map(({ name, ms }) => ({
    name,
    measured: `${ms.toFixed(0)} ms`,
    against: `${base.toFixed(0)} ms, bare Node`,
    ratio: ms / base,
    target: `≤ ${TARGET_MS} ms, or ≤ ${TARGET_RATIO} on a slow machine`,
    passed: ms <= TARGET_MS || ms / base <= TARGET_RATIO,
  }));
}

function timed(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}
