import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';

const BIRCH = { name: 'Birch Plumbing', time_zone: 'Europe/London', country: 'GB' };

describe('createOrganization', () => {
  const service = sharedService();

  it('returns the organization and a first token with every scope in it', async () => {
    const { status, body } = await service.operator.post('/v1/organizations', {
      ...BIRCH,
      name: '  Birch Plumbing ',
    });
    assert.equal(status, 201);
    const { token, ...organization } = body;
    assert.deepEqual(organization, {
      organization_id: organization.organization_id,
      ...BIRCH,
      currency: 'GBP',
      qualification_policy: 'auto',
      working_hours: {
        weekly: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
          day,
          start: '08:00',
          end: '17:00',
        })),
        exceptions: [],
      },
      scheduling: {
        minimum_notice_minutes: 0,
        buffer_minutes: 0,
        step_minutes: 30,
        horizon_days: 365,
        arrival_window: null,
        travel: null,
        customer_changes: { allowed: true, until_hours_before: 24 },
      },
      quiet_hours: { allowed_from: '08:00', allowed_until: '21:00' },
      text_limits: {
        countries: ['GB'],
        per_hour: 200,
        per_day: 1_000,
        per_number_per_hour: 10,
        per_number_per_day: 30,
      },
      phone: null,
      address: null,
      tax_id: null,
      logo_file_id: null,
      brand_color: null,
      payment_instructions: null,
      language: 'en',
      messages_per_person_per_day: 6,
      sending_paused_at: null,
      suspended_at: null,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const api = service.as(token);
    assert.deepEqual((await api.get('/v1/organization')).body, organization);
    const { body: tokens } = await api.get('/v1/tokens');
    assert.deepEqual(
      tokens.data.map(({ scopes }: { scopes: string[] }) => scopes),
      [['*']],
    );
  });

  it('starts the new organization’s event log with two events, and does not change the operator’s log', async () => {
    const before = await service.operator.get('/v1/events?limit=200');
    const { body: created } = await service.operator.post('/v1/organizations', BIRCH);
    const { body } = await service.as(created.token).get('/v1/events');
    assert.deepEqual(
      body.data.map(({ seq, type }: { seq: number; type: string }) => ({ seq, type })),
      [
        { seq: 1, type: 'organization.created' },
        { seq: 2, type: 'token.created' },
      ],
    );
    const { token: _secret, ...organization } = created;
    assert.deepEqual(body.data[0].data, organization);
    const after = await service.operator.get('/v1/events?limit=200');
    assert.deepEqual(after.body.data, before.body.data);
  });

  it('requires the scope operator: a token with every other scope is refused', async () => {
    const { api } = await service.newOrganization();
    const { status, body } = await api.post('/v1/organizations', BIRCH);
    assert.equal(status, 403);
    assert.equal(body.code, 'scope_missing');
    assert.deepEqual(body.required_scopes, ['operator']);
  });

  it('refuses an unknown time zone or country', async () => {
    const zones = [
      'Mars/Olympus',
      'America',
      '+02:00',
      'PST8',
      'Europe/London ',
      '../etc',
      'x'.repeat(65),
    ];
    for (const time_zone of zones) {
      const { status, body } = await service.operator.post('/v1/organizations', {
        ...BIRCH,
        time_zone,
      });
      assert.equal(status, 422, time_zone);
      assert.equal(body.errors.at(-1).pointer, '/time_zone');
      assert.equal(body.errors.at(-1).code, 'unknown_time_zone');
    }
    for (const [country, code] of [
      ['XX', 'unknown_country'],
      ['ZZ', 'unknown_country'],
      ['us', 'invalid_format'],
      ['USA', 'invalid_format'],
      ['', 'invalid_format'],
    ] as const) {
      const { status, body } = await service.operator.post('/v1/organizations', {
        ...BIRCH,
        country,
      });
      assert.equal(status, 422, country);
      assert.deepEqual(
        body.errors.map((error: Record<string, string>) => `${error.pointer} ${error.code}`),
        [`/country ${code}`],
      );
    }
    for (const time_zone of [
      'UTC',
      'Asia/Kathmandu',
      'America/Argentina/Buenos_Aires',
      'Etc/GMT+5',
    ]) {
      const { status } = await service.operator.post('/v1/organizations', { ...BIRCH, time_zone });
      assert.equal(status, 201, time_zone);
    }
  });

  it('reports all errors together', async () => {
    const missing = await service.operator.post('/v1/organizations', {});
    assert.deepEqual(
      missing.body.errors.map((error: Record<string, string>) => error.pointer),
      ['/name', '/time_zone', '/country'],
    );
    const invalid = await service.operator.post('/v1/organizations', {
      name: '   ',
      time_zone: 'Mars/Olympus',
      country: 'XX',
    });
    assert.equal(invalid.status, 422);
    assert.deepEqual(
      invalid.body.errors.map((error: Record<string, string>) => error.pointer),
      ['/name', '/time_zone', '/country'],
    );
  });
});
