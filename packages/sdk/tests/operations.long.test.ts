import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertDescribed } from '../../../server/testing/api-client.ts';
import { type ExampleRequest, exampleRequest } from '../../../server/testing/example-requests.ts';
import { sharedService } from '../../../server/testing/fixtures.ts';
import { sampled } from '../../../server/testing/sized.ts';
import { type Operation, readApi } from '../../../tools/generate/api.ts';
import { Throughline } from '../src/index.ts';

describe('an operation through the SDK, with its documented example', () => {
  const service = sharedService();

  for (const operation of sampled(readApi().operations, 80, 'operations through the SDK')) {
    const name = [...operation.resource, operation.verb].join('.');
    it(`succeeds: ${name}`, async () => {
      const request = await exampleRequest(operation.id, service);
      const sent: string[] = [];
      /** Compares each response with the document. */
      const checked: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        const type = response.headers.get('content-type') ?? '';
        const { method } = operation;
        sent.push(`${method} ${new URL(String(url)).pathname}`);
        if (!operation.isStream) {
          const text = await response.clone().text();
          const body = /\bjson\b/.test(type) && text !== '' ? JSON.parse(text) : text;
          assertDescribed(method, request.path, response.status, type, body);
        }
        return response;
      };
      const client = new Throughline({
        token: request.token,
        baseUrl: request.origin ?? service.url,
        fetch: checked,
        maxRetries: 0,
      });
      const result = await call(client, operation, request);
      assert.deepEqual(sent, [`${request.method} ${request.path}`]);
      assert.equal(typeof result, 'object');
    });
  }
});

/** As a user would: ids, then the body or the file, then the query. */
async function call(
  client: Throughline,
  { resource, verb, parameters, isStream, uploads }: Operation,
  { params, body, raw, query, headers }: ExampleRequest,
): Promise<unknown> {
  const owner = resource.reduce<unknown>((at, part) => Object(at)[part], client);
  const given = [
    ...parameters.flatMap((one) => (one.in === 'path' ? [params[one.name]] : [])),
    ...(body ? [body] : []),
    ...(uploads.length > 0 ? [{ type: headers['content-type'], content: raw }] : []),
    ...(parameters.some((one) => one.in === 'query') ? [query] : []),
  ];
  if (!isStream) return Object(owner)[verb](...given);
  const abort = new AbortController();
  const events: AsyncGenerator = Object(owner)[verb]({ after: 0 }, { signal: abort.signal });
  const { value } = await events.next();
  await events.return(undefined);
  return value;
}
