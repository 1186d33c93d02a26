import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';

const VALUE = 'sk-qzvK"b\\c wjXpY';

describe('secrets', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());

  const make = (body: object = {}) =>
    created(organization.api.post('/v1/secrets', { name: 'crm', value: VALUE, ...body }));

  it('are created, listed, read, changed and deleted, and the value is never returned', async () => {
    const { api } = organization;
    const secret = await make({ allowed_hosts: ['api.crm.example', 'api.crm.example'] });
    assert.match(secret.secret_id, /^secret_[0-9a-z]{26}$/);
    assert.deepEqual(secret, {
      secret_id: secret.secret_id,
      name: 'crm',
      allowed_hosts: ['api.crm.example'],
      last_used_at: null,
      deleted_at: null,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const path = `/v1/secrets/${secret.secret_id}`;
    assert.deepEqual((await api.get(path)).body, secret);
    assert.deepEqual((await api.get('/v1/secrets')).body.data, [secret]);

    const changed = await api.patch(path, { value: 'another-value-9c2d' });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body, secret);
    const deleted = await api.delete(path);
    assert.deepEqual(deleted.body, { ...secret, deleted_at: '2027-03-01T15:00:00.000Z' });
    assert.deepEqual((await api.delete(path)).body, deleted.body);
    assert.deepEqual((await api.get('/v1/secrets')).body.data, []);
    assert.deepEqual((await api.get(path)).body, deleted.body);
    const late = await api.patch(path, { value: 'another-value-9c2d' });
    assert.equal(late.status, 409);
    assert.equal(late.body.code, 'secret_deleted');

    const { body: events } = await api.get('/v1/events?limit=200');
    const types = events.data.map(({ type }: { type: string }) => type);
    assert.deepEqual(types.slice(-3), ['secret.created', 'secret.updated', 'secret.deleted']);
    const shown = JSON.stringify([events, changed.body, deleted.body]);
    for (const value of [VALUE, JSON.stringify(VALUE).slice(1, -1), 'another-value-9c2d']) {
      assert(!shown.includes(value));
    }
  });

  it('are stored encrypted, for their own row, and a deleted value is gone', async () => {
    const secret = await make();
    const headers = { 'idempotency-key': 'once' };
    const other = { name: 'other', value: VALUE };
    await created(organization.api.post('/v1/secrets', other, { headers }));
    const { rows } = await service.owner.query(
      `select s::text as text, sealed_value from secrets s
       union all select e::text, null from events e
       union all select k::text, null from idempotency_keys k`,
    );
    assert(rows.length > 4);
    const hex = Buffer.from(VALUE).toString('hex');
    for (const { text } of rows) assert(!text.includes(VALUE) && !text.includes(hex));
    await organization.api.delete(`/v1/secrets/${secret.secret_id}`);
    const { rows: left } = await service.owner.query(
      `select sealed_value from secrets where name = 'crm' and deleted_at is not null`,
    );
    assert(left.length > 0);
    for (const { sealed_value } of left) assert.equal(sealed_value, null);
  });

  it('have a unique name, which can be used again after one is deleted', async () => {
    const secret = await make();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        organization.api.post('/v1/secrets', { name: 'mail', value: VALUE }),
      ),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    const taken = await organization.api.post('/v1/secrets', { name: 'crm', value: VALUE });
    assert.equal(taken.body.code, 'secret_name_taken');
    await organization.api.delete(`/v1/secrets/${secret.secret_id}`);
    await make();
  });

  it('need a plain name and a value that fits into a header, and errors do not repeat the value', async () => {
    const invalid: [body: object, errors: string[]][] = [
      [{}, ['/name required', '/value required']],
      [{ name: 'CRM', value: 'short' }, ['/name invalid_format', '/value too_short']],
      [{ name: 'crm', value: `${VALUE}\r\nX: 1` }, ['/value invalid_format']],
      [{ name: 'crm', value: ` ${VALUE}` }, ['/value invalid_format']],
      [{ name: 'crm', value: `${VALUE}é` }, ['/value invalid_format']],
      [{ name: 'crm', value: 'x'.repeat(4_001) }, ['/value too_long']],
      [
        { name: 'crm', value: VALUE, allowed_hosts: ['https://x.example/'] },
        ['/allowed_hosts/0 invalid_format'],
      ],
    ];
    for (const [body, errors] of invalid) {
      const response = await organization.api.post('/v1/secrets', body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.deepEqual(fieldErrors(response), errors);
      assert(!JSON.stringify(response.body).includes('qzvK'));
    }
    const secret = await make();
    const path = `/v1/secrets/${secret.secret_id}`;
    const withoutValue = await organization.api.patch(path, { allowed_hosts: ['evil.example'] });
    assert.deepEqual(fieldErrors(withoutValue), ['/value required']);
  });

  it('are for owners: no other role can list or change them', async () => {
    const secret = await make();
    for (const role of ['owner', 'dispatcher', 'technician', 'viewer']) {
      const email = `${crypto.randomUUID()}@example.com`;
      const user = await created(organization.api.post('/v1/users', { name: role, email, role }));
      const { token } = await created(
        organization.api.post('/v1/tokens', { name: role, scopes: ['*'], user_id: user.user_id }),
      );
      const api = service.as(token);
      const expected = role === 'owner' ? [200, 200] : [403, 403];
      const path = `/v1/secrets/${secret.secret_id}`;
      const responses = [await api.get('/v1/secrets'), await api.patch(path, { value: VALUE })];
      assert.deepEqual(
        responses.map(({ status }) => status),
        expected,
        role,
      );
    }
  });
});

describe('secrets without a key of the service', () => {
  const service = sharedService();
  const keyless = shared(() => startAnotherApp(service, { secrets: null }));

  it('are refused, because they could not be stored safely', async () => {
    const { token } = await service.newOrganization();
    const { status, body } = await keyless
      .as(token)
      .post('/v1/secrets', { name: 'crm', value: VALUE });
    assert.equal(status, 409);
    assert.equal(body.code, 'secret_key_missing');
  });
});
