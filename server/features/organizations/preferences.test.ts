import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ApiClient } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { pngBytes, sendBytes } from '../../testing/files.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { newUser } from '../../testing/office.ts';

const PATH = '/v1/me/preferences';
const DEFAULTS = {
  theme: null,
  density: null,
  letter_keys: true,
  language: null,
  saved_views: {},
};
const VIEW = { name: 'Open web leads', filters: { source: 'web_form', status: 'new' } };

describe('a user', () => {
  const service = sharedService();
  let organization: TestOrganization;
  let userId: string;
  let rosa: ApiClient;

  const asUser = async (user_id: string) => {
    const { token } = await created(organization.api.post('/v1/tokens', { name: 'Rosa', user_id }));
    return service.as(token);
  };
  beforeEach(async () => {
    organization = await service.newOrganization();
    userId = await newUser(organization.api, { role: 'technician' });
    rosa = await asUser(userId);
  });
  const preferencesOf = async (api: ApiClient) => (await api.get('/v1/me')).body.preferences;

  it('has preferences in every browser: they belong to the user, and to no one else', async () => {
    assert.deepEqual(await preferencesOf(rosa), DEFAULTS);
    const { status, body } = await rosa.patch(PATH, { theme: 'dark', letter_keys: false });
    assert.equal(status, 200);
    assert.deepEqual(body, { ...DEFAULTS, theme: 'dark', letter_keys: false });
    assert.deepEqual(await preferencesOf(await asUser(userId)), body);
    await rosa.patch(PATH, { density: 'compact', theme: null });
    assert.deepEqual(await preferencesOf(rosa), {
      ...DEFAULTS,
      density: 'compact',
      letter_keys: false,
    });
    const colleague = await asUser(await newUser(organization.api, { role: 'technician' }));
    assert.deepEqual(await preferencesOf(colleague), DEFAULTS);
    assert.equal(await preferencesOf(organization.api), null, 'a program has none');
  });

  it('saves views by screen: the others stay, and an empty list removes one', async () => {
    const jobs = [{ name: 'Mine', filters: { mine: 'true' } }];
    await rosa.patch(PATH, { saved_views: { leads: [VIEW] } });
    const { body } = await rosa.patch(PATH, { saved_views: { jobs } });
    assert.deepEqual(body.saved_views, { leads: [VIEW], jobs });
    await rosa.patch(PATH, { saved_views: { leads: [] } });
    assert.deepEqual((await preferencesOf(rosa)).saved_views, { jobs });
  });

  it('gets a clear error for what is no preference', async () => {
    const errorsOf = async (body: object) => fieldErrors(await rosa.patch(PATH, body));
    assert.deepEqual(await errorsOf({ theme: 'pink' }), ['/theme not_allowed']);
    assert.deepEqual(await errorsOf({ saved_views: { leads: [VIEW, VIEW] } }), [
      '/saved_views/leads/1/name repeated',
    ]);
    const nameless = { saved_views: { leads: [{ ...VIEW, name: ' ' }] } };
    assert.deepEqual(await errorsOf(nameless), ['/saved_views/leads/0/name too_short']);
    const without = await organization.api.patch(PATH, { theme: 'dark' });
    assert.deepEqual(fieldErrors(without), ['/Authorization no_user']);
    assert.deepEqual(await preferencesOf(rosa), DEFAULTS);
  });

  it('leaves an event that says what has changed, without the values; none if nothing has', async () => {
    await rosa.patch(PATH, { saved_views: { leads: [VIEW] }, theme: 'dark' });
    await rosa.patch(PATH, { theme: 'dark' });
    const { body } = await organization.api.get('/v1/events?type=preferences.updated');
    assert.deepEqual(
      body.data.map(({ data }: { data: unknown }) => data),
      [{ user_id: userId, changed: ['theme', 'saved_views'] }],
    );
  });

  it('keeps what both of two browsers have changed at once', async () => {
    const changes = [{ theme: 'dark' }, { density: 'touch' }, { letter_keys: false }];
    const done = await Promise.all(changes.map((change) => rosa.patch(PATH, change)));
    for (const { status } of done) assert.equal(status, 200);
    const [theme, density, keys] = changes;
    assert.deepEqual(await preferencesOf(rosa), { ...DEFAULTS, ...theme, ...density, ...keys });
  });

  it('changes the own phone number and picture, and nothing else', async () => {
    const sent = await sendBytes(rosa, pngBytes());
    const { status, body } = await rosa.patch('/v1/me', {
      phone: '(415) 555-0134',
      avatar_file_id: sent.body.file_id,
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.phone, body.avatar_file_id], ['+14155550134', sent.body.file_id]);
    assert.deepEqual((await organization.api.get(`/v1/users/${userId}`)).body, body);
    const { body: log } = await organization.api.get('/v1/events?type=user.updated');
    assert.equal(log.data.at(-1).actor.type, 'user');
    for (const change of [{ role: 'owner' }, { email: 'other@example.com' }, { name: 'Boss' }]) {
      assert.equal((await rosa.patch('/v1/me', change)).status, 422);
    }
    assert.deepEqual(fieldErrors(await rosa.patch('/v1/me', { phone: '12' })), [
      '/phone phone_unreadable',
    ]);
  });

  it('cannot take a picture that someone else has sent', async () => {
    const other = await sendBytes(organization.api, pngBytes());
    const refused = await rosa.patch('/v1/me', { avatar_file_id: other.body.file_id });
    assert.deepEqual(fieldErrors(refused), ['/avatar_file_id not_your_file']);
  });

  it('shows the place where the day starts only to those who manage users', async () => {
    const start_location = { address: '12 Elm St', latitude: 45.5, longitude: -122.6 };
    const { api } = organization;
    const { body } = await api.patch(`/v1/users/${userId}`, { start_location });
    assert.deepEqual(body.start_location, start_location);
    for (const path of [`/v1/users/${userId}`, '/v1/me']) {
      const { body: seen } = await rosa.get(path);
      assert.equal((seen.user ?? seen).start_location, null, path);
    }
    const cleared = await api.patch(`/v1/users/${userId}`, { start_location: null });
    assert.equal(cleared.body.start_location, null);
  });
});
