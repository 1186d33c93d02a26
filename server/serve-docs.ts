import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { createGunzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { marked } from 'marked';
import { apiDocument } from './api-document.ts';
import { notFound } from './platform/errors.ts';
import { acceptsGzip } from './platform/http/compression.ts';
import { isObject } from './platform/is-object.ts';
import { loadedOnce } from './platform/loaded-once.ts';
import { mapWithPauses } from './platform/pauses.ts';

/** Serves the OpenAPI document, the reference that shows it, and the guides. */
export function serveDocs(app: FastifyInstance): void {
  serveDocument(app);
  serveGuides(app);
  serveReference(app);
}

type Document = ReturnType<typeof apiDocument>;

interface Prepared {
  json: Buffer;
  gzip: Buffer;
  etag: string;
}

let made: Prepared | null = null;
let reference: Prepared | null = null;

/**
 * Made once: 700 kB as it is, a tenth of that compressed. That takes 100 ms, so the service calls this before it
 * takes requests.
 */
export function prepareDocument(): Prepared {
  made ??= prepared(apiDocument());
  return made;
}

/** The document as values. They take several megabytes, and few need them, so they are not kept. */
export function readDocument(): Document {
  return JSON.parse(prepareDocument().json.toString());
}

/** The document with samples, which only the reference shows: clients do not need them. */
function prepareReference(): Prepared {
  reference ??= prepared(withSamples(readDocument()));
  return reference;
}

function prepared(document: Document): Prepared {
  const json = Buffer.from(JSON.stringify(document));
  return { json, gzip: gzipSync(json), etag: etagOf(json) };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

function withSamples(document: Document): Document {
  const samples: Record<string, { typescript: string; cli: string }> = JSON.parse(
    readFileSync(join(import.meta.dirname, 'samples.json'), 'utf8'),
  );
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...Object(operation), 'x-codeSamples': samplesOf(samples[operationIdOf(operation)]) },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function operationIdOf(operation: unknown): string {
  return isObject(operation) ? String(operation.operationId) : '';
}

function samplesOf(sample: { typescript: string; cli: string } | undefined): object[] {
  if (!sample) return [];
  return [
    { lang: 'TypeScript', label: 'TypeScript', source: sample.typescript },
    { lang: 'Shell', label: 'Command line', source: sample.cli },
  ];
}

function serveDocument(app: FastifyInstance): void {
  const send =
    (prepare: () => Prepared) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { json, gzip, etag } = prepare();
      reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.type('application/json; charset=utf-8');
      if (!acceptsGzip(request)) return reply.send(json);
      return reply.header('content-encoding', 'gzip').send(gzip);
    };
  app.get('/openapi.json', send(prepareDocument));
  app.get('/docs/reference.json', send(prepareReference));
}

function serveReference(app: FastifyInstance): void {
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 301));
  app.get('/docs/', async (_request, reply) => {
    const { page } = await renderedReference();
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs/js/scalar.js', async (request, reply) => {
    const { gzip, etag } = await renderedReference();
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('application/javascript; charset=utf-8');
    if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(gzip);
    return reply.send(Readable.from([gzip]).pipe(createGunzip()));
  });
}

interface Reference {
  page: string;
  gzip: Uint8Array;
  etag: string;
}

/** By the first request that needs it, in its own thread: the script takes 200 ms to load, and 40 MB of memory. */
const renderedReference = loadedOnce(async (): Promise<Reference> => {
  const worker = new Worker(new URL('./api-reference.worker.ts', import.meta.url));
  const [{ page, gzip }] = await once(worker, 'message');
  return { page, gzip: Buffer.from(gzip), etag: etagOf(gzip) };
});

const GUIDES = join(import.meta.dirname, '../docs');

function serveGuides(app: FastifyInstance): void {
  const names = readdirSync(GUIDES)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3));
  const pages = new Map<string, string>();
  const page = async (name: string): Promise<string> => {
    const known = pages.get(name) ?? (await guidePage(readGuide(name)));
    pages.set(name, known);
    return known;
  };
  const send = (reply: FastifyReply, html: string) =>
    reply.headers({ 'content-security-policy': CSP }).type('text/html; charset=utf-8').send(html);

  app.get('/docs/guides', async (_request, reply) => reply.redirect('/docs/guides/'));
  app.get('/docs/guides/', async (request, reply) => {
    const links = names.map((name) => `- [${titleOf(readGuide(name))}](${name}.md)`);
    const list = `# Guides\n\n${links.join('\n')}\n\n[API reference](/docs)`;
    return wantsMarkdown(request) ? sendMarkdown(reply, list) : send(reply, await guidePage(list));
  });
  app.get(
    '/docs/guides/:name',
    async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const name = request.params.name.replace(/\.md$/, '');
      if (!names.includes(name)) throw notFound('guide');
      if (wantsMarkdown(request)) return sendMarkdown(reply, readGuide(name));
      return send(reply, await page(name));
    },
  );
}

/** Models read the source; people read the page. */
function wantsMarkdown({ headers }: FastifyRequest): boolean {
  return headers.accept?.startsWith('text/markdown') ?? false;
}

function sendMarkdown(reply: FastifyReply, markdown: string) {
  return reply.header('vary', 'accept').type('text/markdown; charset=utf-8').send(markdown);
}

function readGuide(name: string): string {
  return readFileSync(join(GUIDES, `${name}.md`), 'utf8');
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? 'Guide';
}

/** Links between the guides are links between files in the repository, and between pages here. */
async function guidePage(markdown: string): Promise<string> {
  const linked = markdown.replaceAll(
    /\]\((?:\.\/)?([a-z-]+)\.md(#[\w-]+)?\)/g,
    '](/docs/guides/$1$2)',
  );
  // By section, with the addresses that its links refer to: the longest guide would take 70 ms at once.
  const addresses = (linked.match(/^\[[^\]]+\]: .+$/gm) ?? []).join('\n');
  const sections = await mapWithPauses(linked.split(/^(?=## )/m), (section) =>
    marked.parse(`${section}\n\n${addresses}`, { async: false }),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${titleOf(markdown)} · Throughline</title><style>${STYLE}</style></head><body><nav><a href="/docs">API reference</a> · <a href="/docs/guides/">Guides</a></nav><main>${sections.join('')}</main></body></html>`;
}

const CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
nav { margin-bottom: 1.5rem }
pre { overflow-x: auto; padding: .8rem 1rem; border: 1px solid #8884; border-radius: .4rem }
code { font: .9em ui-monospace, monospace }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .3rem .7rem; border: 1px solid #8884; text-align: left; vertical-align: top }
`;
