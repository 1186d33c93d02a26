import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

const LEAD = { phone: '+15550100200', service_needed: 'water_heater_repair' };

const NEVER_ASKED = { status: 'unknown', at: null, source: null, wording: null };

describe('captureLead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = (body: unknown) => organization.api.post('/v1/leads', body);
  const countLeads = async () => {
    const { rows } = await service.owner.query(
      'select count(*)::integer as count from leads where organization_id = $1',
      [toUuid('organization', organization.organizationId)],
    );
    return rows[0].count as number;
  };
  /** The request is refused with exactly these errors, and nothing is stored. */
  async function assertRefused(body: unknown, errors: string[], code = 'validation_failed') {
    const before = await countLeads();
    const response = await capture(body);
    assert.equal(response.status, 422, JSON.stringify(response.body));
    assert.equal(response.body.code, code);
    const found = response.body.errors.map(
      (error: Record<string, string>) => `${error.pointer} ${error.code}`,
    );
    assert.deepEqual(found.sort(), errors.sort());
    assert.equal(await countLeads(), before);
    return response;
  }

  it('returns 201 with the lead, its id and its lifecycle number', async () => {
    const { status, body } = await organization.api.post('/v1/leads', {
      name: ' Dana Whitfield ',
      phone: '+15550100200',
      email: 'Dana@Example.com',
      source: 'web_form',
      service_needed: 'water_heater_repair',
      address: '1418 Alder St, Portland, OR 97205',
      notes: 'Leaking since Sunday. 🚿 شكرا',
    });
    assert.equal(status, 201);
    assert.match(body.lead_id, /^lead_[0-9a-z]{26}$/);
    assert.match(body.lifecycle_number, /^\d{6}-\d$/);
    assert.deepEqual(
      { ...body, lead_id: null, lifecycle_number: null },
      {
        lead_id: null,
        lifecycle_number: null,
        name: 'Dana Whitfield',
        phone: '+15550100200',
        email: 'Dana@Example.com',
        source: 'web_form',
        source_ref: null,
        service_needed: 'water_heater_repair',
        address: '1418 Alder St, Portland, OR 97205',
        notes: 'Leaking since Sunday. 🚿 شكرا',
        status: 'qualified',
        unqualified_reason: null,
        assigned_to: null,
        duplicate_match: null,
        duplicate_dismissed_at: null,
        merged_into: null,
        language: null,
        metadata: {},
        attribution: {},
        relation: 'new',
        outcome: null,
        outcome_at: null,
        lost_reason: null,
        booked: false,
        last_activity_at: '2027-03-01T15:00:00.000Z',
        consent: { call: NEVER_ASKED, sms: NEVER_ASKED, email: NEVER_ASKED },
        qualified_at: '2027-03-01T15:00:00.000Z',
        first_contacted_at: null,
        first_response_at: null,
        converted_at: null,
        customer_id: null,
        deleted_at: null,
        created_at: '2027-03-01T15:00:00.000Z',
        updated_at: '2027-03-01T15:00:00.000Z',
      },
    );
    const read = await organization.api.get(`/v1/leads/${body.lead_id}`);
    assert.deepEqual(read.body, body);
  });

  it('accepts a lead with only a phone number, and one with only an email address', async () => {
    const byPhone = await capture(LEAD);
    assert.equal(byPhone.status, 201);
    assert.equal(byPhone.body.email, null);
    const byEmail = await capture({ email: 'sam@example.com', service_needed: 'ac_repair' });
    assert.equal(byEmail.status, 201);
    assert.equal(byEmail.body.phone, null);
  });

  describe('minimum fields', () => {
    const CHANNEL = '/phone contact_channel_missing';
    const SERVICE = '/service_needed service_intent_missing';
    const withoutContact = [
      { service_needed: 'ac_repair' },
      { service_needed: 'ac_repair', phone: '', email: '' },
      { service_needed: 'ac_repair', phone: ' \t', email: '\u00a0\n' },
      { service_needed: 'ac_repair', phone: null, email: null },
    ];
    const withoutService = [
      { phone: '+15550100200' },
      { phone: '+15550100200', service_needed: '' },
      { phone: '+15550100200', service_needed: '  ' },
      { email: 'sam@example.com', service_needed: null },
    ];

    it('refuses a lead without contact details with lead_not_actionable', async () => {
      for (const body of withoutContact)
        await assertRefused(body, [CHANNEL], 'lead_not_actionable');
    });

    it('refuses a lead without a service with lead_not_actionable', async () => {
      for (const body of withoutService)
        await assertRefused(body, [SERVICE], 'lead_not_actionable');
    });

    it('names both when both are missing', async () => {
      const { body } = await assertRefused(
        { name: 'Dana' },
        [CHANNEL, SERVICE],
        'lead_not_actionable',
      );
      assert.match(body.detail, /phone number or an email address/);
      assert.match(body.detail, /service_needed/);
      await assertRefused({}, [CHANNEL, SERVICE], 'lead_not_actionable');
    });
  });

  it('reports schema errors and rule errors together', async () => {
    await assertRefused(
      {
        name: 5,
        phone: 'call me',
        email: 'nobody',
        source: 'x'.repeat(101),
        notes: 'a\0b',
        adress: '1418 Alder St',
      },
      [
        '/name wrong_type',
        '/phone phone_unreadable',
        '/email invalid_format',
        '/source too_long',
        '/notes nul_character',
        '/adress unknown_field',
        '/service_needed service_intent_missing',
      ],
      'lead_not_actionable',
    );
  });

  describe('phone', () => {
    const stored: [sent: string, storedAs: string][] = [
      ['(415) 555-0134', '+14155550134'],
      ['415.555.0134', '+14155550134'],
      ['+15550100200', '+15550100200'],
      ['+1 (555) 010-0200', '+15550100200'],
      [' +442079460958 ', '+442079460958'],
      ['+44 (0)20 7946 0958', '+442079460958'],
    ];
    for (const [sent, storedAs] of stored) {
      it(`stores ${sent.trim()} as ${storedAs} in an American organization`, async () => {
        const { status, body } = await capture({ ...LEAD, phone: sent });
        assert.equal(status, 201);
        assert.equal(body.phone, storedAs);
      });
    }

    it('reads a national number as dialed in the organization’s own country', async () => {
      const british = await service.newOrganization({ country: 'GB', time_zone: 'Europe/London' });
      const { status, body } = await british.api.post('/v1/leads', {
        ...LEAD,
        phone: '020 7946 0958',
      });
      assert.equal(status, 201);
      assert.equal(body.phone, '+442079460958');
      await assertRefused({ ...LEAD, phone: '020 7946 0958' }, ['/phone phone_unreadable']);
    });

    it('refuses an unreadable phone number and explains the format', async () => {
      for (const phone of ['call me', '12', '+', '+1555010020012345', '555-0100 x'.repeat(5)]) {
        const { body } = await assertRefused({ ...LEAD, phone }, ['/phone phone_unreadable']);
        assert.match(body.errors[0].detail, /international form/);
      }
    });
  });

  it('refuses an invalid email address, and stores a valid one as sent', async () => {
    for (const email of ['nobody', 'a@b', 'a@b.', '@b.co', 'a b@c.de', 'Sam <sam@example.com>']) {
      await assertRefused({ ...LEAD, email }, ['/email invalid_format']);
    }
    const { body } = await capture({ ...LEAD, email: 'Sam.O+HVAC@Example.COM' });
    assert.equal(body.email, 'Sam.O+HVAC@Example.COM');
  });

  it('accepts a service of 64 characters, not of 65, and only as a snake_case code', async () => {
    const longest = `a${'b'.repeat(63)}`;
    const { status, body } = await capture({ ...LEAD, service_needed: longest });
    assert.equal(status, 201);
    assert.equal(body.service_needed, longest);
    await assertRefused({ ...LEAD, service_needed: `${longest}b` }, [
      '/service_needed too_long',
      '/service_needed invalid_format',
    ]);
    for (const service of ['AC_repair', 'ac repair', 'ac-repair', '1_repair', '_repair', 'ác']) {
      await assertRefused({ ...LEAD, service_needed: service }, ['/service_needed invalid_format']);
    }
  });

  it('uses the source api when none is given', async () => {
    for (const source of [undefined, null, '', '  ']) {
      const { body } = await capture({ ...LEAD, source });
      assert.equal(body.source, 'api');
    }
    const { body } = await capture({ ...LEAD, source: 'Yard sign, 5th & Main' });
    assert.equal(body.source, 'Yard sign, 5th & Main');
  });

  it('accepts each text up to its maximum length, counted in characters, and refuses a longer one', async () => {
    const maxLengths = { name: 200, source: 100, address: 500, notes: 10_000 };
    const filled = (character: string, extra: number) =>
      Object.fromEntries(
        Object.entries(maxLengths).map(([name, length]) => [
          name,
          character.repeat(length + extra),
        ]),
      );
    for (const character of ['x', '🚿']) {
      const { status, body } = await capture({ ...LEAD, ...filled(character, 0) });
      assert.equal(status, 201);
      for (const name of Object.keys(maxLengths))
        assert.equal(body[name], filled(character, 0)[name]);
    }
    await assertRefused(
      { ...LEAD, ...filled('x', 1) },
      Object.keys(maxLengths).map((name) => `/${name} too_long`),
    );
    const email = `${'x'.repeat(242)}@example.com`;
    assert.equal((await capture({ ...LEAD, email })).status, 201);
    await assertRefused({ ...LEAD, email: `x${email}` }, ['/email too_long']);
    await assertRefused({ ...LEAD, phone: '5'.repeat(51) }, [
      '/phone too_long',
      '/phone phone_unreadable',
    ]);
    await assertRefused({ ...LEAD, notes: 'x'.repeat(1_000_000) }, ['/notes too_long']);
  });

  it('refuses NUL and lone surrogates in any field, and points at the field', async () => {
    await assertRefused({ ...LEAD, name: 'a\0b' }, ['/name nul_character']);
    await assertRefused({ ...LEAD, name: '\ud83d' }, ['/name invalid_unicode']);
    await assertRefused({ ...LEAD, notes: '\udebf🚿', address: '\0' }, [
      '/notes invalid_unicode',
      '/address nul_character',
    ]);
    await assertRefused({ ...LEAD, 'na\0me': 'x' }, [
      '/na\0me nul_character',
      '/na\0me unknown_field',
    ]);
  });

  it('stores every script, direction mark and emoji as sent', async () => {
    const notes = 'שלום 👩🏽‍🔧 \u202eabc\u202c e\u0301 ≠ é \u200d \ufffd \u{10ffff} \u0001 "\\/';
    const { status, body } = await capture({ ...LEAD, name: 'محمد 李', notes });
    assert.equal(status, 201);
    const read = await organization.api.get(`/v1/leads/${body.lead_id}`);
    assert.equal(read.body.name, 'محمد 李');
    assert.equal(read.body.notes, notes);
  });

  it('refuses a field of the wrong type instead of converting it', async () => {
    const names = ['name', 'source', 'address', 'notes'];
    for (const value of [5, 0, true, false, [], ['x'], {}, { toString: 'x' }]) {
      const body = { ...LEAD, ...Object.fromEntries(names.map((name) => [name, value])) };
      await assertRefused(
        body,
        names.map((name) => `/${name} wrong_type`),
      );
    }
    await assertRefused(
      { phone: 15550100200, email: ['a@b.co'], service_needed: { code: 'ac_repair' } },
      [
        '/phone wrong_type',
        '/email wrong_type',
        '/service_needed wrong_type',
        '/phone contact_channel_missing',
        '/service_needed service_intent_missing',
      ],
      'lead_not_actionable',
    );
  });

  it('refuses a body that is an array, a text, a number or null', async () => {
    for (const body of [[], [LEAD], 'text', 5, false, null]) {
      await assertRefused(body, [' wrong_type']);
    }
  });

  it('refuses fields that only the service sets', async () => {
    const own = { lead_id: 'x', lifecycle_number: '1', status: 'qualified', deleted_at: null };
    await assertRefused(
      { ...LEAD, ...own },
      Object.keys(own).map((name) => `/${name} unknown_field`),
    );
  });

  it('writes one lead.created with the returned lead, its actor and its number', async () => {
    const { api, organizationId } = await service.newOrganization();
    const created = await api.post('/v1/tokens', {
      name: 'Website form',
      scopes: ['leads:write'],
    });
    const { body: lead } = await service.as(created.body.token).post('/v1/leads', LEAD);
    const { body: events } = await api.get('/v1/events?type=lead.created');
    assert.equal(events.data.length, 1);
    const { id: _id, seq, ...event } = events.data[0];
    assert.deepEqual(event, {
      type: 'lead.created',
      timestamp: lead.created_at,
      lifecycle_number: lead.lifecycle_number,
      actor: { type: 'token', id: created.body.token_id, name: 'Website form' },
      data: lead,
      previous: null,
    });
    const { rows } = await service.owner.query(
      'select count(*)::integer as count from events where organization_id = $1',
      [toUuid('organization', organizationId)],
    );
    assert.equal(rows[0].count, seq + 1, 'lead.qualified follows, and seq has no gaps');
  });

  it('shows a token with only leads:capture nothing that was stored before', async () => {
    const { api } = await service.newOrganization();
    const created = await api.post('/v1/tokens', { name: 'Form', scopes: ['leads:capture'] });
    const form = service.as(created.body.token);
    const secret = { ...LEAD, source: 'crm', source_ref: '42', notes: 'The key is under the mat.' };
    const { body: stored } = await api.post('/v1/leads', secret);
    const seen = ['lead_id', 'lifecycle_number', 'status'];
    const repeated = { ...LEAD, source: 'crm', source_ref: '42' };
    const again = await form.post('/v1/leads', repeated);
    assert.equal(again.status, 200);
    assert.deepEqual(Object.keys(again.body), seen);
    assert.equal(again.body.lead_id, stored.lead_id);

    const headers = { 'idempotency-key': 'form-1' };
    for (const replayed of [null, 'true']) {
      const duplicate = await form.post('/v1/leads', LEAD, { headers });
      assert.equal(duplicate.status, 201);
      assert.equal(duplicate.headers.get('idempotent-replayed'), replayed);
      assert.deepEqual(Object.keys(duplicate.body), seen);
    }
  });
});
