import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventTypes, publicRoutes, routes } from './routes.ts';
import { makeResource } from './testing/builders.ts';
import { created } from './testing/created.ts';
import {
  describedOperations,
  type ExampleRequest,
  exampleQueries,
  exampleRequest,
  exampleRequestIn,
  sendExample,
  written,
} from './testing/example-requests.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import type { DescribedOperation } from './testing/fuzz/document.ts';
import { newUser } from './testing/office.ts';
import { withoutTrace } from './testing/traces.ts';

/** Mutations that emit nothing. There are none, and there should be none. */
const SILENT: readonly string[] = [];
/** They need an empty organization, or leave one that refuses all others. */
const IN_NEW_ORGANIZATION = ['createRestore', 'suspendOrganization', 'resumeOrganization'];
/** In the response of a dry run, these are of resources that will never exist. */
const IDS_AND_KEYS =
  /(?<=[a-z]_)[0-7][0-9a-hjkmnp-tv-z]{25}|(?<=\/(?:b|f|g|in|p)\/|"(?:form|page|provider|source)_key":")\w+/g;

const service = sharedService();
/** With a token that acts for a user: some filters mean the user of the token. */
const organization = shared(async () => {
  const { organizationId, api } = await service.newOrganization();
  const user_id = await newUser(api, { role: 'owner' });
  const { token } = await created(api.post('/v1/tokens', { name: 'Walker', user_id }));
  return { organizationId, token, api: service.as(token) };
});

function requestOf(operation: DescribedOperation): Promise<ExampleRequest> {
  return IN_NEW_ORGANIZATION.includes(operation.id)
    ? exampleRequest(operation.id, service)
    : exampleRequestIn(operation, service, organization);
}

describe('every operation, called with its documented example', () => {
  const mutations = describedOperations.filter(({ isMutation }) => isMutation);
  const reads = describedOperations.filter(({ isMutation }) => !isMutation);

  /** Counts the events of all logs: an operation may write to the log of a new organization. */
  async function countEvents(): Promise<number> {
    const { rows } = await service.owner.query('select count(*)::integer as count from events');
    return rows[0].count;
  }

  it('is in the document', () => {
    const ids = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).sort();
    assert.deepEqual(ids(describedOperations), ids([...routes, ...publicRoutes]));
    assert(mutations.length > 90 && reads.length > 60);
  });

  for (const operation of reads) {
    it(`succeeds: ${operation.id}`, async () => {
      const { status, body } = await sendExample(await requestOf(operation), service);
      const signIn = publicRoutes.find(({ id }) => id === operation.id);
      const expected = signIn === undefined ? ['200'] : Object.keys(signIn.responses);
      assert.deepEqual([String(status)], expected, JSON.stringify(body));
    });
  }

  for (const operation of mutations) {
    const { id, hasDryRun } = operation;
    const after = hasDryRun ? ', after a dry run without a trace' : '';
    it(`succeeds and emits an event${after}: ${id}`, async () => {
      const request = await requestOf(operation);
      const foreseen = hasDryRun && (await dryRun(request));
      const before = await countEvents();
      const { status, headers, body } = await sendExample(request, service);
      assert(status < 300, `${status} ${JSON.stringify(body)}`);
      assert.equal(headers.get('dry-run'), null);
      if (foreseen) {
        assert.equal(foreseen.status, status);
        assert.equal(withoutIds(foreseen.body), withoutIds(body));
      }
      const emitted = (await countEvents()) - before;
      assert.equal(emitted > 0, !SILENT.includes(id), `it emitted ${emitted} events`);
    });
  }

  async function dryRun(request: ExampleRequest) {
    // The first request of a token is recorded, whatever it is.
    assert.equal((await service.as(request.token).get('/v1/token')).status, 200);
    const response = await withoutTrace(service, () =>
      sendExample(request, service, { 'dry-run': 'true' }),
    );
    assert.equal(response.headers.get('dry-run'), 'true');
    return response;
  }

  it('emits only registered event types', async () => {
    const { rows } = await service.owner.query('select distinct type from events');
    const listed = new Set(eventTypes.map(({ type }) => type));
    for (const { type } of rows) assert(listed.has(type), type);
  });
});

describe('every parameter of a query', () => {
  const create = (kind: string) => makeResource(kind, service, organization);
  const withQuery = describedOperations.filter(({ parameters }) =>
    parameters.some((one) => one.in === 'query'),
  );

  for (const operation of withQuery) {
    it(`works with its documented example: ${operation.id}`, async () => {
      const request = await requestOf(operation);
      for (const query of await exampleQueries(operation, create)) {
        const url = request.path + written(query);
        const { status, body } = await sendExample({ ...request, url }, service);
        assert(status < 300, `${url}: ${status} ${JSON.stringify(body)}`);
      }
    });
  }
});

function withoutIds(body: unknown): string {
  return JSON.stringify(body).replaceAll(IDS_AND_KEYS, '');
}
