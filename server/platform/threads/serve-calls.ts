import { parentPort } from 'node:worker_threads';
import type { Call, Callable, CallEnd } from './called-thread.ts';

/** Inside the thread: runs what `CalledThread` asks for. */
export function serveCalls(functions: Callable): void {
  parentPort?.on('message', async ({ id, name, given }: Call) => {
    parentPort?.postMessage(await endOf(id, () => Reflect.apply(functions[name]!, null, given)));
  });
}

async function endOf(id: number, run: () => Promise<unknown>): Promise<CallEnd> {
  try {
    return { id, value: await run() };
  } catch (error) {
    return { id, error };
  }
}
