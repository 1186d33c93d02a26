import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { newTechnician } from '../../testing/technicians.ts';

const HEATER = { code: 'heater', name: 'Water heater', kind: 'part', unit_amount: 120_000 };

describe('price items', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const { get, post, patch } = {
    get: (path: string) => organization.api.get(path),
    post: (path: string, body: object) => organization.api.post(path, body),
    patch: (path: string, body: object) => organization.api.patch(path, body),
  };
  const create = async (fields: object = {}) => {
    const response = await post('/v1/price-items', { ...HEATER, ...fields });
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };
  const eventsOf = async (type: string) =>
    (await get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('are defined by a code, a name, a kind and an amount, and everything else has a default', async () => {
    const created = await create({ name: ' Water heater ' });
    assert.deepEqual(created, {
      ...HEATER,
      currency: 'USD',
      unit: null,
      tax_rate: 0,
      cost: null,
      active: true,
      created_at: service.clock.now().toISOString(),
      updated_at: service.clock.now().toISOString(),
    });
    assert.deepEqual((await get('/v1/price-items/heater')).body, created);
    const [event] = await eventsOf('price_item.created');
    assert.deepEqual(event.data, created);
  });

  it('keep everything that they are defined with', async () => {
    const fields = { currency: 'EUR', unit: 'hour', tax_rate: 8.25, cost: 81_000, active: false };
    const created = await create({ ...fields, kind: 'labour' });
    assert.deepEqual(created, { ...created, ...fields, kind: 'labour' });
  });

  it('are negative if and only if they are discounts, whichever sign was sent', async () => {
    const sent = { kind: 'discount', unit_amount: 5_000 };
    assert.equal((await create({ ...sent, code: 'spring' })).unit_amount, -5_000);
    const negative = { ...sent, code: 'autumn', unit_amount: -5_000 };
    assert.equal((await create(negative)).unit_amount, -5_000);
    const changed = await patch('/v1/price-items/autumn', { unit_amount: 100 });
    assert.equal(changed.body.unit_amount, -100);
    await create();
    for (const response of [
      await post('/v1/price-items', { ...HEATER, code: 'other', unit_amount: -1 }),
      await patch('/v1/price-items/heater', { unit_amount: -1 }),
    ])
      assert.deepEqual(fieldErrors(response), ['/unit_amount out_of_range']);
    await assert.rejects(
      service.owner.query("update price_items set unit_amount = 1 where kind = 'discount'"),
      /price_item_sign/,
    );
  });

  it('change only the fields that are sent, and the event has the values before', async () => {
    const before = await create();
    service.clock.advance(60_000);
    const { status, body } = await patch('/v1/price-items/heater', { unit_amount: 125_000 });
    assert.equal(status, 200);
    const updated_at = service.clock.now().toISOString();
    assert.deepEqual(body, { ...before, unit_amount: 125_000, updated_at });
    const [event] = await eventsOf('price_item.updated');
    assert.deepEqual(event.previous, { unit_amount: 120_000, updated_at: before.updated_at });
    assert.deepEqual((await patch('/v1/price-items/heater', {})).body, body);
    assert.equal((await eventsOf('price_item.updated')).length, 1);
    assert.deepEqual(fieldErrors(await patch('/v1/price-items/heater', { kind: 'fee' })), [
      '/kind unknown_field',
    ]);
  });

  it('exist once per code, although eight requests create one at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post('/v1/price-items', HEATER)),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
    const refused = responses.find(({ status }) => status === 409);
    assert.equal(refused?.body.code, 'price_item_exists');
    const other = await service.newOrganization();
    assert.equal((await other.api.post('/v1/price-items', HEATER)).status, 201);
  });

  it('are listed in the order of their codes, in pages, by kind and by whether they are active', async () => {
    for (const code of ['b', 'a_b', 'a']) await create({ code });
    await create({ code: 'c', kind: 'fee', active: false });
    const codes = async (query: string) => {
      const { body } = await get(`/v1/price-items?${query}`);
      return { codes: body.data.map(({ code }: { code: string }) => code), next: body.next_cursor };
    };
    assert.deepEqual(await codes(''), { codes: ['a', 'a_b', 'b', 'c'], next: null });
    const first = await codes('limit=2');
    assert.deepEqual((await codes(`limit=2&cursor=${first.next}`)).codes, ['b', 'c']);
    assert.deepEqual((await codes('kind=fee')).codes, ['c']);
    assert.deepEqual((await codes('active=true')).codes, ['a', 'a_b', 'b']);
  });

  it('are refused with everything that is wrong', async () => {
    const invalid: [body: object, errors: string[]][] = [
      [{ name: ' ' }, ['/name too_short']],
      [{ unit_amount: 1.5 }, ['/unit_amount wrong_type']],
      [{ currency: 'XQZ' }, ['/currency unknown_currency']],
      [{ tax_rate: 8.12345 }, ['/tax_rate too_precise']],
      [{ tax_rate: 101 }, ['/tax_rate out_of_range']],
      [{ cost: -1 }, ['/cost out_of_range']],
    ];
    for (const [body, errors] of invalid) {
      const response = await post('/v1/price-items', { ...HEATER, ...body });
      assert.deepEqual(fieldErrors(response), errors, JSON.stringify(body));
    }
  });

  it('can be read by technicians, who neither see what they cost nor change them', async () => {
    const created = await create({ cost: 81_000 });
    const { api } = await newTechnician(service, organization, 'Rosa');
    assert.deepEqual((await api.get('/v1/price-items')).body.data, [{ ...created, cost: null }]);
    assert.equal((await api.patch('/v1/price-items/heater', { cost: 1 })).status, 403);
  });
});
