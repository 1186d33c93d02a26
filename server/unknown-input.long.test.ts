import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isObject } from './platform/is-object.ts';
import { makeResource } from './testing/builders.ts';
import {
  callerOf,
  everyOperation,
  idsFor,
  isJson,
  needsBody,
  newWalker,
  pathOf,
  type Walked,
} from './testing/every-operation.ts';
import { currentDocument } from './testing/example-requests.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { listOf, objectOf } from './testing/fuzz/document.ts';
import { onePerKind, sampleBody } from './testing/requests.ts';
import { narrowParametersOf, wrongValuesOf } from './testing/wrong-input.ts';

/** Of each operation, every-operation.test.ts sends one of these; here are all. */
describe('wrong input', () => {
  const service = sharedService();
  const organization = shared(() => newWalker(service));
  const idOf = onePerKind((kind) => makeResource(kind, service, organization));
  const operations = everyOperation.filter(({ operation }) => operation.kind !== 'public');

  /** The errors, as "/name too_long". The path is of something that exists, so that only the input is wrong. */
  async function errorsOf(one: Walked, query: string, body: unknown): Promise<string[]> {
    const api = callerOf(one, organization.api, service.operator);
    const path = pathOf(one, await idsFor(one, idOf));
    const response = await api.call(one.described.method, path + query, body);
    const sent = `${one.id}${query} with ${JSON.stringify(body)}`;
    assert.equal(response.status, 422, `${sent}: ${JSON.stringify(response.body)}`);
    return response.body.errors.map(
      ({ pointer, code }: Record<string, string>) => `${pointer} ${code}`,
    );
  }

  function assertPointed(errors: readonly string[], pointer: string, what: string): void {
    assert(
      errors.some((error) => error.startsWith(`${pointer} `)),
      `${what}: no ${pointer} in ${errors}`,
    );
  }

  it('is pointed at in every parameter of a query', async () => {
    for (const one of operations) {
      const names = narrowParametersOf(one).map(({ name }) => name);
      if (names.length === 0) continue;
      const query = new URLSearchParams(names.map((name) => [name, 'no such value']));
      const errors = await errorsOf(one, `?${query}`, isJson(one) ? {} : undefined);
      for (const name of names) assertPointed(errors, `/${name}`, one.id);
    }
  });

  const withBody = operations.filter(isJson);

  it('is pointed at in every field, alone and with all others', async () => {
    for (const one of withBody) {
      const example = await sampleBody(one.operation, idOf);
      const wrong = [...wrongValuesOf(one)];
      const most = Math.max(0, ...wrong.map(([, values]) => values.length));
      for (let round = 0; round < most; round += 1) {
        const fields = wrong.map(([name, values]) => [name, values[round % values.length]]);
        const errors = await errorsOf(one, '', Object.fromEntries(fields));
        for (const [name] of wrong) assertPointed(errors, `/${name}`, one.id);
      }
      for (const [name, [value]] of wrong) {
        const errors = await errorsOf(one, '', { ...example, [name]: value });
        assertPointed(errors, `/${name}`, one.id);
      }
    }
  });

  it('is pointed at in every object inside a body, if no field has its name', async () => {
    let count = 0;
    for (const one of withBody) {
      const example = await sampleBody(one.operation, idOf);
      const pointers = closedObjectsIn(one.described.body ?? {}, example, '');
      for (const pointer of pointers) {
        const errors = await errorsOf(one, '', withUnknownField(example, pointer.split('/')));
        assertPointed(errors, `${pointer}/no_such_field`, one.id);
        count += 1;
      }
    }
    assert(count > 15, `only ${count} objects were found`);
  });

  it('is a body that is not an object', async () => {
    for (const one of withBody) {
      // For an operation that needs none, null is none.
      for (const body of [[], 'text', 5, true, [{}], ...(needsBody(one) ? [null] : [])]) {
        await errorsOf(one, '', body);
      }
    }
  });
});

/** Where the example has an object inside that takes no other fields. */
function closedObjectsIn(given: unknown, example: unknown, pointer: string): string[] {
  const schema = currentDocument.resolve(given);
  if (Array.isArray(example)) {
    return example.length === 0 ? [] : closedObjectsIn(schema.items, example[0], `${pointer}/0`);
  }
  if (!isObject(example)) return [];
  const branches = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const [whole] = branches
    .map((one) => currentDocument.resolve(one))
    .filter((one) => one.properties);
  const { properties, additionalProperties } = schema.properties ? schema : (whole ?? schema);
  const inner = Object.entries(example).flatMap(([name, value]) => {
    const property = objectOf(properties)[name];
    return property === undefined ? [] : closedObjectsIn(property, value, `${pointer}/${name}`);
  });
  return additionalProperties === false && pointer !== '' ? [pointer, ...inner] : inner;
}

function withUnknownField(value: unknown, [, ...steps]: readonly string[]): unknown {
  const [name] = steps;
  if (name === undefined) return { ...objectOf(value), no_such_field: 1 };
  if (Array.isArray(value)) return [withUnknownField(value[0], steps), ...value.slice(1)];
  return { ...objectOf(value), [name]: withUnknownField(objectOf(value)[name], steps) };
}
