import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Places } from '../../testing/places.ts';

const WORK = { description: 'Water heater', quantity: 1, unit_amount: 120_000 };

describe('an estimate at a property', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const places = new Places(organization);
  const offer = (fields: object) => ({
    ...{ title: 'Replace the heater', options: [{ name: 'Standard', lines: [WORK] }] },
    ...fields,
  });
  const create = (fields: object) => places.act('/v1/estimates', offer(fields));
  const signature = { name: 'Dana Whitfield', kind: 'typed' };

  it('makes a job and a deposit invoice there, also of a lead and after a revision', async () => {
    const { lead_id } = await places.lead();
    const { property_id } = await places.property({ lead_id, tax_rate: 8.25 });
    const draft = await create({ lead_id, property_id, deposit: { percent: 30 } });
    assert.deepEqual([draft.property_id, draft.options[0].total], [property_id, 129_900]);
    assert.deepEqual(await places.read(`/v1/estimates/${draft.estimate_id}`), draft);
    await places.act(`/v1/estimates/${draft.estimate_id}/send`);
    const revised = await places.act(`/v1/estimates/${draft.estimate_id}/revise`);
    assert.equal(revised.property_id, property_id);
    const path = `/v1/estimates/${revised.estimate_id}`;
    await places.act(`${path}/send`);
    const { estimate, job, invoice } = await places.act(`${path}/accept`, { signature });
    assert.deepEqual(
      [estimate, job, invoice].map((one) => one.property_id),
      Array(3).fill(property_id),
    );
    const { data } = await places.read('/v1/events?type=estimate.created,estimate.accepted');
    for (const event of data.slice(-2)) assert.equal(event.data.property_id, property_id);
  });

  it('is changed while it is a draft, and new lines have the tax rate of the place', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, tax_rate: 10 });
    const draft = await create({ customer_id });
    assert.deepEqual([draft.property_id, draft.options[0].total], [null, 120_000]);
    const path = `/v1/estimates/${draft.estimate_id}`;
    const named = (await places.api.patch(path, { property_id })).body;
    assert.deepEqual([named.property_id, named.options[0].total], [property_id, 120_000]);
    const { data } = await places.read('/v1/events?type=estimate.updated');
    assert.deepEqual(data.at(-1).previous, { property_id: null });
    const lines = [WORK, { ...WORK, tax_rate: 5 }];
    const { body } = await places.api.patch(path, { options: [{ name: 'Two', lines }] });
    assert.deepEqual(
      body.options[0].lines.map(({ tax_rate }: { tax_rate: number }) => tax_rate),
      [10, 5],
    );
    assert.equal((await places.api.patch(path, { property_id: null })).body.property_id, null);
    await places.act(`${path}/send`);
    const late = await places.api.patch(path, { property_id });
    assert.deepEqual([late.status, late.body.code], [409, 'estimate_not_draft']);
    await assert.rejects(
      service.owner.query(`update estimates set property_id = estimate_id where title = $1`, [
        draft.title,
      ]),
      { code: '23001' },
    );
  });

  it('is refused at a place that is unknown or of another person', async () => {
    const { customer_id } = await places.customer();
    const theirs = await places.property({ customer_id: (await places.customer()).customer_id });
    const { estimate_id } = await create({ customer_id });
    for (const [property_id, error] of [
      ['property_x', '/property_id unknown_property'],
      [theirs.property_id, '/property_id other_person'],
    ]) {
      const fields = offer({ customer_id, property_id });
      const responses = [
        await places.api.post('/v1/estimates', fields),
        await places.api.patch(`/v1/estimates/${estimate_id}`, { property_id }),
      ];
      for (const response of responses) assert.deepEqual(fieldErrors(response), [error]);
    }
  });
});
