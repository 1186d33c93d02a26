import { registerHooks } from 'node:module';
import { workerData } from 'node:worker_threads';

/**
 * Starts a thread from sources without types. It is JavaScript itself, because a thread that has to remove types loads
 * the compiler for that: 11 MB, and as much processor time as everything else of its start.
 */
const { entry, sources } = workerData;
registerHooks({
  load(url, context, next) {
    const source = sources.get(url);
    if (source === undefined) return next(url, context);
    return { format: 'module', source, shortCircuit: true };
  },
});
await import(entry);
