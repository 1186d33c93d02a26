import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operation } from './platform/http/operation.ts';
import { routes } from './routes.ts';
import { makeResource } from './testing/builders.ts';
import { sharedService } from './testing/fixtures.ts';
import { onePerKind, pathWith } from './testing/requests.ts';

describe('unknown input', () => {
  const service = sharedService();

  it('refuses an unknown query parameter on every route, and names it', async () => {
    for (const operation of routes) {
      const path = await pathOf(operation);
      const body = operation.kind === 'mutation' && operation.body !== null ? {} : undefined;
      const { status, body: problem } = await service.operator.call(
        operation.method,
        `${path}?no_such_parameter=1`,
        body,
      );
      assert.equal(status, 422, operation.id);
      // Others may be required.
      const unknown = problem.errors.filter(
        ({ code }: Record<string, string>) => code !== 'required',
      );
      assert.deepEqual(
        unknown.map(({ pointer, code }: Record<string, string>) => ({ pointer, code })),
        [{ pointer: '/no_such_parameter', code: 'unknown_parameter' }],
        operation.id,
      );
    }
  });

  it('refuses an unknown field in every body, and names it', async () => {
    for (const operation of routes) {
      if (operation.method === 'GET' || operation.kind === 'upload') continue;
      const path = await pathOf(operation);
      const { status, body } = await service.operator.call(operation.method, path, {
        'no/such~field': 1,
      });
      assert.equal(status, 422, operation.id);
      const unknown = body.errors.filter(
        (error: Record<string, string>) => error.code === 'unknown_field',
      );
      assert.deepEqual(
        unknown.map((error: Record<string, string>) => error.pointer),
        ['/no~1such~0field'],
        operation.id,
      );
    }
  });

  it('refuses a body that is not an object, on every route with a body', async () => {
    for (const operation of routes) {
      if (operation.method === 'GET' || operation.kind === 'upload') continue;
      const path = await pathOf(operation);
      const needsBody = 'body' in operation && operation.body !== null;
      const isOptional = operation.kind === 'mutation' && operation.isBodyOptional;
      // Without a body that is needed, null means none.
      const empty = needsBody && !isOptional ? [null] : [];
      for (const body of [[], 'text', 5, true, [{}], ...empty]) {
        const response = await service.operator.call(operation.method, path, body);
        assert.equal(response.status, 422, `${operation.id} with ${JSON.stringify(body)}`);
      }
    }
  });

  const idOf = onePerKind(async (kind) => {
    const { body } = await service.operator.get('/v1/organization');
    const own = { organizationId: body.organization_id, token: '', api: service.operator };
    return makeResource(kind, service, own);
  });

  /** A path of the operation in the operator's own organization, so that only the input is invalid. */
  const pathOf = (operation: Operation) => pathWith(operation, idOf);
});
