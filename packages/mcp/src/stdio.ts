import { type StdioServerHandle, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { ApiProblem } from './api.ts';
import { Catalog } from './catalog.ts';
import { httpApi } from './http-api.ts';
import { asList, asObject, asText } from './json.ts';
import { createMcpServer } from './server.ts';

export interface StdioOptions {
  /** Where the service is, such as https://intake.example.com. */
  baseUrl: string;
  token: string;
  readOnly?: boolean;
}

/**
 * Serves MCP on standard input and output, until the input ends. Throws, before anything is served, if the service
 * cannot be reached or refuses the token.
 */
export async function serveStdio(options: StdioOptions): Promise<StdioServerHandle> {
  const { baseUrl, token, readOnly = false } = options;
  const api = httpApi(baseUrl, token);
  const load = async (path: string): Promise<unknown> => {
    const response = await api.request({ method: 'GET', path }).catch((cause: unknown) => {
      throw new Error(`No service responds at ${baseUrl}.`, { cause });
    });
    if (response.status !== 200) throw new ApiProblem(response);
    return response.body;
  };
  const [document, me] = await Promise.all([load('/openapi.json'), load('/v1/me').catch(explain)]);
  const { scopes, user } = asObject(me);
  const session = {
    api,
    catalog: new Catalog(document),
    grant: { scopes: asList(scopes).map(asText), hasUser: user !== null },
    token,
    now: () => new Date(),
    readOnly,
  };
  return serve(() => createMcpServer(session));
}

function explain(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error;
  const detail = asText(asObject(error.body).detail);
  throw new Error(detail === '' ? error.message : detail, { cause: error });
}
