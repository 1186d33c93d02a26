import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadedOnce } from '../platform/loaded-once.ts';

/** What the responder imports, from the bottom up: at once, they would take up to 0.3 s in which nothing else is served. */
const PARTS = [
  () => import('zod/v4/locales'),
  () => import('zod/v4/core'),
  () => import('zod'),
  () => import('@modelcontextprotocol/core/internal'),
  () => import('@modelcontextprotocol/server/_shims'),
  () => import('@modelcontextprotocol/server'),
  () => import('../../packages/mcp/src/index.ts'),
];

/** Loaded with the first request: 20 MB that many services never need. Other requests are served between its parts. */
export const loadResponder = loadedOnce(async () => {
  for (const part of PARTS) {
    await part();
    await nextTurn();
  }
  const responder = await import('./respond.ts');
  await nextTurn();
  responder.prepareCatalog();
  await nextTurn();
  return responder;
});
