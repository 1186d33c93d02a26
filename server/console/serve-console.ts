import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../platform/errors.ts';
import type { ConsoleBuild } from './build-console.ts';

/** What is served elsewhere: an unknown address below these is not a page of the console. */
const OTHERS = /^\/(v1|docs|b|c|f|g|in|p|paid|u|mcp|healthz|readyz|metrics|openapi\.json)(\/|$)/;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
};

const NONCE = '__NONCE__';

/** Browsers and phones look for these under names that stay the same. */
const OWN_ADDRESSES = [
  'service-worker.js',
  'manifest.webmanifest',
  'favicon.svg',
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
];

/**
 * Serves the console: its files, whose names change with their content, and for every other address its one page, which
 * then finds out what to show. Until it is built, a page that reloads itself.
 */
export function serveConsole(app: FastifyInstance, build: Pick<ConsoleBuild, 'state'>): void {
  const pages = new Map<string, string>();
  const pageIn = (directory: string): string => {
    const known = pages.get(directory) ?? readFileSync(join(directory, 'index.html'), 'utf8');
    pages.set(directory, known);
    return known;
  };

  app.get('/assets/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const { state } = build;
    const { file } = request.params;
    if (state.is !== 'ready' || !/^[\w.-]+$/.test(file)) throw notFound('file');
    return sendFile(request, reply, join(state.directory, 'assets', file), IMMUTABLE);
  });

  for (const name of OWN_ADDRESSES) {
    app.get(`/${name}`, async (request, reply) => {
      const { state } = build;
      if (state.is !== 'ready') throw notFound('file');
      return sendFile(request, reply, join(state.directory, name), 'no-cache');
    });
  }

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (OTHERS.test(path)) return reply.callNotFound();
    const { state } = build;
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (state.is === 'building') return reply.headers(PLAIN).send(BUILDING);
    if (state.is === 'failed') return reply.code(503).headers(PLAIN).send(failedPage(state.reason));
    const nonce = randomBytes(16).toString('base64');
    reply.headers(headersFor(nonce));
    return reply.send(pageIn(state.directory).replaceAll(NONCE, nonce));
  });
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A file as it was compressed by the build, if the client accepts that. */
async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  path: string,
  caching: string,
) {
  const accepted = String(headers['accept-encoding'] ?? '');
  reply.type(TYPES[extname(path)] ?? 'application/octet-stream');
  reply.headers({ 'cache-control': caching, vary: 'accept-encoding' });
  for (const [encoding, end] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!accepted.includes(encoding)) continue;
    const compressed = await readFile(path + end).catch(() => null);
    if (compressed !== null) return reply.header('content-encoding', encoding).send(compressed);
  }
  const content = await readFile(path).catch(() => null);
  if (content === null) throw notFound('file');
  return reply.send(content);
}

/**
 * Only what the service itself serves. Styles that a dialog adds carry the nonce, and so do those of the
 * preview of a form, which is a page within this one.
 */
function headersFor(nonce: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

const PLAIN = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };

const STYLE =
  '<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:36rem;margin:20vh auto;padding:0 1rem}</style>';

const BUILDING = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="1"><title>Throughline</title>${STYLE}</head><body><main><h1>One moment</h1><p>The console is being prepared for its first use. This page reloads itself.</p></main></body></html>`;

function failedPage(reason: string): string {
  const safe = reason.replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Throughline</title>${STYLE}</head><body><main><h1>The console could not be built</h1><p>${safe}</p><p>The API works without it. Run <code>npm ci</code>, then start the service again.</p><p><a href="/docs">API reference</a></p></main></body></html>`;
}
