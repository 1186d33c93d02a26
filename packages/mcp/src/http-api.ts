import { type Api, type ApiResponse, VIA_MCP } from './api.ts';

/** The API of a service over HTTP. */
export function httpApi(baseUrl: string, token: string): Api {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    async request({ method, path, body, headers = {} }): Promise<ApiResponse> {
      const response = await fetch(base + path, {
        method,
        headers: {
          ...VIA_MCP,
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: parsed(await response.text(), response.headers.get('content-type')),
      };
    },
  };
}

/** The body as a value, if it is JSON. */
export function parsed(text: string, contentType: string | null | undefined): unknown {
  const isJson = /\bjson\b/.test(contentType ?? '') && !/ndjson/.test(contentType ?? '');
  return isJson && text !== '' ? JSON.parse(text) : text;
}
