import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../../platform/ids.ts';
import { startAnotherApp } from '../../../testing/another-app.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { storedIn } from '../../../testing/stored-in.ts';

const PASSWORD = 'correct horse battery staple';
const SECRET = 'a-secret-that-both-sides-share';
const smtp = { host: 'smtp.example.com', from_address: 'office@alder.example.com' };
const gateway = {
  url: 'https://sms.example.com/send',
  secret: SECRET,
  from_number: '+14155550100',
};

describe('channels', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const create = (body: object, { api } = organization) => api.post('/v1/channels', body);

  it('are returned without their secret, only with whether one is stored', async () => {
    const own = await service.newOrganization();
    const settings = { ...smtp, username: 'alder', password: PASSWORD };
    const created = await create({ kind: 'smtp', settings }, own);
    assert.equal(created.status, 201);
    assert.deepEqual(created.body.settings, {
      ...smtp,
      port: 587,
      secure: false,
      username: 'alder',
      from_name: null,
      has_password: true,
    });
    assert.equal(created.body.inbound_url, null);
    const text = await create({ kind: 'sms_gateway', settings: gateway }, own);
    assert.equal(text.body.settings.has_secret, true);
    assert.match(text.body.inbound_url, /\/g\/[0-9a-z]{26}\/sms$/);
    assert.match(text.body.status_url, /\/g\/[0-9a-z]{26}\/status$/);

    const path = `/v1/channels/${created.body.channel_id}`;
    const renamed = await own.api.patch(path, { name: 'Office' });
    const cleared = await own.api.patch(path, { settings: { password: null } });
    assert.equal(cleared.body.settings.has_password, false);
    const [read, list, events] = await Promise.all(
      [path, '/v1/channels', '/v1/events?limit=200'].map((url) => own.api.get(url)),
    );
    assert.deepEqual(read!.body, cleared.body);
    assert.deepEqual(list!.body.data, [text.body, cleared.body]);
    const types = events!.body.data.map((event: { type: string }) => event.type);
    const ofChannels = types.filter((type: string) => type.startsWith('channel.'));
    assert.deepEqual(ofChannels, [
      'channel.created',
      'channel.created',
      'channel.updated',
      'channel.updated',
    ]);
    const seen = JSON.stringify([created, text, renamed, cleared, read, list, events]);
    assert(!seen.includes(PASSWORD) && !seen.includes(SECRET));
  });

  it('store their secret encrypted, for each channel separately', async () => {
    const own = await service.newOrganization();
    const settings = { ...smtp, username: 'alder', password: PASSWORD };
    const headers = { 'idempotency-key': 'a-channel' };
    await own.api.post('/v1/channels', { kind: 'smtp', settings }, { headers });
    await create({ kind: 'sms_gateway', settings: gateway }, own);
    const forms = [PASSWORD, SECRET].flatMap((one) => [one, Buffer.from(one).toString('hex')]);
    assert.deepEqual(await storedIn(service, own, forms), []);
    assert.notDeepEqual(
      await storedIn(service, own, [smtp.host]),
      [],
      'the search finds something',
    );
    const { rows } = await service.owner.query(
      'select channel_id, sealed_secret from channels where organization_id = $1',
      [toUuid('organization', own.organizationId)],
    );
    const { secrets } = service.taskContext;
    const owner = (id: string) => `channel ${toUuid('organization', own.organizationId)} ${id}`;
    const [first, second] = rows;
    assert.notEqual(secrets!.open(first.sealed_secret, owner(first.channel_id)), null);
    assert.equal(secrets!.open(first.sealed_secret, owner(second.channel_id)), null);
  });

  it('allow only one active channel of each kind', async () => {
    const own = await service.newOrganization();
    const first = (await create({ kind: 'smtp', settings: smtp }, own)).body;
    const second = await create({ kind: 'smtp', settings: smtp }, own);
    assert.equal(second.status, 409);
    assert.equal(second.body.code, 'channel_active');
    const inactive = await create({ kind: 'smtp', active: false, settings: smtp }, own);
    assert.equal(inactive.status, 201);
    const path = `/v1/channels/${inactive.body.channel_id}`;
    assert.equal((await own.api.patch(path, { active: true })).status, 409);
    await own.api.patch(`/v1/channels/${first.channel_id}`, { active: false });
    assert.equal((await own.api.patch(path, { active: true })).status, 200);
  });

  it('report every setting that is missing, invalid, or of the other kind', async () => {
    const pointersOf = async (body: object) => {
      const response = await create(body);
      assert.equal(response.status, 422);
      return response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    };
    assert.deepEqual(await pointersOf({ kind: 'smtp', settings: { url: 'https://a.example' } }), [
      '/settings/from_address',
      '/settings/host',
      '/settings/url',
    ]);
    assert.deepEqual(
      await pointersOf({
        kind: 'sms_gateway',
        settings: { url: 'ftp://a.example', secret: 'short', host: 'smtp.example.com' },
      }),
      ['/settings/from_number', '/settings/host', '/settings/secret', '/settings/url'],
    );
    const settings = { ...smtp, from_address: 'nobody' };
    assert.deepEqual(await pointersOf({ kind: 'smtp', settings }), ['/settings/from_address']);
  });

  it('do not send a stored secret to another server', async () => {
    const own = await service.newOrganization();
    const settings = { ...smtp, username: 'alder', password: PASSWORD };
    const { channel_id } = (await create({ kind: 'smtp', settings }, own)).body;
    const move = (more: object) =>
      own.api.patch(`/v1/channels/${channel_id}`, { settings: { host: 'evil.example', ...more } });
    const refused = await move({});
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].pointer, '/settings/password');
    assert.equal((await move({ password: 'another one' })).status, 200);
  });

  it('with a secret are refused if no encryption key is set; without a secret they are accepted', async () => {
    const keyless = await startAnotherApp(service, { secrets: null });
    try {
      const { token } = await service.newOrganization();
      const api = keyless.as(token);
      const refused = await api.post('/v1/channels', { kind: 'sms_gateway', settings: gateway });
      assert.equal(refused.status, 409);
      assert.equal(refused.body.code, 'secret_key_missing');
      assert.match(refused.body.detail, /THROUGHLINE_SECRET_KEY/);
      const open = await api.post('/v1/channels', { kind: 'smtp', settings: smtp });
      assert.equal(open.status, 201);
    } finally {
      await keyless.stop();
    }
  });
});
