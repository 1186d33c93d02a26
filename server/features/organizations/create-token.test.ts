import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '../../domain/scopes.ts';
import { Authenticator } from '../../platform/auth/authenticator.ts';
import { routes } from '../../routes.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { findCaller } from './find-caller.ts';

const LEAD = { phone: '+15550100200', service_needed: 'water_heater_repair' };
const HOUR_MS = 60 * 60 * 1000;
/** A token's standing holds everywhere within this time. */
const A_SECOND_MS = 1_000;

/** What every role may see. */
const SEEN_BY_ALL = [
  'listLeads',
  'getLead',
  'listLeadDuplicates',
  'listImports',
  'getImport',
  'listCustomers',
  'getCustomer',
  'getLifecycle',
  'getAvailability',
  'listAppointments',
  'getAppointment',
  'getDispatchBoard',
  'suggestAssignee',
  'listJobs',
  'getJob',
  'listJobNotes',
  'listJobAttachments',
  'listJobWarrantyClaims',
  'listWarrantyClaims',
  'getWarrantyClaim',
  'listInvoices',
  'getInvoice',
  'listCommunications',
  'getCommunication',
  'listOptOuts',
  'getOptOut',
  'listTemplates',
  'getTemplate',
  'listFollowUps',
  'getFollowUp',
  'getOrganization',
  'listUsers',
  'getUser',
  'listTeams',
  'getTeam',
  'listTimeOff',
  'getTimeOff',
];
/** What technicians do not see. */
const SEEN_IN_THE_OFFICE = [
  'listForms',
  'getForm',
  'listPlaybooks',
  'getPlaybook',
  'listPlaybookVersions',
  'getPlaybookVersion',
  'listPlaybookRuns',
  'getPlaybookRun',
  'getAutomationHealth',
  'listEvents',
  'streamEvents',
  'listEventTypes',
  'getFunnel',
  'getSpeedToLead',
];
/** What technicians do, and dispatchers with them. */
const FIELD_WORK = [
  'bookAppointment',
  'holdAppointment',
  'updateAppointment',
  'confirmAppointment',
  'dispatchAppointment',
  'markAppointmentEnRoute',
  'startAppointment',
  'completeAppointment',
  'markAppointmentNoShow',
  'cancelAppointment',
  'createJob',
  'updateJob',
  'scheduleJob',
  'startJob',
  'pauseJob',
  'resumeJob',
  'completeJob',
  'enrollWarranty',
  'closeJob',
  'cancelJob',
  'createChecklistItem',
  'checkChecklistItem',
  'uncheckChecklistItem',
  'createJobNote',
  'createJobAttachment',
  'createWarrantyClaim',
  'scheduleWarrantyClaim',
  'closeWarrantyClaim',
  'createFollowUp',
  'cancelFollowUp',
  'completeFollowUp',
  'rescheduleFollowUp',
];
/** What dispatchers do alone, apart from owners. */
const OFFICE_WORK = [
  'captureLead',
  'updateLead',
  'deleteLead',
  'restoreLead',
  'qualifyLead',
  'disqualifyLead',
  'markLeadContacted',
  'mergeLead',
  'unmergeLead',
  'convertLead',
  'createImport',
  'updateCustomer',
  'createInvoice',
  'updateInvoice',
  'sendInvoice',
  'voidInvoice',
  'recordPayment',
  'recordRefund',
  'recordCommunication',
  'sendMessage',
  'retryCommunication',
  'createOptOut',
  'revokeOptOut',
  'listChannels',
  'getChannel',
  'createTemplate',
  'updateTemplate',
  'createForm',
  'updateForm',
  'createPlaybook',
  'updatePlaybook',
  'runPlaybook',
  'cancelPlaybookRun',
  'retryPlaybookRun',
  'rotateAutomationSecret',
  'listWebhookEndpoints',
  'getWebhookEndpoint',
  'listWebhookDeliveries',
  'getWebhookDelivery',
  'listWebhookReplays',
  'getWebhookReplay',
  'createTeam',
  'updateTeam',
  'createTimeOff',
  'deleteTimeOff',
  'listFailedTasks',
];

describe('createToken', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function makeToken(body: Record<string, unknown>, by = organization.api) {
    const answer = await by.post('/v1/tokens', { name: 'Test', ...body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }
  async function makeUser(role: string, { api } = organization) {
    const email = `${crypto.randomUUID()}@example.com`;
    const { body } = await api.post('/v1/users', { name: `The ${role}`, email, role });
    return body;
  }

  it('answers 201 with the token and its secret, and writes token.created without it', async () => {
    const { token, ...made } = await makeToken({
      name: ' Website form ',
      scopes: ['leads:capture'],
    });
    assert.match(token, /^tl_[0-9a-hjkmnp-tv-z]{39}$/);
    assert.deepEqual(made, {
      token_id: made.token_id,
      name: 'Website form',
      scopes: ['leads:capture'],
      user_id: null,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const { body: events } = await organization.api.get('/v1/events?type=token.created&limit=200');
    assert.deepEqual(events.data.at(-1).data, made);
    const { body: list } = await organization.api.get('/v1/tokens');
    assert.deepEqual(list.data[0], made);
  });

  it('makes a different secret every time', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => makeToken({ scopes: ['leads:read'] })),
    );
    assert.equal(new Set(made.map(({ token }) => token)).size, 20);
  });

  it('lists tokens newest first, page by page', async () => {
    const own = await service.newOrganization();
    for (const name of ['one', 'two', 'three']) {
      await makeToken({ name, scopes: ['leads:read'] }, own.api);
    }
    const names: string[] = [];
    let cursor = '';
    do {
      const { body } = await own.api.get(`/v1/tokens?limit=3${cursor && `&cursor=${cursor}`}`);
      names.push(...body.data.map((token: Record<string, string>) => token.name));
      cursor = body.next_cursor;
    } while (cursor);
    assert.deepEqual(names, ['three', 'two', 'one', 'First token']);
  });

  describe('scopes', () => {
    it('refuses every operation to a token without its scope, naming the scopes it needs', async () => {
      for (const operation of routes) {
        const others = SCOPES.filter((scope) => !operation.scopes.includes(scope));
        const { token } = await makeToken({ scopes: others }, service.operator);
        const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
        const { status, body } = await service.as(token).call(operation.method, path, undefined);
        assert.equal(status, 403, operation.id);
        assert.equal(body.code, 'scope_missing');
        assert.deepEqual(body.required_scopes, operation.scopes);
      }
    });

    it('opens every operation to a token with one of its scopes alone', async () => {
      for (const operation of routes) {
        for (const scope of operation.scopes) {
          const { token } = await makeToken({ scopes: [scope] }, service.operator);
          const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
          const { status } = await service.as(token).call(operation.method, path, undefined);
          assert(
            status !== 401 && status !== 403,
            `${operation.id} answered ${status} to ${scope}`,
          );
        }
      }
    });

    it('counts every scope of the organization as part of *, but not operator', async () => {
      const { token } = await makeToken({ scopes: ['*'] }, service.operator);
      for (const operation of routes) {
        const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
        const { status } = await service.as(token).call(operation.method, path, undefined);
        assert.equal(status === 403, operation.scopes.includes('operator'), operation.id);
      }
    });

    it('passes on nothing that the caller does not hold', async () => {
      const refused: [own: string[], wanted: string[], beyond: string[]][] = [
        [['*'], ['operator'], ['operator']],
        [['*'], ['leads:read', 'operator', '*'], ['operator']],
        [['tokens:write', 'leads:read'], ['*'], ['*']],
        [['tokens:write', 'leads:read'], ['leads:read', 'leads:write'], ['leads:write']],
        [SCOPES.filter((scope) => scope !== 'operator'), ['*'], ['*']],
      ];
      for (const [own, wanted, beyond] of refused) {
        const { token } = await makeToken({ scopes: own });
        const { status, body } = await service
          .as(token)
          .post('/v1/tokens', { name: 'More', scopes: wanted });
        assert.equal(status, 403);
        assert.equal(body.code, 'scope_not_held');
        assert.deepEqual(body.required_scopes, beyond);
      }
      const { token } = await makeToken({ scopes: ['tokens:write', 'leads:read'] });
      const owner = await makeUser('owner');
      const { status } = await service
        .as(token)
        .post('/v1/tokens', { name: 'More', user_id: owner.user_id });
      assert.equal(status, 403, 'a user’s role was passed on by somebody who lacks it');
    });

    it('lets the operator pass on operator', async () => {
      const { token } = await makeToken({ scopes: ['operator'] }, service.operator);
      const { status } = await service.as(token).post('/v1/organizations', {
        name: 'Birch Plumbing',
        time_zone: 'Europe/London',
        country: 'GB',
      });
      assert.equal(status, 201);
    });
  });

  describe('for a user', () => {
    const allowed: Record<string, string[]> = {
      owner: routes.map(({ id }) => id).filter((id) => id !== 'createOrganization'),
      dispatcher: [...SEEN_BY_ALL, ...SEEN_IN_THE_OFFICE, ...FIELD_WORK, ...OFFICE_WORK],
      technician: [...SEEN_BY_ALL, ...FIELD_WORK],
      viewer: [...SEEN_BY_ALL, ...SEEN_IN_THE_OFFICE],
    };
    for (const [role, operations] of Object.entries(allowed)) {
      it(`can do what a ${role} can, and no more, whatever its own scopes are`, async () => {
        const { user_id } = await makeUser(role);
        for (const scopes of [undefined, ['*'], SCOPES.filter((scope) => scope !== 'operator')]) {
          const { token } = await makeToken({ user_id, ...(scopes ? { scopes } : {}) });
          const open: string[] = [];
          for (const { id, method, path } of routes) {
            const { status } = await service
              .as(token)
              .call(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined);
            if (status !== 403) open.push(id);
          }
          assert.deepEqual(open.sort(), operations.toSorted());
        }
      });
    }

    it('can do no more than its own scopes either', async () => {
      const { user_id } = await makeUser('owner');
      const { token } = await makeToken({ user_id, scopes: ['leads:read'] });
      assert.equal((await service.as(token).get('/v1/leads')).status, 200);
      assert.equal((await service.as(token).post('/v1/leads', LEAD)).status, 403);
    });

    it('is named in events as the actor', async () => {
      const user = await makeUser('dispatcher');
      const { token } = await makeToken({ user_id: user.user_id });
      const { body: lead } = await service.as(token).post('/v1/leads', LEAD);
      const { body } = await organization.api.get(
        `/v1/events?lifecycle_number=${lead.lifecycle_number}`,
      );
      assert.deepEqual(body.data[0].actor, { type: 'user', id: user.user_id, name: user.name });
    });

    it('follows a change of the role within a second', async () => {
      const user = await makeUser('dispatcher');
      const { token } = await makeToken({ user_id: user.user_id, scopes: ['*'] });
      const api = service.as(token);
      assert.equal((await api.post('/v1/leads', LEAD)).status, 201);
      await organization.api.patch(`/v1/users/${user.user_id}`, { role: 'viewer' });
      await eventually(async () => (await api.post('/v1/leads', LEAD)).status === 403, A_SECOND_MS);
      assert.equal((await api.get('/v1/leads')).status, 200);
    });

    it('is refused within a second of the user being made inactive', async () => {
      const user = await makeUser('dispatcher');
      const { token } = await makeToken({ user_id: user.user_id });
      const api = service.as(token);
      assert.equal((await api.get('/v1/leads')).status, 200);
      await organization.api.patch(`/v1/users/${user.user_id}`, { active: false });
      await eventually(async () => (await api.get('/v1/leads')).status === 401, A_SECOND_MS);
    });

    it('refuses a user who is unknown, inactive, another organization’s, or no id at all', async () => {
      const other = await service.newOrganization();
      const foreign = await makeUser('owner', other);
      const inactive = await makeUser('owner');
      await organization.api.patch(`/v1/users/${inactive.user_id}`, { active: false });
      const wrong = [
        foreign.user_id,
        inactive.user_id,
        'user_01h455vb4pex5vsknk084sn02q',
        'lead_01h455vb4pex5vsknk084sn02q',
        'x',
        '',
        ' ',
      ];
      for (const user_id of wrong) {
        for (const scopes of [undefined, ['leads:read']]) {
          const answer = await organization.api.post('/v1/tokens', {
            name: 'Test',
            user_id,
            ...(scopes ? { scopes } : {}),
          });
          assert.equal(answer.status, 422, `${user_id}: ${JSON.stringify(answer.body)}`);
          assert.equal(answer.body.errors[0].pointer, '/user_id');
          assert.equal(answer.body.errors[0].code, 'unknown_user');
        }
      }
    });
  });

  describe('expiry', () => {
    it('is refused from the moment the clock says, within a second', async () => {
      const expires_at = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
      const { token, ...made } = await makeToken({ scopes: ['leads:read'], expires_at });
      assert.equal(made.expires_at, expires_at);
      const api = service.as(token);
      service.clock.advance(HOUR_MS - 1);
      assert.equal((await api.get('/v1/leads')).status, 200);
      service.clock.advance(1);
      await eventually(async () => (await api.get('/v1/leads')).status === 401, A_SECOND_MS);
    });

    it('takes a time with any offset, and keeps the moment', async () => {
      const made = await makeToken({
        scopes: ['leads:read'],
        expires_at: '2031-01-01T00:30:00.25+05:30',
      });
      assert.equal(made.expires_at, '2030-12-31T19:00:00.250Z');
    });

    it('refuses a time that has passed, has no offset, or does not exist', async () => {
      const wrong = [
        '2027-03-01T15:00:00Z',
        '2020-01-01T00:00:00Z',
        '2031-01-01T00:00:00',
        '2031-01-01',
        '2031-02-30T00:00:00Z',
        '2031-01-01T24:00:01Z',
        '2030-12-31T23:59:60Z',
        '2031-01-01T00:00:00+05',
        'tomorrow',
        '',
      ];
      for (const expires_at of wrong) {
        const { status, body } = await organization.api.post('/v1/tokens', {
          name: 'Test',
          scopes: ['leads:read'],
          expires_at,
        });
        assert.equal(status, 422, expires_at);
        assert.equal(body.errors[0].pointer, '/expires_at');
      }
    });
  });

  it('names everything that is wrong with the request', async () => {
    const wrong: [body: Record<string, unknown>, errors: string[]][] = [
      [{}, ['/name required', '/scopes required']],
      [{ name: '', scopes: [] }, ['/name too_short', '/scopes too_short']],
      [{ name: ' \t', scopes: ['leads:read'] }, ['/name too_short']],
      [{ name: 'x'.repeat(201), scopes: ['leads:read'] }, ['/name too_long']],
      [
        { name: 'x', scopes: ['leads:*', 'admin'] },
        ['/scopes/0 not_allowed', '/scopes/1 not_allowed'],
      ],
      [{ name: 'x', scopes: 'leads:read' }, ['/scopes wrong_type']],
      [{ name: 'x', scopes: null }, ['/scopes wrong_type']],
      [{ name: 'x', user_id: null }, ['/scopes required']],
      [{ name: 'x', scopes: Array(51).fill('leads:read') }, ['/scopes too_long']],
    ];
    for (const [body, errors] of wrong) {
      const answer = await organization.api.post('/v1/tokens', body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      const found = answer.body.errors.map(
        (error: Record<string, string>) => `${error.pointer} ${error.code}`,
      );
      assert.deepEqual(found, errors);
    }
  });

  it('records the last use to the minute', async () => {
    const { token, token_id } = await makeToken({ scopes: ['leads:read'] });
    const lastUse = async () => {
      const { body } = await organization.api.get('/v1/tokens?limit=200');
      return body.data.find((one: Record<string, string>) => one.token_id === token_id)
        .last_used_at;
    };
    // One that remembers nothing yet, as after half a second.
    const use = () =>
      new Authenticator((hash) => findCaller(service.database, hash)).authenticate(
        `Bearer ${token}`,
      );
    assert.equal(await lastUse(), null);
    const first = service.clock.now().toISOString();
    await use();
    assert.equal(await lastUse(), first);
    service.clock.advance(30_000);
    await use();
    assert.equal(await lastUse(), first);
    service.clock.advance(31_000);
    await use();
    assert.equal(await lastUse(), service.clock.now().toISOString());
  });

  it('leaves the secret in no table, list, event, error or log', async () => {
    const app = await startAnotherApp(service);
    try {
      const api = app.as(organization.token);
      const headers = { 'idempotency-key': 'make-a-secret' };
      const sent = { name: 'Secretive', scopes: ['leads:read', 'tokens:read', 'events:read'] };
      const made = await api.post('/v1/tokens', sent, { headers });
      const replayed = await api.post('/v1/tokens', sent, { headers });
      assert.equal(replayed.body.token, made.body.token, 'the replay shows another secret');
      const founded = await app
        .as(await operatorToken())
        .post(
          '/v1/organizations',
          { name: 'Cedar Roofing', time_zone: 'America/Denver', country: 'US' },
          { headers },
        );
      const secrets = [made.body.token, founded.body.token];

      const own = app.as(made.body.token);
      const answers = [
        await own.get('/v1/tokens?limit=200'),
        await own.get('/v1/events?limit=200'),
        await own.post('/v1/leads', LEAD),
        await own.get('/v1/leads?limit=0'),
        await app.as(`${made.body.token}0`).get('/v1/leads'),
        await app.as(founded.body.token).get('/v1/tokens'),
        await app.as(founded.body.token).get('/v1/events'),
      ];
      const shown = JSON.stringify(answers.map(({ body }) => body)) + app.log();
      assert.match(shown, /Secretive/);
      for (const secret of secrets) {
        assert(!shown.includes(secret.slice(3)), 'a list, an event, an error or the log shows it');
        assert.deepEqual(await tablesWith(secret.slice(3)), []);
      }
      assert.notDeepEqual(await tablesWith('Secretive'), [], 'the search finds nothing at all');
    } finally {
      await app.stop();
    }

    async function operatorToken(): Promise<string> {
      return (await makeToken({ scopes: ['operator'] }, service.operator)).token;
    }
  });

  /** Every table that has the text in any column, as text or as bytes. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await service.owner.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await service.owner.query(
        `select count(*)::integer as count from ${name} t
         where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
        [text, Buffer.from(text).toString('hex')],
      );
      if (rows[0].count > 0) found.push(name);
    }
    return found;
  }
});
