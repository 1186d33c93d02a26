import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { ApiClient, type ApiResponse } from '../../testing/api-client.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { signInStand } from '../../testing/sign-in-stand.ts';
import { certifiedBy, type Options, SoftwarePasskey } from '../../testing/software-passkey.ts';
import { issueChallenge } from './challenge.ts';
import { isWithoutCertificates } from './webauthn-calls.ts';

const ORIGIN = 'https://desk.alder.example.com';
const MINUTE = 60_000;

describe('a passkey', () => {
  const service = sharedService();
  const stand = signInStand(service, { publicUrl: ORIGIN });
  const { newAddress, post, postFrom, invite, accept, member, browserWith } = stand;

  type Browser = ReturnType<typeof browserWith>;

  async function begin(browser: Browser): Promise<Options> {
    const { status, body } = await browser.post('/v1/me/passkeys/options');
    assert.equal(status, 200, JSON.stringify(body));
    return body.options;
  }
  const add = (browser: Browser, credential: object, name = 'Phone') =>
    browser.post('/v1/me/passkeys', { name, credential });
  async function beginSignIn(): Promise<Options> {
    const { status, body } = await post('/v1/passkey-sessions/options', {});
    assert.equal(status, 200, JSON.stringify(body));
    return body.options;
  }
  const send = (credential: object, more = {}) =>
    post('/v1/passkey-sessions', { credential, ...more });
  const signInWith = async (passkey: SoftwarePasskey, more = {}) =>
    send(passkey.signIn(await beginSignIn(), ORIGIN), more);

  /** A person with a passkey. */
  async function holder(organization = service.newOrganization(), counts = true) {
    const person = await member(await organization);
    const passkey = new SoftwarePasskey({ counts });
    const added = await add(person.browser, passkey.create(await begin(person.browser), ORIGIN));
    assert.equal(added.status, 201, JSON.stringify(added.body));
    return { ...person, passkey, added: added.body };
  }

  function assertRefused({ status, body, headers }: ApiResponse, what = '') {
    assert.deepEqual([status, body.code], [401, 'passkey_refused'], what);
    assert.deepEqual(headers.getSetCookie(), [], what);
  }
  function assertNotValid({ status, body }: ApiResponse, what = '') {
    assert.deepEqual([status, body.code], [422, 'passkey_not_valid'], what);
  }

  it('is added in a session, and signs in from then on without an address', async () => {
    const organization = await service.newOrganization();
    const { browser, userId, email } = await member(organization);
    const options = (await browser.post('/v1/me/passkeys/options')).body.options;
    assert.deepEqual([options.rp.id, options.user.name], ['desk.alder.example.com', email]);
    assert.equal(options.authenticatorSelection.residentKey, 'required');
    const passkey = new SoftwarePasskey();
    const { body: added } = await add(browser, passkey.create(options, ORIGIN), ' Phone ');
    assert.deepEqual([added.name, added.user_id, added.synced], ['Phone', userId, false]);

    assert.equal((await post('/v1/passkey-sessions/options')).status, 200, 'without a body');
    const request = await beginSignIn();
    assert.equal(request.rpId, 'desk.alder.example.com');
    const signedIn = await send(passkey.signIn(request, ORIGIN));
    assert.equal(signedIn.status, 201, JSON.stringify(signedIn.body));
    assert.equal(signedIn.body.method, 'passkey');
    assert.match(signedIn.headers.getSetCookie()[0] ?? '', /^__Host-tl_session=tl_/);
    const me = browserWith(signedIn);
    assert.equal((await me.get('/v1/me')).body.user.user_id, userId);
    const [listed] = (await me.get('/v1/me/passkeys')).body.data;
    assert.deepEqual(
      [listed.passkey_id, listed.last_used_at],
      [added.passkey_id, service.clock.now().toISOString()],
    );
    assert.equal((await signInWith(passkey)).status, 201);
    const { body: log } = await organization.api.get('/v1/events?type=passkey.created');
    assert.deepEqual(log.data[0].data, added);
    const again = await begin(browser);
    assert.deepEqual(JSON.stringify(again).includes(passkey.id), true, 'it is excluded');
  });

  it('signs in to any organization of the account, as the person chooses', async () => {
    const { email, passkey } = await holder();
    const birch = await service.newOrganization();
    assert.equal((await accept((await invite(birch, 'viewer', email)).key)).status, 201);
    const there = await signInWith(passkey, { organization_id: birch.organizationId });
    assert.deepEqual([there.status, there.body.organizations.length], [201, 2]);
    assert.equal((await browserWith(there).get('/v1/me')).body.role, 'viewer');
    const other = await service.newOrganization();
    const nowhere = await signInWith(passkey, { organization_id: other.organizationId });
    assert.deepEqual([nowhere.status, nowhere.body.code], [403, 'no_organization']);
  });

  it('is refused when its response is sent again, comes too late or from another page', async () => {
    // Without a counter, only the challenge tells that it was used.
    const { passkey } = await holder(service.newOrganization(), false);
    const used = passkey.signIn(await beginSignIn(), ORIGIN);
    assert.equal((await send(used)).status, 201);
    assertRefused(await send(used), 'sent again');
    const sameTime = passkey.signIn(await beginSignIn(), ORIGIN);
    const all = await Promise.all(Array.from({ length: 4 }, () => send(sameTime)));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    // The tries that failed after the one that succeeded still count: this one forgets them.
    assert.equal((await signInWith(passkey)).status, 201);
    const early = await beginSignIn();
    service.clock.advance(5 * MINUTE + 1);
    assertRefused(await send(passkey.signIn(early, ORIGIN)), 'too late');
    const phished = passkey.signIn(await beginSignIn(), 'https://desk.alder.example.net');
    assertRefused(await send(phished), 'wrong origin');
    const options = { ...(await beginSignIn()), rpId: 'alder.example.net' };
    assertRefused(await send(passkey.signIn(options, ORIGIN)), 'wrong domain');
    const forged = { ...(await beginSignIn()), challenge: 'AAAA' };
    assertRefused(await send(passkey.signIn(forged, ORIGIN)), 'not our challenge');
    assert.equal((await signInWith(passkey)).status, 201);
  });

  it('is refused if another one signed in its place, or if it is not known', async () => {
    const { passkey } = await holder();
    const { passkey: other } = await holder();
    assertRefused(await signInWith(new SoftwarePasskey()), 'not known');
    const signed = other.signIn(await beginSignIn(), ORIGIN);
    const { id } = passkey;
    assertRefused(await send({ ...signed, id, rawId: id }), 'another key');
    const swapped = passkey.signIn(await beginSignIn(), ORIGIN);
    const { userHandle } = signed.response;
    const mixed = { ...swapped, response: { ...swapped.response, userHandle } };
    assertRefused(await send(mixed), 'another account');
    assert.equal((await signInWith(passkey)).status, 201);
  });

  it('is refused and recorded if its counter did not grow, as that of a copy', async () => {
    const organization = service.newOrganization();
    const { passkey, browser, userId } = await holder(organization);
    passkey.counter = 7;
    assert.equal((await signInWith(passkey)).status, 201);
    passkey.counter = 7;
    const copy = await signInWith(passkey);
    assertRefused(copy);
    assert.match(copy.body.detail, /copied/);
    const [listed] = (await browser.get('/v1/me/passkeys')).body.data;
    assert.equal(listed.refused_at, service.clock.now().toISOString());
    const { api } = await organization;
    const { data } = (await api.get('/v1/events?type=passkey.refused')).body;
    assert.deepEqual([data.length, data[0].data.user_id], [1, userId]);
    passkey.counter = 8;
    assert.equal((await signInWith(passkey)).status, 201);
  });

  it('is removed by its account, and refused from then on', async () => {
    const { passkey, browser, added } = await holder();
    const path = `/v1/me/passkeys/${added.passkey_id}`;
    const stranger = (await member(await service.newOrganization())).browser;
    assert.equal((await stranger.delete(path)).status, 404);
    assert.deepEqual((await stranger.get('/v1/me/passkeys')).body.data, []);
    assert.equal((await signInWith(passkey)).status, 201);
    assert.notEqual((await browser.delete(path)).body.revoked_at, null);
    assert.equal((await browser.delete(path)).status, 404);
    assertRefused(await signInWith(passkey));
    assert.deepEqual((await browser.get('/v1/me/passkeys')).body.data, []);
  });

  it('is not added twice, with a used challenge, of another account, page or time, or with a certificate', async () => {
    const { browser } = await holder();
    const passkey = new SoftwarePasskey();
    const options = await begin(browser);
    const credential = passkey.create(options, ORIGIN);
    assert.equal((await add(browser, credential)).status, 201);
    assertNotValid(await add(browser, credential), 'a used challenge');
    const again = await add(browser, passkey.create(await begin(browser), ORIGIN));
    assert.deepEqual([again.status, again.body.code], [409, 'passkey_exists']);

    const fresh = new SoftwarePasskey();
    const { browser: other } = await member(await service.newOrganization());
    const foreign = fresh.create(await begin(other), ORIGIN);
    assertNotValid(await add(browser, foreign), 'the challenge of another account');
    const phished = fresh.create(await begin(browser), 'https://desk.alder.example.net');
    assertNotValid(await add(browser, phished), 'another page');
    assertNotValid(await add(browser, fresh.create(await beginSignIn(), ORIGIN)), 'for signing in');
    const certified = certifiedBy(Buffer.from('a certificate'));
    const withOne = fresh.create(await begin(browser), ORIGIN, certified);
    assertNotValid(await add(browser, withOne), 'a certificate');
    assert.equal(isWithoutCertificates(withOne.response.attestationObject), false);
    assert.equal(isWithoutCertificates(credential.response.attestationObject), true);
    const early = await begin(browser);
    service.clock.advance(5 * MINUTE + 1);
    assertNotValid(await add(browser, fresh.create(early, ORIGIN)), 'too late');
  });

  it('needs a whole credential, and says what is missing', async () => {
    const { browser } = await member(await service.newOrganization());
    const { status, body } = await add(browser, { id: 5, response: { clientDataJSON: 'e30' } });
    const pointers = body.errors.map((one: Record<string, string>) => one.pointer);
    assert.deepEqual(
      [status, pointers],
      [422, ['/credential/id', '/credential/response/attestationObject']],
    );
    const wrong = await send({ id: 'x', response: [] });
    assert.equal(wrong.status, 422);
    assert.equal((await send({ id: 'x' })).body.errors.length, 3);
    assert.equal((await post('/v1/passkey-sessions', { credential: 'x' })).status, 422);
  });

  it('is one of at most 20 of an account', async () => {
    const { browser } = await member(await service.newOrganization());
    const options = await Promise.all(Array.from({ length: 22 }, () => begin(browser)));
    const all = await Promise.all(
      options.map((one) => add(browser, new SoftwarePasskey().create(one, ORIGIN))),
    );
    const codes = all.map(({ status, body }) => body.code ?? status).sort();
    assert.deepEqual(codes, [...Array(20).fill(201), 'too_many_passkeys', 'too_many_passkeys']);
  });

  it('lets guesses wait after five, by passkey and by network address', async () => {
    const { passkey } = await holder();
    const guesses = [];
    for (let n = 0; n < 6; n += 1) {
      guesses.push((await send({ ...passkey.signIn({ challenge: 'x' }, ORIGIN) })).status);
    }
    assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429]);
    const address = newAddress();
    const credentials = Array.from({ length: 6 }, () =>
      new SoftwarePasskey().signIn({ challenge: 'x' }, ORIGIN),
    );
    const statuses = [];
    for (const credential of credentials) {
      statuses.push((await postFrom(address, '/v1/passkey-sessions', { credential })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    service.clock.advance(2_000);
    assert.equal((await signInWith(passkey)).status, 201);
  });

  it('works at http://localhost, and elsewhere only with https and a name', async () => {
    const app = await startAnotherApp(service);
    const { port } = new URL(app.url);
    const at = (origin: string) =>
      new ApiClient(origin, null).post('/v1/passkey-sessions/options', {}, { headers: { origin } });
    const local = await at(`http://localhost:${port}`);
    assert.equal(local.body.options.rpId, 'localhost');
    const { status, body } = await at(app.url);
    assert.deepEqual([status, body.code], [409, 'passkeys_unavailable']);
    assert.match(body.detail, /http:\/\/localhost/);
    await app.stop();
    const plain = await startAnotherApp(service, { publicUrl: 'http://desk.alder.example.com' });
    const refused = await plain.as(null).post('/v1/passkey-sessions/options', {});
    assert.equal(refused.body.code, 'passkeys_unavailable');
    await plain.stop();
  });

  it('needs a secret key of the service', () => {
    assert.throws(() => issueChallenge(null, 'x', new Date()), { code: 'secret_key_missing' });
  });

  it('is nothing that a token of a program has', async () => {
    const { api } = await service.newOrganization();
    assert.deepEqual((await api.get('/v1/me/passkeys')).body.data, []);
    const { status, body } = await api.post('/v1/me/passkeys/options');
    assert.deepEqual([status, body.code], [409, 'no_account']);
  });
});
