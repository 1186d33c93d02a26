import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';

describe('the currency of an organization', () => {
  const service = sharedService();
  const create = (fields: object) =>
    service.operator.post('/v1/organizations', {
      ...{ name: 'Alder', time_zone: 'UTC', country: 'US' },
      ...fields,
    });

  it('is that of its country unless it is given, and can be changed', async () => {
    assert.equal((await create({ country: 'DE' })).body.currency, 'EUR');
    assert.equal((await create({ country: 'DE', currency: 'CHF' })).body.currency, 'CHF');
    const { api } = await service.newOrganization();
    const changed = await api.patch('/v1/organization', { currency: 'CAD' });
    assert.deepEqual([changed.status, changed.body.currency], [200, 'CAD']);
    const moved = await api.patch('/v1/organization', { country: 'GB' });
    assert.equal(moved.body.currency, 'CAD', 'a change of the country leaves it');
    const { body } = await api.get('/v1/events?type=organization.updated');
    assert.deepEqual(body.data[0].previous.currency, 'USD');
  });

  it('must be a code of ISO 4217', async () => {
    const { api } = await service.newOrganization();
    for (const [currency, code] of [
      ['ZZZ', 'unknown_currency'],
      ['usd', 'invalid_format'],
      [null, 'wrong_type'],
    ]) {
      for (const { status, body } of [
        await api.patch('/v1/organization', { currency }),
        await create({ currency }),
      ]) {
        assert.equal(status, 422);
        assert.deepEqual(
          body.errors.map((error: Record<string, string>) => `${error.pointer} ${error.code}`),
          [`/currency ${code}`],
        );
      }
    }
  });

  it('is that of a contract amount without one', async () => {
    const shop = await Shop.open(service);
    await shop.api.patch('/v1/organization', { currency: 'EUR' });
    const job = await shop.sold({ contract: { amount: 500 } });
    assert.deepEqual([job.contract.amount, job.contract.currency], [500, 'EUR']);
    const { body } = await shop.api.patch(`/v1/jobs/${job.job_id}`, { contract: { amount: 700 } });
    assert.deepEqual([body.contract.amount, body.contract.currency], [700, 'EUR']);
    const plain = await shop.sold({ contract: { terms: 'Half in advance.' } });
    assert.equal(plain.contract.currency, null);
  });
});
