import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyLimitOf, MAX_BODY_BYTES, MIN_BODY_BYTES } from './platform/http/body-limit.ts';
import { sizeErrors } from './platform/http/size-limits.ts';
import { isObject } from './platform/is-object.ts';
import { routes } from './routes.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { sampled } from './testing/sized.ts';

const withBody = routes.flatMap((operation) => {
  if (operation.kind !== 'mutation' && operation.kind !== 'read') return [];
  const { id, method, path, body } = operation;
  return body === null ? [] : [{ id, method, path, body }];
});

const FOR_OPERATORS = new Set(
  routes.filter(({ scopes }) => scopes.includes('operator')).map(({ id }) => id),
);

/** As many as fit into the largest body that the operation takes, and are parsed. */
function many(what: string, path: string): string {
  const limit = withBody
    .filter((operation) => operation.path === path && operation.method === 'POST')
    .map(({ body }) => bodyLimitOf(body));
  const length = Math.floor((Math.max(...limit) - 100) / (what.length + 1));
  return Array.from({ length: Math.min(length, 45_000) }, () => what).join();
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
      const { status, body } = await post(path, `{"${field}":[${many('{}', path)}]}`);
      assert.equal(status, 422, path);
      assert.deepEqual(
        body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]),
        [[`/${field}`, 'too_long']],
        path,
      );
    }
  });

  it('of more than a hundred thousand values is refused before it is parsed', async () => {
    for (const raw of [`{"lines":[${Array(100_001).fill('0').join()}]}`, '['.repeat(200_000)]) {
      const { status, body } = await post('/v1/invoices', raw);
      assert.equal(status, 422);
      assert.deepEqual([body.errors[0].pointer, body.errors[0].code], ['', 'too_long']);
    }
  });

  it('of unknown fields is refused for their number', async () => {
    const names = Array.from({ length: 90_000 }, (_, n) => `"${n}":1`);
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

const LONG_TEXTS = [
  ...['captureLead', 'createBooking', 'recordCommunication', 'sendMessage', 'previewSource'],
  ...['createTemplate', 'updateTemplate', 'previewTemplate'],
  // A drawn signature.
  'acceptEstimate',
  ...['createPlaybook', 'updatePlaybook', 'runPlaybook', 'dryRunPlaybook'],
];
const LONG_LISTS = [
  // Postal codes, and the corners of a polygon.
  'createArea',
  'updateArea',
  // Visits with their notes.
  'scheduleJob',
  ...['createInvoice', 'updateInvoice', 'createWebhookReplay'],
  ...['createEstimate', 'updateEstimate', 'reviseEstimate'],
  // Working hours, and saved views.
  ...['updateOrganization', 'createUser', 'updateUser', 'updatePreferences'],
];

describe('the limit of a body', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const send = (id: string, method: string, path: string, raw: string) =>
    (FOR_OPERATORS.has(id) ? service.operator : organization.api).call(
      method,
      path.replaceAll(/\{\w+\}/g, 'x'),
      undefined,
      { raw },
    );

  it('is that of its operation: a larger one gets 413 with the limit, also while it is being sent', async () => {
    for (const { id, method, path, body: schema } of sampled(withBody, 12, 'limits of bodies')) {
      const limit = bodyLimitOf(schema);
      const { status, body } = await send(
        id,
        method,
        path,
        `{"x":"${'x'.repeat(limit + 600_000)}"}`,
      );
      assert.deepEqual([status, body.code, body.limit_bytes], [413, 'body_too_large', limit], id);
      const within = await send(id, method, path, `{"x":"${'x'.repeat(limit - 100)}"}`);
      assert.notEqual(within.status, 413, id);
    }
  });

  it('is 64 KiB for most operations, and 1 MiB for none but those with long texts or lists', () => {
    const limits = withBody.map(({ id, body }) => ({ id, limit: bodyLimitOf(body) }));
    const small = limits.filter(({ limit }) => limit === MIN_BODY_BYTES);
    assert(small.length > 25 && small.some(({ id }) => id === 'cancelJob'));
    const large = limits.filter(({ limit }) => limit === MAX_BODY_BYTES).map(({ id }) => id);
    assert.deepEqual(large.sort(), [...LONG_TEXTS, ...LONG_LISTS].sort());
  });

  it('is enough for every valid body, even if all of its characters are escaped', () => {
    for (const { id, body } of withBody) {
      if (bodyLimitOf(body) === MAX_BODY_BYTES) continue;
      assert(largest(body).length <= bodyLimitOf(body), id);
    }
  });
});

/** The longest JSON that the schema accepts. */
function largest(schema: unknown): string {
  if (!isObject(schema)) return '';
  const types = [schema.type].flat();
  if (Array.isArray(schema.enum)) return JSON.stringify(schema.enum.map(String).sort().at(-1));
  if (types.includes('string'))
    return `"${'\\ud83d\\ude00'.repeat(Number(schema.maxLength ?? 30))}"`;
  if (types.includes('array')) {
    return `[${Array.from({ length: Number(schema.maxItems) }, () => largest(schema.items)).join()}]`;
  }
  if (!types.includes('object')) return '-9007199254740991';
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return `{${fields.map(([name, field]) => `"${name}":${largest(field)}`).join()}}`;
}

describe('the sizes of a body', () => {
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
