import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';

/** Where nothing of it was loaded before, as in a service that was just started. */
const LOAD = `
  const { parentPort } = require('node:worker_threads');
  import(${JSON.stringify(import.meta.resolve('./load-responder.ts'))}).then(async ({ loadResponder }) => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    await loadResponder();
    clearInterval(counting);
    parentPort.postMessage(turns);
  });
`;

it('MCP is loaded in parts, and other requests are served between them', async () => {
  const worker = new Worker(LOAD, { eval: true });
  const [turns] = await once(worker, 'message');
  await worker.terminate();
  assert(turns >= 8, `${turns} turns of the event loop`);
});
