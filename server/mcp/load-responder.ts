import { setImmediate as nextTurn } from 'node:timers/promises';

type Responder = typeof import('./respond.ts');

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

let responder: Promise<Responder> | null = null;

/** Loaded with the first request: 20 MB that many services never need. Other requests are served between its parts. */
export function loadResponder(): Promise<Responder> {
  responder ??= load().catch((error: unknown) => {
    responder = null;
    throw error;
  });
  return responder;
}

async function load(): Promise<Responder> {
  for (const part of PARTS) {
    await part();
    await nextTurn();
  }
  const loaded = await import('./respond.ts');
  await nextTurn();
  loaded.prepareCatalog();
  await nextTurn();
  return loaded;
}
