import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

/** Runs in a thread of its own, and sends the page and its script. */
const app = fastify();
await app.register(scalar, {
  routePrefix: '/docs',
  configuration: {
    url: '/docs/reference.json',
    pageTitle: 'Throughline API',
    authentication: { preferredSecurityScheme: 'token' },
    // Works offline, and sends nothing to anyone: no fonts, telemetry or assistants from elsewhere.
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
  },
});
const page = await app.inject('/docs/');
const script = await app.inject('/docs/js/scalar.js');
parentPort?.postMessage({ page: page.body, gzip: gzipSync(script.rawPayload) });
