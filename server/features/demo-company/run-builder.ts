import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isObject } from '../../platform/is-object.ts';

/** Started and not imported: it builds the whole application, on a clock of its own. */
const PROGRAM = join(import.meta.dirname, '../../demo/build-company.ts');

export interface Building {
  /** The settings of the service. */
  environment: NodeJS.ProcessEnv;
  attempt: number;
  signal: AbortSignal;
  onProgress(percent: number): void;
}

/**
 * Builds the company in a process of its own, because it needs half a minute of CPU: requests are answered meanwhile. It
 * ends with this process, however this one ends.
 */
export async function runBuilder(building: Building): Promise<void> {
  const { environment, attempt, signal, onProgress } = building;
  signal.throwIfAborted();
  const child = spawn(process.execPath, [PROGRAM, String(attempt)], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  try {
    child.on('message', (message) => {
      if (isObject(message) && typeof message.progress === 'number') onProgress(message.progress);
    });
    const { stderr } = child;
    const [[code], said] = await Promise.all([once(child, 'close'), stderr ? text(stderr) : '']);
    if (code !== 0) throw new Error(said.trim() || `The program ended with ${code}.`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
