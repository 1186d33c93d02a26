import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { newToken } from '../../testing/tokens.ts';

const PURPOSES = [
  ['visit', 'appointment'],
  ['estimate', 'estimate'],
  ['invoice', 'invoice'],
  ['profile', 'customer'],
] as const;

describe('links of customers', () => {
  const service = sharedService();
  let organization: TestOrganization;
  before(async () => {
    organization = await service.newOrganization();
  });
  const target = (kind: string) => makeResource(kind, service, organization);

  it('open one thing, and their address is shown once', async () => {
    for (const [purpose, kind] of PURPOSES) {
      const id = await target(kind);
      const { url, ...link } = await created(
        organization.api.post('/v1/links', { purpose, [`${kind}_id`]: id }),
      );
      assert(url.startsWith(`${service.url}/c/`), url);
      assert.deepEqual([link.purpose, link[`${kind}_id`], link.revoked_at], [purpose, id, null]);
      assert.deepEqual((await organization.api.get(`/v1/links/${link.link_id}`)).body, link);
      const listed = (await organization.api.get(`/v1/links?${kind}_id=${id}`)).body;
      assert.deepEqual(listed.data, [link]);
      const both = `/v1/links?${kind}_id=${id}&purpose=${purpose === 'visit' ? 'invoice' : 'visit'}`;
      assert.deepEqual((await organization.api.get(both)).body.data, []);
    }
    const { data } = (await organization.api.get('/v1/events?type=link.created')).body;
    assert.equal(data.length, 4);
    assert(!JSON.stringify(data).includes('/c/'));
  });

  it('are refused without exactly the target of their purpose', async () => {
    const refused = async (body: object) =>
      fieldErrors(await organization.api.post('/v1/links', body));
    const appointment_id = await target('appointment');
    assert.deepEqual(await refused({ purpose: 'visit' }), ['/appointment_id required']);
    assert.deepEqual(await refused({ purpose: 'invoice', appointment_id }), [
      '/invoice_id required',
      '/appointment_id not_allowed',
    ]);
    const two = { purpose: 'visit', appointment_id, customer_id: 'customer_x' };
    assert.deepEqual(await refused(two), ['/customer_id not_allowed']);
    for (const expires_at of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
      const late = await refused({ purpose: 'visit', appointment_id, expires_at });
      assert.deepEqual(late, ['/expires_at out_of_range']);
    }
    const hold = { service: 'repair', starts_at: '2027-03-04T09:00:00-08:00' };
    await organization.api.post('/v1/services', {
      ...{ code: 'repair', name: 'Repair', duration_minutes: 60 },
    });
    await organization.api.post('/v1/users', {
      ...{ name: 'Rosa Delgado', email: 'rosa@example.com', role: 'technician' },
    });
    const held = await created(organization.api.post('/v1/appointments/holds', hold));
    const visit = { purpose: 'visit', appointment_id: held.appointment_id };
    assert.deepEqual(await refused(visit), ['/appointment_id not_allowed']);
    const unknown = await organization.api.post('/v1/links', {
      ...{ purpose: 'invoice', invoice_id: 'invoice_x' },
    });
    assert.equal(unknown.status, 404);
  });

  it('need the scopes of what they open', async () => {
    const estimate_id = await target('estimate');
    const scopes = ['links:write', 'appointments:write'];
    const { token } = await newToken(organization.api, { scopes });
    const body = { purpose: 'estimate', estimate_id };
    const refused = await service.as(token ?? '').post('/v1/links', body);
    assert.equal(refused.body.code, 'scope_missing');
    const needed = ['estimates:write', 'jobs:write', 'invoices:write'];
    assert.deepEqual(refused.body.required_scopes, needed);
    const visit = { purpose: 'visit', appointment_id: await target('appointment') };
    await created(service.as(token ?? '').post('/v1/links', visit));
  });

  it('are revoked once, with an event, and stay revoked', async () => {
    const link_id = await target('link');
    const path = `/v1/links/${link_id}`;
    const { body } = await organization.api.delete(path);
    assert(body.revoked_at);
    assert.deepEqual((await organization.api.delete(path)).body, body);
    const { data } = (await organization.api.get('/v1/events?type=link.revoked')).body;
    assert.deepEqual(
      data.map((event: { data: object }) => event.data),
      [body],
    );
    const uuid = (
      await service.owner.query('select link_id from links where revoked_at is not null')
    ).rows[0].link_id;
    const again = service.owner.query('update links set revoked_at = null where link_id = $1', [
      uuid,
    ]);
    await assert.rejects(again, /what a link opens does not change/);
  });
});
