import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SCOPES } from './domain/scopes.ts';
import { isOwn } from './platform/auth/scopes.ts';
import { routes } from './routes.ts';
import type { ApiClient, ApiResponse } from './testing/api-client.ts';
import { makeResource, makeResourceFor } from './testing/builders.ts';
import { created } from './testing/created.ts';
import {
  callerOf,
  essence,
  everyOperation,
  idsFor,
  isJson,
  malformedOf,
  needsBody,
  newWalker,
  pathOf,
  pick,
  unknownOf,
  type Walked,
} from './testing/every-operation.ts';
import { everythingOf } from './testing/everything-of.ts';
import { setUp, shared, sharedService } from './testing/fixtures.ts';
import { type IdField, idFieldsOf, withId } from './testing/id-fields.ts';
import { onePerKind, sampleBody } from './testing/requests.ts';
import { randomFor } from './testing/seed.ts';
import { type WrongField, wrongField, wrongParameter } from './testing/wrong-input.ts';

/**
 * What every operation promises in the same way, so that no feature has to test it again. All of it for all fields and
 * all scopes is in unknown-input.long, scopes.long and tenancy.long.
 */

/** Event types are the same for every organization. */
const OF_NO_ORGANIZATION = ['getEventType'];
/** They show and change the caller, who needs no scope for that. */
const FOR_EVERY_TOKEN = [
  ...['getToken', 'getMe', 'updateMe', 'updatePreferences', 'updatePassword'],
  ...['createPasskeyOptions', 'createPasskey', 'listPasskeys', 'deletePasskey'],
  ...['listSessions', 'endSession'],
];
/** Who signs in is not told which organizations exist. */
const SILENT_ABOUT_IDS = ['createSession', 'requestSignInLink', 'createPasskeySession'];

const service = sharedService();
/** Has one of each resource, which no request of these tests may change. */
const alder = shared(() => newWalker(service));
/** Has nothing. */
const birch = shared(() => newWalker(service));
const idOf = onePerKind((kind) => makeResource(kind, service, alder));
/** Others than those in the paths: a lead cannot be merged into itself. */
const idInBody = onePerKind((kind) => makeResource(kind, service, alder));
const kinds = new Set(routes.flatMap(({ params }) => Object.values(params)));

setUp(async () => {
  for (const kind of kinds) await idOf(kind);
  for (const one of everyOperation) await sampleBody(one.operation, idInBody);
});

/** Visits each operation, reports what is wrong with all of them, and proves that nothing was changed. */
async function walk(operations: readonly Walked[], visit: (one: Walked) => Promise<void>) {
  assert(operations.length > 0);
  const before = await everythingOf(service, alder);
  const wrong: string[] = [];
  for (const one of operations) {
    await visit(one).catch((error: Error) => wrong.push(`${one.id}: ${error.message}`));
  }
  assert(wrong.length === 0, wrong.join('\n'));
  const after = await everythingOf(service, alder);
  assert.deepEqual(after, before, 'a refused request changed something');
}

const isPublic = ({ operation }: Walked) => operation.kind === 'public';

describe('the walk over every operation', () => {
  it('leaves out none of openapi.json', () => {
    const text = readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8');
    const document: { paths: Record<string, Record<string, { operationId: string }>> } =
      JSON.parse(text);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    assert(ids.length > 300);
    assert.deepEqual(everyOperation.map(({ id }) => id).sort(), ids.sort());
  });
});

describe('every operation with an id in its path', () => {
  const operations = everyOperation.filter(({ described }) => described.path.includes('{'));
  const random = randomFor('malformed ids');

  it('has nothing at an unknown id, a malformed id, and an id of another organization', () =>
    walk(operations, async (one) => {
      const { operation, described } = one;
      const own = await idsFor(one, idOf);
      const body = await sampleBody(one.operation, idInBody);
      const api = callerOf(one, alder.api, service.operator);
      const at = (client: ApiClient, ids: Record<string, string>) =>
        client.call(described.method, pathOf(one, ids), body);
      let unknown: ApiResponse | undefined;
      for (const [name, kind] of Object.entries(operation.params)) {
        unknown = await at(api, { ...own, [name]: unknownOf(kind) });
        assertNotFound(unknown, 'an unknown id');
        const malformed = malformedOf(kind, random);
        assertNotFound(await at(api, { ...own, [name]: malformed }), malformed);
      }
      assert(unknown, 'it has no ids');
      if (operation.scopes.includes('operator') || OF_NO_ORGANIZATION.includes(one.id)) return;
      const theirs = await at(birch.api, own);
      assert.deepEqual(essence(theirs), essence(unknown), 'an id of another organization');
    }));

  function assertNotFound({ status, body }: ApiResponse, id: string): void {
    assert.equal(`${status} ${body.code}`, '404 not_found', id);
    assert.equal(body.errors, undefined, 'it points at a field, but the id is in the path');
  }
});

describe('every operation without permission', () => {
  const withToken = everyOperation.filter((one) => !isPublic(one));
  /** Everything except one scope of each operation. */
  const tokens = new Map<string, Promise<ApiClient>>();
  const without = (scopes: readonly string[]): Promise<ApiClient> => {
    const key = scopes.join();
    const client = tokens.get(key) ?? newClient(scopes);
    tokens.set(key, client);
    return client;
  };

  async function newClient(missing: readonly string[]): Promise<ApiClient> {
    // Who can read and write everything of a resource can do so with their own work.
    const scopes = SCOPES.filter(
      (scope) => scope !== 'operator' && !isOwn(scope) && !missing.includes(scope),
    );
    const { token } = await created(alder.api.post('/v1/tokens', { name: 'Narrow', scopes }));
    return service.as(token);
  }

  /** No operation can read this: what comes first is refused for another reason. */
  const UNREADABLE = { raw: '{', headers: { 'content-type': 'application/json' } };

  async function sendUnreadable(one: Walked, api: ApiClient): Promise<ApiResponse> {
    const { method } = one.described;
    const path = pathOf(one, await idsFor(one, idOf));
    return api.call(method, path, undefined, method === 'GET' ? {} : UNREADABLE);
  }

  it('is refused without a token, before its body is read', () =>
    walk(withToken, async (one) => {
      const { status, headers, body } = await sendUnreadable(one, service.as(null));
      assert.equal(`${status} ${body.code}`, '401 unauthorized');
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer/);
    }));

  const withScope = withToken.filter(({ operation }) => operation.scopes.length > 0);
  const needsOf = ({ operation }: Walked) => [operation.scopes, ...(operation.alsoNeeds ?? [])];

  it('is refused without its scope, before its body is read, and the scopes are named', async () => {
    for (const one of withScope) for (const scopes of needsOf(one)) await without(scopes);
    await walk(withScope, async (one) => {
      for (const scopes of needsOf(one)) {
        const { status, body } = await sendUnreadable(one, await without(scopes));
        assert.equal(`${status} ${body.code}`, '403 scope_missing');
        assert.deepEqual(body.required_scopes, scopes);
      }
    });
  });

  it('is for those who have a scope, except a few about the caller', () => {
    const others = withToken.filter((one) => !withScope.includes(one));
    assert.deepEqual(others.map(({ id }) => id).sort(), FOR_EVERY_TOKEN.toSorted());
  });
});

describe('every operation with wrong input', () => {
  const random = randomFor('wrong input');

  async function call(one: Walked, query: string, body: unknown): Promise<ApiResponse> {
    const api = isPublic(one) ? service.as(null) : callerOf(one, alder.api, service.operator);
    const path = pathOf(one, await idsFor(one, idOf));
    return api.call(one.described.method, path + query, body);
  }

  /** The errors, as "/name too_long". */
  async function send(one: Walked, query: string, sent: unknown): Promise<string[]> {
    const response = await call(one, query, sent);
    assert.equal(response.status, 422, JSON.stringify(response.body));
    return response.body.errors.map(
      ({ pointer, code }: Record<string, string>) => `${pointer} ${code}`,
    );
  }

  // People sign in with these: they read nothing but their body.
  const withQuery = everyOperation.filter((one) => !isPublic(one));

  it('refuses an unknown query parameter and a value that a parameter cannot have', () =>
    walk(withQuery, async (one) => {
      const wrong = wrongParameter(one, random);
      const query = new URLSearchParams({ no_such_parameter: '1' });
      if (wrong) query.set(wrong.name, String(wrong.value));
      const errors = await send(one, `?${query}`, isJson(one) ? {} : undefined);
      assert(errors.includes('/no_such_parameter unknown_parameter'), errors.join());
      if (wrong) assertPointed(wrong, errors);
    }));

  const withBody = everyOperation.filter(isJson);

  it('refuses an unknown field and a value of the wrong type', () =>
    walk(withBody, async (one) => {
      const example = await sampleBody(one.operation, idInBody);
      const wrong = wrongField(one, random);
      const body = { ...example, 'no/such~field': 1, ...(wrong && { [wrong.name]: wrong.value }) };
      const errors = await send(one, '', body);
      assert(errors.includes('/no~1such~0field unknown_field'), errors.join());
      if (wrong) assertPointed(wrong, errors);
    }));

  function assertPointed({ name, value }: WrongField, errors: string[]): void {
    const isPointed = errors.some((error) => error.startsWith(`/${name} `));
    assert(isPointed, `${name} = ${JSON.stringify(value)}: ${errors}`);
  }

  it('refuses a body that is not an object, and no body if it needs one', () =>
    walk(withBody, async (one) => {
      await send(one, '', pick(random, [[], 'text', 5, true, [{}]]));
      if (!needsBody(one)) return;
      const { status, body } = await call(one, '', undefined);
      assert.equal(`${status} ${body.code}`, '400 body_missing');
    }));
});

describe('every operation with an id in its body', () => {
  const withIds = everyOperation.filter(
    (one) => idFieldsOf(one).length > 0 && !SILENT_ABOUT_IDS.includes(one.id),
  );
  const random = randomFor('malformed ids in bodies');
  /** Has what no request of the first organization can name. */
  const cedar = shared(() => service.newOrganization());
  const theirId = onePerKind((kind) => makeResource(kind, service, cedar));

  it('points at the field if the id is unknown, or of another organization', async () => {
    const requests = new Map<Walked, Request>();
    for (const one of withIds) {
      const ids = await idsFor(one, (kind) => makeResourceFor(one.id, kind, service, alder));
      const body = (await sampleBody(one.operation, idInBody)) ?? {};
      requests.set(one, { path: pathOf(one, ids), body });
      for (const { kind } of idFieldsOf(one)) if (isForeign(kind)) await theirId(kind);
    }
    await walk(withIds, async (one) => {
      const request = requests.get(one) ?? assert.fail();
      const wrong: string[] = [];
      for (const field of idFieldsOf(one)) {
        const unknown = await refusal(one, request, field, unknownOf(field.kind));
        const malformed = await refusal(one, request, field, malformedOf(field.kind, random));
        for (const one of [unknown, malformed]) {
          if (!one.startsWith('4')) wrong.push(`unknown ${field.pointer}: ${one}`);
        }
        if (!isForeign(field.kind)) continue;
        const theirs = await refusal(one, request, field, await theirId(field.kind));
        if (theirs !== unknown)
          wrong.push(`${field.pointer} of another organization: ${theirs} instead of ${unknown}`);
      }
      assert(wrong.length === 0, wrong.join(', '));
    });
  });

  /** Numbers of lifecycles begin again in each organization, so none of them is foreign. */
  const isForeign = (kind: string) => kinds.has(kind) && kind !== 'lifecycle_number';

  interface Request {
    path: string;
    body: Record<string, unknown>;
  }

  /** The status and the code at the field. What can only be sent instead of the id is left out. */
  async function refusal(
    one: Walked,
    { path, body }: Request,
    field: IdField,
    id: string,
  ): Promise<string> {
    const api = callerOf(one, alder.api, service.operator);
    const response = await api.call(one.described.method, path, withId(body, field, id));
    const errors: { pointer: string; code: string }[] = response.body.errors ?? [];
    const own = errors.find(({ pointer }) => pointer === field.pointer);
    if (own) return `${response.status} ${own.code}`;
    const instead = errors
      .filter(({ code }) => code === 'not_allowed')
      .map(({ pointer }) => pointer.slice(1));
    const rest = Object.entries(body).filter(([name]) => !instead.includes(name));
    if (rest.length < Object.keys(body).length)
      return refusal(one, { path, body: Object.fromEntries(rest) }, field, id);
    return `points nowhere: ${response.status} ${JSON.stringify(response.body)}`;
  }
});
