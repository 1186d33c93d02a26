import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { PASSWORD } from '../../testing/builders.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { passASecond } from '../../testing/pass-time.ts';
import { keyIn, signInStand } from '../../testing/sign-in-stand.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('signing in', () => {
  const service = sharedService();
  const stand = signInStand(service);
  const { app, newAddress, newEmail, post, postFrom } = stand;
  const { invite, accept, member, signIn, browserWith, statusOf, assertEnded } = stand;

  it('begins with an invitation, by which a person chooses a password', async () => {
    const organization = await service.newOrganization();
    const { email, key, userId, invitation } = await invite(organization);
    assert.match(invitation.url, new RegExp(`^${service.url}/invitation#`));
    assert.equal(invitation.expires_at, '2027-03-08T15:00:00.000Z');
    const shown = await post('/v1/invitations/check', { key });
    assert.deepEqual(shown.body, {
      organization: 'Alder Heating & Air',
      name: 'Rosa Delgado',
      email,
      has_account: false,
      expires_at: invitation.expires_at,
    });

    const accepted = await accept(key);
    assert.equal(accepted.status, 201);
    const [cookie = ''] = accepted.headers.getSetCookie();
    assert.match(
      cookie,
      /^tl_session=tl_[0-9a-z]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(accepted.body.user_id, userId);
    assert.deepEqual(accepted.body.organizations, [
      {
        organization_id: organization.organizationId,
        name: 'Alder Heating & Air',
        role: 'dispatcher',
      },
    ]);
    const me = (await browserWith(accepted).get('/v1/me')).body;
    assert.deepEqual([me.user.user_id, me.role], [userId, 'dispatcher']);
    assert.equal((await signIn(email.toUpperCase())).status, 201);
  });

  it('lets a session do what the role allows, in the name of the user', async () => {
    const organization = await service.newOrganization();
    const { browser, userId } = await member(organization, 'dispatcher');
    const lead = await created(browser.post('/v1/leads', freshLead()));
    const { body } = await organization.api.get(
      `/v1/events?lifecycle_number=${lead.lifecycle_number}`,
    );
    assert.deepEqual(body.data[0].actor, { type: 'user', id: userId, name: 'Rosa Delgado' });
    const refused = await browser.post('/v1/secrets', { name: 'crm', value: 'a long value' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
    const { body: log } = await organization.api.get(
      '/v1/events?type=invitation.created,invitation.accepted,session.started',
    );
    assert.deepEqual(
      log.data.map(({ type }: { type: string }) => type),
      ['invitation.created', 'invitation.accepted', 'session.started'],
    );
    assert(!JSON.stringify(log.data).includes('2001:db8'));
  });

  it('is not possible for a page of another site, which has the cookie but not our origin', async () => {
    const { browser } = await member(await service.newOrganization());
    const { cookie } = browser;
    const origins = [undefined, 'https://evil.example', 'null', `${app.url}.evil.example`];
    for (const origin of origins) {
      const headers = { cookie, ...(origin && { origin }) };
      const { status, body } = await post('/v1/leads', freshLead(), headers);
      assert.deepEqual([status, body.code], [403, 'origin_mismatch'], String(origin));
    }
    assert.equal((await browser.post('/v1/leads', freshLead())).status, 201);
    const headers = { origin: 'https://evil.example' };
    const login = await post('/v1/sessions', { email: 'a@b.example', password: 'x' }, headers);
    assert.deepEqual([login.status, login.body.code], [403, 'origin_mismatch']);
  });

  it('uses the token of a request that also has a cookie', async () => {
    const organization = await service.newOrganization();
    const { browser } = await member(organization);
    const headers = { cookie: browser.cookie };
    const { body } = await app.as(organization.token).get('/v1/me', { headers });
    assert.equal(body.user, null);
  });

  it('refuses a wrong password and an unknown address with the same response', async () => {
    const { email } = await member(await service.newOrganization());
    const [wrong, unknown] = [await signIn(email, 'wrong'), await signIn(newEmail(), 'wrong')];
    for (const { status, body, headers } of [wrong, unknown]) {
      assert.deepEqual([status, body.code], [401, 'wrong_credentials']);
      assert.deepEqual(headers.getSetCookie(), []);
    }
    assert.equal(wrong.body.detail, unknown.body.detail);
  });

  it('lets guesses wait after five, also if they come at the same time', async () => {
    const { email } = await member(await service.newOrganization());
    const guesses = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong')));
    const count = (status: number) => guesses.filter((one) => one.status === status).length;
    assert.deepEqual([count(401), count(429)], [5, 15]);
    const waiting = await signIn(email);
    assert.deepEqual([waiting.status, waiting.body.code], [429, 'too_many_sign_ins']);
    assert.equal(waiting.headers.get('retry-after'), '2');
    service.clock.advance(2_000);
    assert.equal((await signIn(email, 'wrong')).status, 401);
    service.clock.advance(3_000);
    assert.equal((await signIn(email)).headers.get('retry-after'), '1');
    service.clock.advance(DAY);
    assert.equal((await signIn(email)).status, 201);
    assert.equal((await signIn(email, 'wrong')).status, 401);
  });

  it('lets a network address wait that guesses the passwords of many', async () => {
    const address = newAddress();
    const guess = () => postFrom(address, '/v1/sessions', { email: newEmail(), password: 'wrong' });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await guess()).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    const { email } = await member(await service.newOrganization());
    assert.equal((await signIn(email)).status, 201);
  });

  it('lets an office sign in from one network address as often as it likes', async () => {
    const { email } = await member(await service.newOrganization());
    const address = newAddress();
    for (let n = 0; n < 9; n += 1) {
      const { status } = await postFrom(address, '/v1/sessions', { email, password: PASSWORD });
      assert.equal(status, 201, `sign-in ${n + 1}`);
    }
  });

  describe('an invitation', () => {
    it('is accepted once, also if it is accepted many times at once', async () => {
      const organization = await service.newOrganization();
      const { key } = await invite(organization);
      const all = await Promise.all(Array.from({ length: 8 }, () => accept(key)));
      assert.equal(all.filter(({ status }) => status === 201).length, 1);
      const again = await accept(key);
      assert.deepEqual([again.status, again.body.code], [404, 'invitation_not_valid']);
    });

    it('asks for the password of an account that someone created in the same moment', async () => {
      const { key, email } = await invite(await service.newOrganization());
      const { owner } = service;
      await owner.query('begin');
      await owner.query(
        `insert into accounts (account_id, email, created_at, updated_at)
         values (gen_random_uuid(), $1, now(), now())`,
        [email],
      );
      const accepting = accept(key);
      // Only here: other tests use other databases of the same server.
      const isWaiting = `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      await eventually(async () => (await owner.query(isWaiting)).rowCount);
      await owner.query('commit');
      const { status, body } = await accepting;
      assert.deepEqual([status, body.code], [409, 'account_exists']);
      assert.equal((await accept(key)).body.code, 'wrong_credentials');
    });

    it('is not valid after 7 days, after a newer one, for an inactive user, or with another key', async () => {
      const organization = await service.newOrganization();
      const { key, userId } = await invite(organization);
      const second = await created(organization.api.post(`/v1/users/${userId}/invitations`));
      const newer = keyIn(second.url);
      assert.equal((await accept(key)).status, 404);
      const changed = newer.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      for (const wrong of ['x', `${newer}x`, changed, 'a-b']) {
        const { status } = await post('/v1/invitations/check', { key: wrong });
        assert.equal(status, 404, wrong);
      }
      await organization.api.patch(`/v1/users/${userId}`, { active: false });
      assert.equal((await accept(newer)).status, 404);
      const refused = await organization.api.post(`/v1/users/${userId}/invitations`);
      assert.deepEqual([refused.status, refused.body.code], [409, 'user_inactive']);
      await organization.api.patch(`/v1/users/${userId}`, { active: true });
      service.clock.advance(7 * DAY);
      assert.equal((await accept(newer)).status, 404);
    });

    it('is no way into an account that belongs to another organization', async () => {
      const alder = await service.newOrganization();
      const birch = await service.newOrganization();
      const rosa = await member(alder);
      const { key } = await invite(birch, 'viewer', rosa.email);
      const details = await post('/v1/invitations/check', { key });
      assert.equal(details.body.has_account, true);
      const stolen = await accept(key, 'a password of the owner of Birch');
      assert.deepEqual([stolen.status, stolen.body.code], [401, 'wrong_credentials']);
      assert.equal(await statusOf(rosa.browser), 200);

      const joined = await accept(key);
      assert.equal(joined.body.organization_id, birch.organizationId);
      const choices = joined.body.organizations.map((one: Record<string, string>) => one.role);
      assert.deepEqual(choices.toSorted(), ['dispatcher', 'viewer']);
      const there = await signIn(rosa.email, PASSWORD, { organization_id: birch.organizationId });
      assert.equal((await browserWith(there).get('/v1/me')).body.role, 'viewer');
      const other = await service.newOrganization();
      const nowhere = await signIn(rosa.email, PASSWORD, { organization_id: other.organizationId });
      assert.deepEqual([nowhere.status, nowhere.body.code], [403, 'no_organization']);
    });

    it('connects an account with one user of an organization', async () => {
      const organization = await service.newOrganization();
      const { email, userId } = await member(organization);
      await organization.api.patch(`/v1/users/${userId}`, { email: newEmail() });
      const second = await invite(organization, 'viewer', email);
      const { status, body } = await accept(second.key);
      assert.deepEqual([status, body.code], [409, 'account_in_use']);
    });

    it('lets a person who forgot the password choose a new one, and ends the other sessions', async () => {
      const organization = await service.newOrganization();
      const { email, userId, browser } = await member(organization);
      const { url } = await created(organization.api.post(`/v1/users/${userId}/invitations`));
      assert.equal((await accept(keyIn(url), 'a new sentence')).status, 201);
      await assertEnded(browser);
      assert.equal((await signIn(email)).status, 401);
      assert.equal((await signIn(email, 'a new sentence')).status, 201);
    });

    it('is no way into an account while its person is not active elsewhere', async () => {
      const alder = await service.newOrganization();
      const birch = await service.newOrganization();
      const rosa = await member(alder);
      const { key, userId } = await invite(birch, 'viewer', rosa.email);
      assert.equal((await accept(key)).status, 201);
      await alder.api.patch(`/v1/users/${rosa.userId}`, { active: false });
      const { url } = await created(birch.api.post(`/v1/users/${userId}/invitations`));
      assert.equal(
        (await post('/v1/invitations/check', { key: keyIn(url) })).body.has_account,
        true,
      );
      const stolen = await accept(keyIn(url), 'a password of the owner of Birch');
      assert.deepEqual([stolen.status, stolen.body.code], [401, 'wrong_credentials']);
    });
  });

  describe('a session', () => {
    it('is listed and ended by its user, and by an owner', async () => {
      const organization = await service.newOrganization();
      const rosa = await member(organization);
      const sam = await member(organization);
      const listed = (await rosa.browser.get('/v1/sessions')).body.data;
      assert.deepEqual(
        listed.map((one: Record<string, string>) => [one.session_id, one.user_agent, one.address]),
        [[rosa.session.session_id, 'node', rosa.session.address]],
      );
      const path = `/v1/sessions/${rosa.session.session_id}`;
      assert.equal((await sam.browser.delete(path)).status, 404);
      assert.notEqual((await rosa.browser.delete(path)).body.ended_at, null);
      await assertEnded(rosa.browser);
      const everyone = (await organization.api.get('/v1/sessions')).body.data;
      assert.equal(everyone.length, 2);
      const other = `/v1/sessions/${sam.session.session_id}`;
      assert.equal((await organization.api.delete(other)).status, 200);
      assert.equal((await organization.api.delete(other)).status, 200);
      await assertEnded(sam.browser);
      const stranger = await service.newOrganization();
      assert.equal((await stranger.api.delete(other)).status, 404);
    });

    async function isUsedNow({ browser, session }: Awaited<ReturnType<typeof member>>) {
      passASecond();
      assert.equal(await statusOf(browser), 200);
      const { body } = await browser.get('/v1/sessions');
      const own = body.data.find(
        (one: Record<string, string>) => one.session_id === session.session_id,
      );
      return own.last_used_at === service.clock.now().toISOString();
    }

    it('ends without use after 30 days, of an owner after 12 hours, and in any case after 90 days', async () => {
      const organization = await service.newOrganization();
      const rosa = await member(organization);
      const owner = await member(organization, 'owner');
      service.clock.advance(11 * HOUR);
      passASecond();
      assert.equal(await statusOf(owner.browser), 200);
      service.clock.advance(13 * HOUR);
      await assertEnded(owner.browser);
      for (let days = 1; days < 88; days += 29) {
        await eventually(() => isUsedNow(rosa));
        service.clock.advance(29 * DAY);
      }
      await eventually(() => isUsedNow(rosa));
      service.clock.advance(2 * DAY);
      await assertEnded(rosa.browser);
      const sam = await member(organization);
      service.clock.advance(30 * DAY + 60_000);
      await assertEnded(sam.browser);
    });

    it('ends when the user is deactivated', async () => {
      const organization = await service.newOrganization();
      const { browser, userId, email } = await member(organization);
      await organization.api.patch(`/v1/users/${userId}`, { active: false });
      await assertEnded(browser);
      assert.deepEqual((await signIn(email)).body.code, 'no_organization');
    });

    it('must be recent for a token, a secret, a role, an invitation, a link, a passkey and a new password', async () => {
      const organization = await service.newOrganization();
      const { browser, email, userId } = await member(organization, 'owner');
      const token = { name: 'Report', scopes: ['leads:read'] };
      assert.equal((await browser.post('/v1/tokens', token)).status, 201);
      service.clock.advance(10 * 60_000 + 1);
      for (const [path, body] of [
        ['/v1/tokens', token],
        ['/v1/users/user_01h455vb4pex5vsknk084sn02q/invitations', undefined],
        ['/v1/users/user_01h455vb4pex5vsknk084sn02q/sign-in-links', undefined],
        ['/v1/secrets', { name: 'crm', value: 'a long value' }],
        ['/v1/me/passkeys/options', undefined],
        ['/v1/me/passkeys', { name: 'Phone', credential: {} }],
        ['/v1/me/password', { password: 'another sentence' }],
      ] as const) {
        const refused = await browser.post(path, body);
        assert.deepEqual([refused.status, refused.body.code], [403, 'sign_in_again'], path);
      }
      for (const path of ['/v1/secrets', '/v1/me/passkeys']) {
        const kind = path === '/v1/secrets' ? 'secret' : 'passkey';
        const refused = await browser.delete(`${path}/${kind}_01h455vb4pex5vsknk084sn02q`);
        assert.equal(refused.body.code, 'sign_in_again', path);
      }
      const role = await browser.patch(`/v1/users/${userId}`, { role: 'viewer' });
      assert.deepEqual([role.status, role.body.code], [403, 'sign_in_again']);
      const sameRole = { role: 'owner', name: 'Rosa D.' };
      assert.equal((await browser.patch(`/v1/users/${userId}`, sameRole)).status, 200);
      assert.equal((await browser.post('/v1/leads', freshLead())).status, 201);
      const again = browserWith(await signIn(email));
      assert.equal((await again.post('/v1/tokens', token)).status, 201);
      const changed = await again.post('/v1/me/password', { password: 'another sentence' });
      assert.equal(changed.body.ended.length, 1);
      await assertEnded(browser);
      assert.equal(await statusOf(again), 200);
      assert.equal((await signIn(email, 'another sentence')).status, 201);
      const program = await organization.api.post('/v1/me/password', { password: 'another one' });
      assert.deepEqual([program.status, program.body.code], [409, 'no_account']);
    });

    it('is survived by the tokens that were created in it, until the user is deactivated', async () => {
      const organization = await service.newOrganization();
      const { browser, session, userId } = await member(organization, 'owner');
      const token = { name: 'Report', scopes: ['leads:read'] };
      const report = await created(browser.post('/v1/tokens', token));
      assert.deepEqual([report.parent_token_id, report.expires_at], [null, null]);
      await browser.delete(`/v1/sessions/${session.session_id}`);
      await assertEnded(browser);
      assert.equal((await service.as(report.token).get('/v1/leads')).status, 200);
      const names = (await organization.api.get('/v1/tokens')).body.data.map(
        (one: Record<string, string>) => one.name,
      );
      assert.deepEqual(names, ['Report', 'First token']);
      await organization.api.patch(`/v1/users/${userId}`, { active: false });
      passASecond();
      assert.equal((await service.as(report.token).get('/v1/leads')).status, 401);
    });
  });

  it('refuses a password that is too short or too long, and bodies that are none', async () => {
    const { key } = await invite(await service.newOrganization());
    for (const password of ['', 'short one', 'x'.repeat(201), 5, null]) {
      const { status, body } = await post('/v1/invitations/accept', { key, password });
      assert.deepEqual([status, body.errors[0].pointer], [422, '/password'], String(password));
    }
    for (const body of [[], 'x', {}, { email: 'a@b.example', password: 'x', more: 1 }]) {
      assert.equal((await post('/v1/sessions', body)).status, 422);
    }
    const nothing = await post('/v1/sessions');
    assert.deepEqual([nothing.status, nothing.body.code], [400, 'body_missing']);
    assert.equal((await accept(key, '🔧'.repeat(10))).status, 201);
  });

  it('keeps accounts out of reach of the application role', async () => {
    const client = new pg.Client(service.connection);
    await client.connect();
    for (const table of ['accounts', 'sign_in_failures', 'passkeys', 'used_challenges']) {
      for (const sql of [`select * from ${table}`, `delete from ${table}`]) {
        await assert.rejects(client.query(sql), { code: '42501' }, sql);
      }
    }
    await client.end();
  });
});
