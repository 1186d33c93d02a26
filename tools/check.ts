import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';

/** Types, style, the order of imports, names of statements and the language: as many checks at once as there are cores. */
const CHECKS = [
  ['tsc'],
  ['tsc', '-p', 'console'],
  ['biome', 'check', '--error-on-warnings', '.'],
  ['node', 'tools/check-imports.ts'],
  ['node', 'tools/check-statements.ts'],
  ['node', 'tools/check-language.ts'],
] as const;

const waiting = [...CHECKS];
const runners = Array.from({ length: availableParallelism() }, async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
});
await Promise.all(runners);

/** What a check prints is shown when it has ended, so that two do not mix. */
async function run([program, ...options]: (typeof CHECKS)[number]): Promise<void> {
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close'),
  ]);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (code !== 0) process.exitCode = 1;
}
