import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Api, ApiRequest, ApiResponse } from '../src/api.ts';
import { Catalog } from '../src/catalog.ts';
import { asObject } from '../src/json.ts';
import { createMcpServer } from '../src/server.ts';

const DOCUMENT = join(import.meta.dirname, '../../../openapi.json');

export function readDocument(): Record<string, unknown> {
  return asObject(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
}

/** The document of a service in which deleting a lead takes the header Dry-Run, or does not. */
export function documentWith({ dryRun }: { dryRun: boolean }): unknown {
  const document = readDocument();
  const operation = asObject(asObject(asObject(document.paths)['/v1/leads/{id}']).delete);
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const header = { name: 'Dry-Run', in: 'header', schema: { type: 'boolean' } };
  operation.parameters = dryRun ? [id, header] : [id];
  return document;
}

let ofDocument: Catalog | undefined;

/** Made once: it takes longer than most tests. */
function catalogOfDocument(): Catalog {
  ofDocument ??= new Catalog(readDocument());
  return ofDocument;
}

interface FakeOptions {
  document?: unknown;
  readOnly?: boolean;
  scopes?: readonly string[];
  respond?: (request: ApiRequest) => Partial<ApiResponse>;
}

/** The tools on an API that only records what it is asked; the client is the official one. */
export async function fakeService(options: FakeOptions = {}) {
  const { document, readOnly = false, scopes = ['*'], respond } = options;
  const requests: ApiRequest[] = [];
  const api: Api = {
    async request(request) {
      requests.push(request);
      return { status: 200, headers: {}, body: {}, ...respond?.(request) };
    },
  };
  const catalog = document === undefined ? catalogOfDocument() : new Catalog(document);
  const grant = { scopes, hasUser: true };
  const handler = createMcpHandler(() =>
    createMcpServer({ api, catalog, grant, token: 'token', now: () => new Date(), readOnly }),
  );
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return { client, requests };
}
