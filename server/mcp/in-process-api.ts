import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Api, parsed, VIA_MCP } from '../../packages/mcp/src/index.ts';

const METHODS = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  DELETE: 'DELETE',
} as const;

/**
 * The API of this process, for the token of a request. Every call takes the whole way of a request from outside: token,
 * rate limit, scopes, validation, log and metrics.
 */
export function inProcessApi(app: FastifyInstance, request: FastifyRequest): Api {
  const { authorization = '', host } = request.headers;
  const own = { ...VIA_MCP, authorization, ...(host !== undefined && { host }) };
  return {
    async request({ method, path, body, headers }) {
      const response = await app.inject({
        method: METHODS[method as keyof typeof METHODS],
        url: path,
        remoteAddress: request.ip,
        headers: {
          ...headers,
          ...own,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const given = Object.entries(response.headers);
      const type = response.headers['content-type'];
      return {
        status: response.statusCode,
        headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
        body: parsed(response.body, type === undefined ? null : String(type)),
      };
    },
  };
}
