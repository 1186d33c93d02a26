import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Print, type Row } from './lib/bench.ts';
import { startServer } from './lib/test-bed.ts';

const COLD_TARGET_SECONDS = 8;
const WARM_TARGET_SECONDS = 3;

/** From the command to ready: the first start, and a later one. */
export async function start(print: Print): Promise<Row[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
    cold.push(await timedStart(directory));
    warm.push(await timedStart(directory));
    rmSync(directory, { recursive: true, force: true });
    print(`round ${round}: cold ${cold.at(-1)!.toFixed(2)} s, warm ${warm.at(-1)!.toFixed(2)} s`);
  }
  const row = (name: string, seconds: number, target: number) => ({
    name,
    measured: `${seconds.toFixed(2)} s`,
    against: `${target} s`,
    ratio: seconds / target,
    target: '≤ 1',
    passed: seconds <= target,
  });
  return [
    row('cold start to ready', median(cold), COLD_TARGET_SECONDS),
    row('warm start to ready', median(warm), WARM_TARGET_SECONDS),
  ];
}

async function timedStart(directory: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startServer({ THROUGHLINE_DATA_DIR: directory });
  const ready = await fetch(`${server.url}/readyz`);
  if (ready.status !== 200) throw new Error(`/readyz returned ${ready.status}`);
  const seconds = (performance.now() - startedAt) / 1000;
  server.process.kill('SIGTERM');
  await new Promise((resolve) => server.process.once('exit', resolve));
  return seconds;
}
