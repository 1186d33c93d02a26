import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { marked } from 'marked';
import { apiDocument } from './api-document.ts';
import { notFound } from './platform/errors.ts';
import { acceptsGzip } from './platform/http/compression.ts';
import { mapWithPauses } from './platform/pauses.ts';

/** Serves the OpenAPI document, the reference that shows it, and the guides. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  serveDocument(app);
  serveGuides(app);
  await app.register(scalar, {
    routePrefix: '/docs',
    logLevel: 'silent',
    configuration: {
      url: '/openapi.json',
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
}

let made: { document: object; json: Buffer; gzip: Buffer; etag: string } | null = null;

/**
 * Made once: 700 kB as it is, a tenth of that compressed. That takes 100 ms, so the service calls this before it
 * takes requests.
 */
export function prepareDocument() {
  if (made !== null) return made;
  const document = apiDocument();
  const json = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  made = { document, json, gzip: gzipSync(json), etag };
  return made;
}

function serveDocument(app: FastifyInstance): void {
  app.get('/openapi.json', async (request, reply) => {
    const { json, gzip, etag } = prepareDocument();
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!acceptsGzip(request)) return reply.send(json);
    return reply.header('content-encoding', 'gzip').send(gzip);
  });
}

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
