import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from './domain/ids.ts';
import { isObject } from './platform/is-object.ts';
import { eventTypes, publicRoutes, routes } from './routes.ts';
import type { ApiResponse } from './testing/api-client.ts';
import { makeResource } from './testing/builders.ts';
import { keepsResource, newWalker, unknownOf } from './testing/every-operation.ts';
import {
  describedOperations,
  type ExampleRequest,
  exampleQueries,
  exampleRequest,
  exampleRequestIn,
  sendExample,
  written,
} from './testing/example-requests.ts';
import { setUp, shared, sharedService } from './testing/fixtures.ts';
import type { DescribedOperation } from './testing/fuzz/document.ts';
import { onePerKind } from './testing/requests.ts';
import { withoutTrace } from './testing/traces.ts';

/** Mutations that emit nothing. There are none, and there should be none. */
const SILENT: readonly string[] = [];
/** They need an empty organization, or leave one that refuses all others. */
const IN_NEW_ORGANIZATION = ['createRestore', 'suspendOrganization', 'resumeOrganization'];
/** They have neither an id nor a body, so another request cannot have their key. */
const ALWAYS_THE_SAME = [
  ...['pauseSending', 'pauseServiceSending', 'rotateAutomationSecret', 'createExport'],
  ...['createDemoCompany', 'createDemoSignInLink'],
];
/** In the response of a dry run, these are of resources that will never exist. */
const IDS_AND_KEYS =
  /(?<=[a-z]_)[0-7][0-9a-hjkmnp-tv-z]{25}|(?<=\/(?:b|f|g|in|p)\/|"(?:form|page|provider|source)_key":")\w+/g;

const service = sharedService();
const organization = shared(() => newWalker(service));
const create = (kind: string) => makeResource(kind, service, organization);
/** For all requests that leave it as it is. Users get visits at the same time, so each request has its own. */
const existing = onePerKind(create);
const notTheSameUser = (kind: string) => (kind === 'user' ? create(kind) : existing(kind));

setUp(async () => {
  const kinds = new Set(routes.flatMap(({ params }) => Object.values(params)));
  for (const kind of kinds) await existing(kind);
});

function requestOf(operation: DescribedOperation): Promise<ExampleRequest> {
  const { id, isMutation } = operation;
  if (IN_NEW_ORGANIZATION.includes(id)) return exampleRequest(id, service);
  const isKept = !isMutation || keepsResource(id);
  return exampleRequestIn(operation, service, organization, isKept ? notTheSameUser : create);
}

describe('every operation, called with its documented example', () => {
  const mutations = describedOperations.filter(({ isMutation }) => isMutation);
  const reads = describedOperations.filter(({ isMutation }) => !isMutation);

  /** In the logs of all organizations, if it is for operators: it may write to the log of a new one. */
  async function countEvents({ id, isOperators }: DescribedOperation): Promise<number> {
    const isElsewhere = isOperators || IN_NEW_ORGANIZATION.includes(id);
    const own = isElsewhere ? null : toUuid('organization', organization.organizationId);
    const { rows } = await service.owner.query({
      name: `count_events_${isElsewhere}`,
      text: `select count(*)::integer as count from events where ${own ? 'organization_id = $1' : '$1::uuid is null'}`,
      values: [own],
    });
    return rows[0].count;
  }

  it('is in the document', () => {
    const ids = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).sort();
    assert.deepEqual(ids(describedOperations), ids([...routes, ...publicRoutes]));
    assert(mutations.length > 90 && reads.length > 60);
  });

  it('succeeds, if it only reads or signs someone in', async () => {
    for (const operation of reads) {
      const { status, body } = await sendExample(await requestOf(operation), service);
      const signIn = publicRoutes.find(({ id }) => id === operation.id);
      const expected = signIn === undefined ? ['200'] : Object.keys(signIn.responses);
      assert.deepEqual([String(status)], expected, `${operation.id}: ${JSON.stringify(body)}`);
    }
  });

  it('succeeds with the documented example of each parameter of its query', async () => {
    for (const operation of describedOperations) {
      if (!operation.parameters.some((one) => one.in === 'query')) continue;
      const request = await requestOf(operation);
      for (const query of await exampleQueries(operation, existing)) {
        const url = request.path + written(query);
        const { status, body } = await sendExample({ ...request, url }, service);
        assert(status < 300, `${operation.id}: ${url}: ${status} ${JSON.stringify(body)}`);
      }
    }
  });

  for (const operation of mutations) {
    const { id, hasDryRun } = operation;
    const after = hasDryRun ? ', after a dry run without a trace' : '';
    it(`has its effect and its events once per Idempotency-Key${after}: ${id}`, async () => {
      const request = await requestOf(operation);
      const foreseen = hasDryRun && (await dryRun(request));
      const before = await countEvents(operation);
      const key = { 'idempotency-key': `the example of ${id}` };
      const first = await sendExample(request, service, key);
      assert(first.status < 300, `${first.status} ${JSON.stringify(first.body)}`);
      assert.equal(first.headers.get('dry-run'), null);
      assert.equal(first.headers.get('idempotent-replayed'), null);
      if (foreseen) {
        assert.equal(foreseen.status, first.status);
        assert.equal(withoutIds(foreseen.body), withoutIds(first.body));
      }
      const after = await countEvents(operation);
      assert.equal(after > before, !SILENT.includes(id), `it emitted ${after - before} events`);

      const again = await sendExample(request, service, key);
      assert.deepEqual([again.status, again.body], [first.status, first.body]);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const others = othersWithKey(operation, request);
      assert.equal(others.length === 0, ALWAYS_THE_SAME.includes(id));
      if (others.length > 0) await assertRefusesKey(others, key);
      assert.equal(await countEvents(operation), after, 'it emitted further events');
    });
  }

  const usedTokens = new Set<string>();

  async function dryRun(request: ExampleRequest): Promise<ApiResponse> {
    // The first request of a token is recorded, whatever it is.
    if (!usedTokens.has(request.token)) {
      assert.equal((await service.as(request.token).get('/v1/token')).status, 200);
      usedTokens.add(request.token);
    }
    const response = await withoutTrace(service, () =>
      sendExample(request, service, { 'dry-run': 'true' }),
    );
    assert.equal(response.headers.get('dry-run'), 'true');
    return response;
  }

  /** The first that is a valid request gets the problem of the key. */
  async function assertRefusesKey(others: ExampleRequest[], key: Record<string, string>) {
    for (const other of others) {
      const { status, body } = await sendExample(other, service, key);
      if (body.code === 'validation_failed') continue;
      assert.equal(`${status} ${body.code}`, '422 idempotency_key_reused');
      return;
    }
    assert.fail('no other request is valid');
  }

  it('emits only registered event types', async () => {
    const { rows } = await service.owner.query(
      'select distinct type from events where organization_id = $1',
      [toUuid('organization', organization.organizationId)],
    );
    const listed = new Set(eventTypes.map(({ type }) => type));
    assert(rows.length > 50);
    for (const { type } of rows) assert(listed.has(type), type);
  });
});

/** Other requests for the same operation: about something else, or with another body. */
function othersWithKey({ id }: DescribedOperation, request: ExampleRequest): ExampleRequest[] {
  const { body, raw, params, template } = request;
  const [first] = Object.entries(routes.find((route) => route.id === id)?.params ?? {});
  if (first !== undefined) {
    const other: Record<string, string> = { ...params, [first[0]]: unknownOf(first[1]) };
    return [{ ...request, url: template.replaceAll(/\{(\w+)\}/g, (_, name) => other[name] ?? '') }];
  }
  if (raw !== undefined) return [{ ...request, raw: `${raw} ` }];
  return othersOf(body ?? {}).map((other) => ({ ...request, body: other }));
}

/** The same with another text or number, or without one of its fields. Not all of these are valid. */
function othersOf(body: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _left, ...rest } = body;
    return [...othersOfValue(value).map((other) => ({ ...body, [name]: other })), rest];
  });
}

function othersOfValue(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}x`];
  if (typeof value === 'number') return [value + 1];
  if (Array.isArray(value))
    return othersOfValue(value[0]).map((first) => [first, ...value.slice(1)]);
  return isObject(value) ? othersOf(value) : [];
}

function withoutIds(body: unknown): string {
  return JSON.stringify(body).replaceAll(IDS_AND_KEYS, '');
}
