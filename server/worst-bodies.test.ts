import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operation } from './platform/http/operation.ts';
import { sizeErrors } from './platform/http/size-limits.ts';
import { isObject } from './platform/is-object.ts';
import { routes } from './routes.ts';
import { shared, sharedService } from './testing/fixtures.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** As many as fit into the largest body. */
function many(what: string): string {
  return Array.from(
    { length: Math.floor((MAX_BODY_BYTES - 100) / (what.length + 1)) },
    () => what,
  ).join();
}

describe('the worst body', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const post = (path: string, raw: string) =>
    organization.api.post(path, undefined, {
      raw,
      headers: { 'content-type': 'application/json' },
    });

  it('of list entries is refused for its length alone, not entry by entry', async () => {
    for (const [path = '', field = ''] of [
      ['/v1/invoices', 'lines'],
      ['/v1/playbooks', 'steps'],
      ['/v1/teams', 'members'],
      ['/v1/follow-ups', 'cancel_on'],
    ]) {
      const { status, body } = await post(path, `{"${field}":[${many('{}')}]}`);
      assert.equal(status, 422, path);
      assert.deepEqual(
        body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]),
        [[`/${field}`, 'too_long']],
        path,
      );
    }
  });

  it('of unknown fields is refused for their number', async () => {
    const names = Array.from({ length: 100_000 }, (_, n) => `"${n}":1`);
    const { status, body } = await post('/v1/leads', `{${names.join()}}`);
    assert.equal(status, 422);
    assert.deepEqual([body.errors.length, body.errors[0].code], [1, 'too_long']);
  });

  it('of a text is refused before any pattern is tried on it', async () => {
    const email = `a@${'.'.repeat(900_000)}`;
    const { status, body } = await post('/v1/users', JSON.stringify({ name: 'x', email }));
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]),
      [['/email', 'too_long']],
    );
  });

  it('of a few dozen errors reports fifty of them', async () => {
    const fields = Array.from({ length: 60 }, (_, n) => `"x${n}":1`).slice(0, 45);
    const { body } = await post(
      '/v1/leads',
      `{${fields.join()},"name":1,"phone":2,"email":3,"source":4,"notes":5,"address":6,"transcript":7}`,
    );
    assert.equal(body.errors.length, 50);
  });
});

describe('the sizes of a body', () => {
  const withBody = routes.filter(
    (operation): operation is Extract<Operation, { body: object }> =>
      'body' in operation && operation.body !== null,
  );

  it('are limited everywhere: each list, and each object that takes any field', () => {
    for (const { id, body } of withBody) {
      for (const { place, schema } of schemasIn(body, id)) {
        const types = [schema.type].flat();
        if (types.includes('array')) assert(typeof schema.maxItems === 'number', place);
      }
    }
  });

  it('that are far too long are reported without a look at what is inside', () => {
    const schema = { type: 'object', properties: { text: { type: 'string', maxLength: 3 } } };
    assert.deepEqual(sizeErrors(schema, { text: 'a little longer' }), []);
    assert.equal(sizeErrors(schema, { text: 'x'.repeat(2_000) })[0]?.pointer, '/text');
    const list = { type: 'array', maxItems: 1, items: schema };
    const items = Array.from({ length: 2_000 }, () => ({ text: 'x'.repeat(2_000) }));
    assert.deepEqual(
      sizeErrors(list, items).map(({ pointer }) => pointer),
      [''],
    );
  });
});

function schemasIn(
  schema: unknown,
  place: string,
): { place: string; schema: Record<string, unknown> }[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    { place, schema },
    ...properties.flatMap(([name, part]) => schemasIn(part, `${place}/${name}`)),
    ...schemasIn(schema.items, `${place}/*`),
  ];
}
