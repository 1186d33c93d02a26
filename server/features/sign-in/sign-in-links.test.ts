import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { newUuid } from '../../platform/ids.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { keyIn, signInStand } from '../../testing/sign-in-stand.ts';
import { storedIn } from '../../testing/stored-in.ts';
import { sendSignInLink } from './send-sign-in-link.task.ts';

const MINUTE = 60_000;

describe('a link to sign in', () => {
  const service = sharedService({ hasWorker: true });
  const server = shared(() => startMailServer());
  const stand = signInStand(service);
  const { app, newAddress, newEmail, post, postFrom } = stand;
  const { invite, accept, member, signIn, browserWith, assertEnded } = stand;

  async function office(port = server.port): Promise<TestOrganization> {
    const organization = await service.newOrganization();
    const settings = { host: '127.0.0.1', port, from_address: 'office@alder.example.com' };
    await created(organization.api.post('/v1/channels', { kind: 'smtp', settings }));
    return organization;
  }

  const request = (email: string, more = {}) => post('/v1/sign-in-links', { email, ...more });
  const use = (key: string) => post('/v1/sign-in-links/use', { key });
  const mailsTo = (email: string, { mails }: MailServer = server) =>
    mails.filter(({ to }) => to === email).map(({ raw }) => raw.replaceAll('=\r\n', ''));
  /** The key in the last email. */
  async function mailed(email: string): Promise<string> {
    assert.equal((await request(email)).status, 202);
    const [mail = ''] = await eventually(() => nonEmpty(mailsTo(email)));
    return keyOf(mail);
  }
  const copied = async ({ api }: TestOrganization, userId: string) =>
    keyIn((await created(api.post(`/v1/users/${userId}/sign-in-links`))).url);
  const eventsOf = async (
    { api }: TestOrganization,
    type: string,
  ): Promise<ApiResponse['body'][]> =>
    (await api.get(`/v1/events?type=sign_in_link.${type}`)).body.data;
  const assertNotValid = ({ status, body, headers }: ApiResponse, what = '') => {
    assert.deepEqual([status, body.code], [404, 'sign_in_link_not_valid'], what);
    assert.deepEqual(headers.getSetCookie(), []);
  };

  it('comes by email and signs in once; its key is only in the email', async () => {
    const organization = await office();
    const { email, userId } = await member(organization);
    const requested = await request(email.toUpperCase());
    const { expires_at, ...rest } = requested.body;
    assert.deepEqual(rest, { email: email.toUpperCase() });
    const [mail = ''] = await eventually(() => nonEmpty(mailsTo(email)));
    assert.match(mail, /^Subject: Sign in to Alder Heating & Air\r$/m);
    assert.match(mail, new RegExp(`^${app.url}/sign-in#`, 'm'));
    const key = keyOf(mail);
    const [sent] = await eventually(async () => nonEmpty(await eventsOf(organization, 'sent')));
    assert.deepEqual([sent.data.user_id, sent.data.expires_at], [userId, expires_at]);

    const secret = key.split('-')[1] ?? assert.fail();
    const texts = [secret, Buffer.from(secret).toString('hex')];
    assert.deepEqual(await storedIn(service, organization, texts), []);
    const used = await use(key);
    assert.equal(used.status, 201, JSON.stringify(used.body));
    assert.equal(used.body.method, 'link');
    const browser = browserWith(used);
    assert.equal((await browser.get('/v1/me')).body.user.user_id, userId);
    const listed = (await browser.get('/v1/sessions')).body.data;
    assert.deepEqual(
      listed.map(({ method }: { method: string }) => method),
      ['link', 'invitation'],
    );
    assertNotValid(await use(key));
    assert.deepEqual(await storedIn(service, organization, texts), []);
    assert.notDeepEqual(await storedIn(service, organization, [email]), []);
    assert(!app.log().includes(secret), 'the key is in the log');
    const [{ actor }] = await eventsOf(organization, 'used');
    assert.equal(actor.id, userId);
  });

  it('is requested with the same response for an address that is not known', async () => {
    const known = await member(await office());
    const [first, second] = [await request(known.email), await request(newEmail())];
    for (const { status, body } of [first, second]) {
      assert.deepEqual([status, Object.keys(body)], [202, ['email', 'expires_at']]);
    }
    await eventually(() => mailsTo(known.email).length === 1);
    const elsewhere = await service.newOrganization();
    const more = { organization_id: elsewhere.organizationId };
    assert.equal((await request(known.email, more)).status, 202);
    assert.deepEqual(await eventsOf(elsewhere, 'created'), []);
    const wrong = await post('/v1/sign-in-links', { email: 5 });
    assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/email']);
  });

  it('comes from each organization of the person, and signs in to that one alone', async () => {
    const [alder, birch] = [await office(), await office()];
    const { email } = await member(alder);
    assert.equal((await accept((await invite(birch, 'viewer', email)).key)).status, 201);
    await request(email);
    const mails = await eventually(() => mailsTo(email).length === 2 && mailsTo(email));
    const sessions = [];
    for (const mail of mails) sessions.push((await use(keyOf(mail))).body);
    for (const { organization_id, organizations } of sessions) {
      const ids = organizations.map((one: Record<string, string>) => one.organization_id);
      assert.deepEqual(ids, [organization_id]);
    }
    assert.deepEqual(
      sessions.map((one) => one.organization_id).sort(),
      [alder.organizationId, birch.organizationId].sort(),
    );
    await request(email, { organization_id: birch.organizationId });
    await eventually(() => mailsTo(email).length === 3);
    assert.equal((await eventsOf(alder, 'created')).length, 1);
  });

  it('is used once, also by a dozen requests at once', async () => {
    const organization = await service.newOrganization();
    const { userId } = await member(organization);
    const key = await copied(organization, userId);
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        app.as(null).post('/v1/sign-in-links/use', { key }, from(newAddress())),
      ),
    );
    const count = (status: number) => all.filter((one) => one.status === status).length;
    assert.equal(count(201), 1);
    assert.equal(count(404) + count(429), 11);
    const { data } = (await organization.api.get('/v1/sessions')).body;
    assert.equal(data.filter((one: Record<string, string>) => one.method === 'link').length, 1);
  });

  it('is not valid after 15 minutes, for an inactive user, after another way in, or changed', async () => {
    const organization = await service.newOrganization();
    const { email, userId } = await member(organization);
    const late = await copied(organization, userId);
    service.clock.advance(15 * MINUTE);
    assertNotValid(await use(late));
    const [first, second] = [
      await copied(organization, userId),
      await copied(organization, userId),
    ];
    const changed = first.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const wrong of ['x', `${first}x`, changed, 'a-b']) {
      assertNotValid(await use(wrong), wrong);
    }
    await organization.api.patch(`/v1/users/${userId}`, { active: false });
    assertNotValid(await use(first));
    await organization.api.patch(`/v1/users/${userId}`, { active: true });
    assert.equal((await use(first)).status, 201);
    assertNotValid(await use(second), 'another link was used');
    const third = await copied(organization, userId);
    const browser = browserWith(await signIn(email));
    await browser.post('/v1/me/password', { password: 'another sentence' });
    assertNotValid(await use(third), 'the password was changed');
    const invitation = await copied(organization, userId);
    const { url } = await created(organization.api.post(`/v1/users/${userId}/invitations`));
    assert.equal((await accept(keyIn(url))).status, 201);
    assertNotValid(await use(invitation), 'an invitation was accepted');
    const stranger = await service.newOrganization();
    const [, secret] = (await copied(organization, userId)).split('-');
    const elsewhere = stranger.organizationId.replace('organization_', '');
    assertNotValid(await use(`${elsewhere}-${secret}`));
  });

  it('lets requests wait after five, by account and by network address', async () => {
    const { email } = await member(await service.newOrganization());
    const requests = await Promise.all(Array.from({ length: 9 }, () => request(email)));
    const count = (status: number) => requests.filter((one) => one.status === status).length;
    assert.deepEqual([count(202), count(429)], [5, 4]);
    const waiting = await request(email);
    assert.deepEqual(
      [waiting.body.code, waiting.headers.get('retry-after')],
      ['too_many_sign_ins', '2'],
    );
    assert.equal((await signIn(email)).status, 201, 'requests are no wrong passwords');
    const address = newAddress();
    const statuses = [];
    for (let n = 0; n < 6; n += 1) {
      const { status } = await postFrom(address, '/v1/sign-in-links', { email: newEmail() });
      statuses.push(status);
    }
    assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429]);
    const guesses = [];
    for (let n = 0; n < 6; n += 1) {
      guesses.push((await postFrom(address, '/v1/sign-in-links/use', { key: `x${n}` })).status);
    }
    assert.deepEqual(guesses, [404, 404, 404, 404, 404, 429]);
  });

  describe('that an owner copies', () => {
    it('signs the person in who forgot the password, and lets them choose a new one for 10 minutes', async () => {
      const organization = await service.newOrganization();
      const { email, userId, browser } = await member(organization);
      const path = `/v1/users/${userId}/sign-in-links`;
      const link = await created(organization.api.post(path));
      assert.match(link.url, new RegExp(`^${service.url}/sign-in#`));
      const { delivery, sent_at, used_at } = link;
      assert.deepEqual([delivery, sent_at, used_at], ['copy', null, null]);
      const signedIn = browserWith(await use(keyIn(link.url)));
      const set = await signedIn.post('/v1/me/password', { password: 'a new sentence' });
      assert.equal(set.status, 200, JSON.stringify(set.body));
      await assertEnded(browser);
      assert.equal((await signIn(email)).status, 401);
      assert.equal((await signIn(email, 'a new sentence')).status, 201);
      service.clock.advance(10 * MINUTE + 1);
      const late = await signedIn.post('/v1/me/password', { password: 'a newer sentence' });
      assert.deepEqual([late.status, late.body.code], [403, 'sign_in_again']);
    });

    it('is no way into an account that belongs to another organization, active there or not', async () => {
      const [alder, birch] = [await service.newOrganization(), await service.newOrganization()];
      const rosa = await member(alder);
      const { key, userId } = await invite(birch, 'viewer', rosa.email);
      assert.equal((await accept(key)).status, 201);
      const browser = browserWith(await use(await copied(birch, userId)));
      const steal = async () => {
        const stolen = await browser.post('/v1/me/password', { password: 'of Birch’s owner' });
        assert.deepEqual([stolen.status, stolen.body.code], [403, 'sign_in_again']);
      };
      await steal();
      await alder.api.patch(`/v1/users/${rosa.userId}`, { active: false });
      await steal();
      for (const [method, path] of [
        ['get', '/v1/me/passkeys'],
        ['post', '/v1/me/passkeys/options'],
        ['delete', '/v1/me/passkeys/passkey_01h455vb4pex5vsknk084sn02q'],
      ] as const) {
        const { status, body } = await browser[method](path);
        assert.deepEqual([status, body.code], [403, 'sign_in_again'], path);
      }
      assert.equal((await signIn(rosa.email, PASSWORD)).status, 201);
    });

    it('is only for owners, and for users who have an account and are active', async () => {
      const organization = await service.newOrganization();
      const { userId } = await member(organization);
      const path = `/v1/users/${userId}/sign-in-links`;
      const scopes = ['users:read', 'users:write'];
      const token = { name: 'Staff', scopes };
      const program = await created(organization.api.post('/v1/tokens', token));
      const refused = await service.as(program.token).post(path);
      assert.deepEqual([refused.status, refused.body.code], [403, 'scope_not_held']);
      const dispatcher = (await member(organization)).browser;
      assert.equal((await dispatcher.post(path)).status, 403);
      const owner = (await member(organization, 'owner')).browser;
      assert.equal((await owner.post(path)).status, 201);
      const invited = await invite(organization);
      const early = await organization.api.post(`/v1/users/${invited.userId}/sign-in-links`);
      assert.deepEqual([early.status, early.body.code], [409, 'user_without_account']);
      await organization.api.patch(`/v1/users/${userId}`, { active: false });
      const inactive = await organization.api.post(path);
      assert.deepEqual([inactive.status, inactive.body.code], [409, 'user_inactive']);
      const stranger = await service.newOrganization();
      assert.equal((await stranger.api.post(path)).status, 404);
    });
  });

  describe('that cannot be sent', () => {
    const reasonOf = async (organization: TestOrganization) => {
      const [event] = await eventually(async () =>
        nonEmpty(await eventsOf(organization, 'not_sent')),
      );
      return event.data.not_sent_reason;
    };

    it('says so in the log: no channel, paused, refused by the server', async () => {
      const without = await service.newOrganization();
      await request((await member(without)).email);
      assert.equal(await reasonOf(without), 'no_channel');

      const paused = await office();
      await paused.api.post('/v1/organization/pause-sending');
      const { email } = await member(paused);
      await request(email);
      assert.equal(await reasonOf(paused), 'sending_paused');
      assert.deepEqual(mailsTo(email), []);

      const strict = await startMailServer({
        onRcptTo: (_address, _session, done) => done(smtpError(550)),
      });
      const refused = await office(strict.port);
      await request((await member(refused)).email);
      assert.equal(await reasonOf(refused), 'recipient_refused');
      await strict.stop();
    });

    it('is tried again, and sent once', async () => {
      let refusals = 1;
      const busy = await startMailServer({
        onMailFrom: (_address, _session, done) => (refusals-- > 0 ? done(smtpError(451)) : done()),
      });
      const organization = await office(busy.port);
      const { email } = await member(organization);
      await request(email);
      const [mail = ''] = await eventually(() => nonEmpty(mailsTo(email, busy)));
      await eventually(async () => (await eventsOf(organization, 'sent')).length === 1);
      assert.equal((await use(keyOf(mail))).status, 201);
      await busy.stop();
    });

    it('is not sent again after a worker died, if the server may have accepted it', async () => {
      const organization = await office();
      const { email } = await member(organization);
      const key = await mailed(email);
      const [created] = await eventsOf(organization, 'created');
      await eventually(async () => (await eventsOf(organization, 'sent')).length === 1);
      const organization_id = toUuid('organization', organization.organizationId) ?? '';
      const { sign_in_link_id } = created.data;
      const unsent = 'update sign_in_links set sent_at = null where organization_id = $1';
      await service.owner.query(unsent, [organization_id]);
      const data = { organization_id, sign_in_link_id, base_url: app.url };
      const signal = AbortSignal.timeout(10_000);
      await sendSignInLink.handle(service.taskContext, [
        { id: newUuid(), data, queuedAt: new Date(), signal },
      ]);
      assert.equal(mailsTo(email).length, 1);
      assert.equal((await use(key)).status, 201);
    });
  });
});

function keyOf(mail: string): string {
  return /\/sign-in#(\S+)/.exec(mail)?.[1] ?? assert.fail(mail);
}

function nonEmpty<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null;
}

function from(address: string) {
  return { headers: { 'x-forwarded-for': address } };
}

function smtpError(responseCode: number): Error {
  return Object.assign(new Error('Not now'), { responseCode });
}
