import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Print, Row } from './lib/bench.ts';

const TARGET_SECONDS = 30;

/** From the command to the prompt, on an empty machine: database, migrations, the month. */
export async function demo(print: Print): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  chmodSync(directory, 0o755);
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['server/demo/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, THROUGHLINE_DATA_DIR: directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The demo ended with ${code}`);
  const seconds = (performance.now() - startedAt) / 1000;
  print(`${seconds.toFixed(1)} s`);
  rmSync(directory, { recursive: true, force: true });
  return [
    {
      name: 'creating a demo organization from scratch',
      measured: `${seconds.toFixed(1)} s`,
      against: `${TARGET_SECONDS} s`,
      ratio: seconds / TARGET_SECONDS,
      target: '≤ 1',
      passed: seconds <= TARGET_SECONDS,
    },
  ];
}
