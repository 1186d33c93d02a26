import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, median } from './lib/bench.ts';
import { startServer } from './lib/stand.ts';

const COLD_BAR_SECONDS = 8;
const WARM_BAR_SECONDS = 3;

/** From the command to ready, with nothing there and with everything there. */
export const start: Bench = {
  name: 'start',
  async run(say) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 1; round <= 3; round += 1) {
      const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
      cold.push(await timedStart(directory));
      warm.push(await timedStart(directory));
      rmSync(directory, { recursive: true, force: true });
      say(`round ${round}: cold ${cold.at(-1)!.toFixed(2)} s, warm ${warm.at(-1)!.toFixed(2)} s`);
    }
    const row = (name: string, seconds: number, bar: number) => ({
      name,
      measured: `${seconds.toFixed(2)} s`,
      against: `${bar} s`,
      ratio: seconds / bar,
      bar: '≤ 1',
      holds: seconds <= bar,
    });
    return [
      row('cold start to ready', median(cold), COLD_BAR_SECONDS),
      row('warm start to ready', median(warm), WARM_BAR_SECONDS),
    ];
  },
};

async function timedStart(directory: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startServer({ THROUGHLINE_DATA_DIR: directory });
  const ready = await fetch(`${server.url}/readyz`);
  if (ready.status !== 200) throw new Error(`/readyz answered ${ready.status}`);
  const seconds = (performance.now() - startedAt) / 1000;
  server.process.kill('SIGTERM');
  await new Promise((resolve) => server.process.once('exit', resolve));
  return seconds;
}
