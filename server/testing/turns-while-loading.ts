import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const LOAD = `
  const { parentPort, workerData: { module, name } } = require('node:worker_threads');
  import(module).then(async (loaded) => {
    let turns = 0;
    let counting = setImmediate(function count() {
      turns += 1;
      counting = setImmediate(count);
    });
    await loaded[name]();
    clearImmediate(counting);
    parentPort.postMessage(turns);
  });
`;

/**
 * How many turns of the event loop others have while this function of the module loads something. In a thread of its own,
 * where nothing of it was loaded before, as in a service that was just started.
 */
export async function turnsWhileLoading(module: string, name: string): Promise<number> {
  const worker = new Worker(LOAD, { eval: true, workerData: { module, name } });
  const [turns] = await once(worker, 'message');
  await worker.terminate();
  return turns;
}
