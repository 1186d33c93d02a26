import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { firstOf } from '../../testing/first-of.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { type Body, newSource, sendTo } from '../../testing/source-stand.ts';
import { valueAt } from './mapping.ts';

describe('a JSON Pointer', () => {
  it('finds members and items, also with escaped names, and nothing else', () => {
    const value = { a: [{ 'b/c': 1, 'd~e': 2 }], toString: undefined };
    assert.equal(valueAt(value, '/a/0/b~1c'), 1);
    assert.equal(valueAt(value, '/a/0/d~0e'), 2);
    for (const pointer of ['/x', '/a/1', '/a/length', '/constructor', '/a/0/b/c', '/__proto__/x']) {
      assert.equal(valueAt(value, pointer), undefined, pointer);
    }
  });
});

describe('the mapping of a source', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const MAPPING = {
    id: '/ref',
    name: '{{ payload.person.first }} {{ payload.person.last }}',
    phone: '/person/phones/0',
    email: '/person/mail',
    service_needed: '{% if payload.kind == "hvac" %}ac_repair{% else %}other{% endif %}',
    notes: '/tags',
    'metadata.plan': '/plan',
    'attribution.utm_source': '/utm/source',
  };
  const PAYLOAD = {
    ref: 77,
    kind: 'hvac',
    plan: 'gold',
    tags: ['hot', 'today'],
    utm: { source: 'google' },
    person: { first: 'Ana', last: 'Petrov', phones: ['415-555-0144'] },
  };

  it('says where each field is, and a preview shows the lead without writing anything', async () => {
    const source = await newSource(organization, { mapping: MAPPING });
    const path = `/v1/sources/${source.source_id}/preview`;
    const { status, body } = await organization.api.post(path, { payload: PAYLOAD });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.results, [
      {
        outcome: 'captured',
        reason: null,
        detail: null,
        fields: {
          name: 'Ana Petrov',
          phone: '+14155550144',
          source: 'partner',
          source_ref: '77',
          service_needed: 'ac_repair',
          notes: 'hot, today',
          metadata: { plan: 'gold' },
          attribution: { utm_source: 'google' },
        },
      },
    ]);
    const without = await organization.api.post(path, { payload: { kind: 'hvac' } });
    assert.deepEqual(
      [without.body.results[0].outcome, without.body.results[0].reason],
      ['quarantined', 'contact_channel_missing'],
    );
    const unreadable = await organization.api.post(path, { payload: 'x', content_type: 'text/x' });
    assert.equal(unreadable.body.results[0].reason, 'unreadable');
    const receipts = `/v1/sources/${source.source_id}/receipts`;
    assert.deepEqual((await organization.api.get(receipts)).body.data, []);
    assert.deepEqual((await organization.api.get('/v1/leads')).body.data, []);

    // What is sent is what the preview showed.
    await sendTo(service, source, PAYLOAD);
    const lead: Body = firstOf((await organization.api.get('/v1/leads')).body.data);
    assert.deepEqual([lead.name, lead.source_ref], ['Ana Petrov', '77']);
  });

  it('can be tried on what arrived before it is saved', async () => {
    const source = await newSource(organization, { kind: 'form' });
    const form = new FormData();
    form.set('who', 'Eve');
    form.set('num', '4155550147');
    const wrapped = new Response(form);
    const bytes = Buffer.from(await wrapped.arrayBuffer());
    const type = wrapped.headers.get('content-type') ?? '';
    const { body: sent } = await sendTo(service, source, bytes, { type });
    const { receipt_id } = sent.receipts[0];
    const preview = async (body: object) =>
      organization.api.post(`/v1/sources/${source.source_id}/preview`, body);
    assert.equal((await preview({ receipt_id })).body.results[0].outcome, 'quarantined');
    const mapping = { name: '/who', phone: '/num', service_needed: 'ac_repair' };
    const tried = await preview({ receipt_id, mapping });
    assert.deepEqual(
      [tried.body.results[0].outcome, tried.body.results[0].fields.phone],
      ['captured', '+14155550147'],
    );
    const wrong = await preview({ receipt_id, mapping: { nmae: '/who' } });
    assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/mapping/nmae']);
    assert.equal((await preview({})).body.errors[0].pointer, '/payload');
    const other = await newSource(organization, { kind: 'form' });
    const path = `/v1/sources/${other.source_id}/preview`;
    assert.equal((await organization.api.post(path, { receipt_id })).status, 404);
    await service.owner.query('update source_receipts set payload = null where receipt_id = $1', [
      toUuid('receipt', receipt_id),
    ]);
    const gone = await preview({ receipt_id });
    assert.deepEqual([gone.status, gone.body.errors[0].pointer], [422, '/receipt_id']);
  });

  it('applies to forms, too', async () => {
    const mapping = { name: '/who', phone: '/num', service_needed: 'ac_repair' };
    const source = await newSource(organization, { kind: 'form', mapping });
    const type = 'application/x-www-form-urlencoded';
    const { body } = await sendTo(service, source, 'who=Eve+Adams&num=4155550145', { type });
    assert.equal(body.receipts[0].outcome, 'captured');
    const payload = 'who=Eve&num=4155550145';
    const path = `/v1/sources/${source.source_id}/preview`;
    const shown = await organization.api.post(path, { payload });
    assert.equal(shown.body.results[0].fields.name, 'Eve');
  });

  it('is refused if a field, a template or a variable is wrong, or the kind has its own format', async () => {
    const refuse = async (fields: object) => {
      const given = { name: 'x', source: 'x', kind: 'json', ...fields };
      const { status, body } = await organization.api.post('/v1/sources', given);
      assert.equal(status, 422, JSON.stringify(body));
      return body.errors.map(({ pointer, code }: Body) => `${pointer} ${code}`);
    };
    const mapping = { nmae: '/x', phone: '{{ payload.x', email: '{{ lead.email }}', name: '/n' };
    assert.deepEqual((await refuse({ mapping })).sort(), [
      '/mapping/email unknown_variable',
      '/mapping/nmae unknown_field',
      '/mapping/phone invalid_template',
    ]);
    assert.deepEqual(await refuse({ kind: 'angi', mapping: { name: '/n' } }), [
      '/mapping not_allowed',
    ]);
    const verification = {
      secret: 'long-enough-1',
      header: 'x-a',
      query: 'b',
      access_token: 'long-enough-1',
    };
    assert.deepEqual((await refuse({ verification })).sort(), [
      '/verification/access_token not_allowed',
      '/verification/query not_allowed',
    ]);
  });

  it('that takes too long puts what arrives into quarantine, and nothing else waits', async () => {
    const slow = '{% for a in (1..4000) %}{% for b in (1..4000) %}{{ b }}{% endfor %}{% endfor %}';
    const mapping = { name: slow, phone: '/phone', service_needed: 'ac_repair' };
    const source = await newSource(organization, { mapping });
    const { status } = await sendTo(service, source, { phone: '4155550146' });
    assert.equal(status, 200);
    const item: Body = firstOf((await organization.api.get('/v1/quarantine')).body.data);
    assert.deepEqual([item.reason, item.fields.phone], ['mapping_failed', '+14155550146']);
    const path = `/v1/quarantine/${item.receipt_id}/release`;
    const released = await organization.api.post(path, { fields: { service_needed: 'ac_repair' } });
    assert.equal(released.status, 200, JSON.stringify(released.body));
  });
});
