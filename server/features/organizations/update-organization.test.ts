import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { pngBytes, SIGNATURE_PNG, sendBytes } from '../../testing/files.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { passASecond } from '../../testing/pass-time.ts';

describe('updateOrganization', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const updates = async () => {
    const { body } = await organization.api.get('/v1/events?type=organization.updated&limit=200');
    return body.data;
  };

  it('changes only the settings that are sent, and writes one event with the values before and after', async () => {
    const { body: before } = await organization.api.get('/v1/organization');
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    const { status, body } = await organization.api.patch('/v1/organization', {
      name: ' Alder & Daughters ',
      country: 'GB',
    });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...before,
      name: 'Alder & Daughters',
      country: 'GB',
      // Texts go to the organization's own country, unless it chose others.
      text_limits: { ...before.text_limits, countries: ['GB'] },
      updated_at: now,
    });
    assert.deepEqual((await organization.api.get('/v1/organization')).body, body);
    const [event] = await updates();
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, {
      name: before.name,
      country: before.country,
      text_limits: before.text_limits,
      updated_at: before.updated_at,
    });
  });

  it('writes no event and keeps updated_at when nothing changes', async () => {
    const { body: before } = await organization.api.get('/v1/organization');
    const events = (await updates()).length;
    service.clock.advance(60_000);
    const { name, time_zone, country } = before;
    for (const body of [{}, { name }, { name: ` ${name} ` }, { name, time_zone, country }]) {
      const response = await organization.api.patch('/v1/organization', body);
      assert.equal(response.status, 200);
      assert.deepEqual(response.body, before);
    }
    assert.equal((await updates()).length, events);
  });

  it('refuses unknown time zones and countries, blank names, null and read-only fields', async () => {
    const invalid: [body: Record<string, unknown>, error: string][] = [
      [{ time_zone: 'Mars/Olympus' }, '/time_zone unknown_time_zone'],
      [{ country: 'XX' }, '/country unknown_country'],
      [{ name: '' }, '/name too_short'],
      [{ name: ' ' }, '/name too_short'],
      [{ name: null }, '/name wrong_type'],
      [
        { organization_id: 'organization_01h455vb4pex5vsknk084sn02q' },
        '/organization_id unknown_field',
      ],
    ];
    const { body: before } = await organization.api.get('/v1/organization');
    for (const [sent, error] of invalid) {
      const { status, body } = await organization.api.patch('/v1/organization', sent);
      assert.equal(status, 422, JSON.stringify(sent));
      assert.equal(`${body.errors[0].pointer} ${body.errors[0].code}`, error);
    }
    assert.deepEqual((await organization.api.get('/v1/organization')).body, before);
  });

  it('changes only the scheduling fields that are sent, and the event has the previous values', async () => {
    const { api } = await service.newOrganization();
    const { body: before } = await api.get('/v1/organization');
    const { status, body: first } = await api.patch('/v1/organization', {
      scheduling: { buffer_minutes: 15 },
    });
    assert.equal(status, 200);
    assert.deepEqual(first, {
      ...before,
      scheduling: { ...before.scheduling, buffer_minutes: 15 },
      updated_at: first.updated_at,
    });
    const { body: second } = await api.patch('/v1/organization', {
      scheduling: { minimum_notice_minutes: 43_200, step_minutes: 5, horizon_days: 730 },
    });
    assert.deepEqual(second.scheduling, {
      minimum_notice_minutes: 43_200,
      buffer_minutes: 15,
      step_minutes: 5,
      horizon_days: 730,
      arrival_window: null,
      travel: null,
      customer_changes: { allowed: true, until_hours_before: 24 },
    });
    assert.deepEqual((await api.get('/v1/organization')).body, second);
    for (const scheduling of [{}, { buffer_minutes: 15 }]) {
      assert.deepEqual((await api.patch('/v1/organization', { scheduling })).body, second);
    }
    const { body: events } = await api.get('/v1/events?type=organization.updated');
    const [once, twice] = events.data;
    assert.equal(events.data.length, 2);
    assert.deepEqual(once.previous.scheduling, before.scheduling);
    assert.deepEqual(twice.data, second);
    assert.deepEqual(twice.previous, { scheduling: first.scheduling });
  });

  it('keeps every scheduling change when all are sent at the same time', async () => {
    const { api } = await service.newOrganization();
    const scheduling = {
      minimum_notice_minutes: 60,
      buffer_minutes: 10,
      step_minutes: 20,
      horizon_days: 90,
      arrival_window: null,
      travel: null,
      customer_changes: { allowed: true, until_hours_before: 24 },
    };
    await Promise.all(
      Object.entries(scheduling).map(([name, value]) =>
        api.patch('/v1/organization', { scheduling: { [name]: value } }),
      ),
    );
    assert.deepEqual((await api.get('/v1/organization')).body.scheduling, scheduling);
  });

  it('reports all errors together, including scheduling and working hours', async () => {
    const { status, body } = await organization.api.patch('/v1/organization', {
      time_zone: 'Mars/Olympus',
      working_hours: { weekly: [], exceptions: [{ date: '2027-02-30', intervals: [] }] },
      scheduling: {
        minimum_notice_minutes: -1,
        buffer_minutes: 481,
        step_minutes: 4,
        horizon_days: '30',
        lunch: true,
      },
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: Record<string, string>) => `${error.pointer} ${error.code}`).sort(),
      [
        '/scheduling/buffer_minutes out_of_range',
        '/scheduling/horizon_days wrong_type',
        '/scheduling/lunch unknown_field',
        '/scheduling/minimum_notice_minutes out_of_range',
        '/scheduling/step_minutes out_of_range',
        '/time_zone unknown_time_zone',
        '/working_hours/exceptions/0/date invalid_format',
      ],
    );
    const invalid = [
      null,
      [],
      { minimum_notice_minutes: 43_201 },
      { step_minutes: 1441 },
      { horizon_days: 0 },
      { horizon_days: 731 },
      { buffer_minutes: -1 },
      { buffer_minutes: 1.5 },
      { buffer_minutes: null },
    ];
    for (const scheduling of invalid) {
      const response = await organization.api.patch('/v1/organization', { scheduling });
      assert.equal(response.status, 422, JSON.stringify(scheduling));
    }
  });

  it('reads phone numbers as dialed in the new country within a second', async () => {
    const own = await service.newOrganization({ country: 'US' });
    await own.api.patch('/v1/organization', { country: 'GB' });
    const lead = { phone: '020 7946 0958', service_needed: 'ac_repair' };
    passASecond();
    const { body } = await own.api.post('/v1/leads', lead);
    assert.equal(body.phone, '+442079460958');
  });

  it('keeps what documents show of the company: address, tax number and logo', async () => {
    const { api } = await service.newOrganization();
    const changed = await api.patch('/v1/organization', {
      address: ' 12 Alder St ',
      tax_id: '93-1',
    });
    assert.deepEqual([changed.body.address, changed.body.tax_id], ['12 Alder St', '93-1']);
    const cleared = await api.patch('/v1/organization', { address: '', tax_id: null });
    assert.deepEqual([cleared.body.address, cleared.body.tax_id], [null, null]);
    const image = new Uint8Array(Buffer.from(SIGNATURE_PNG, 'base64'));
    const logo = (await sendBytes(api, image)).body.file_id;
    const shown = await api.patch('/v1/organization', { logo_file_id: logo });
    assert.equal(shown.body.logo_file_id, logo);
    const large = (await sendBytes(api, pngBytes(2 ** 20 + 1))).body.file_id;
    const broken = (await sendBytes(api, pngBytes())).body.file_id;
    const document = await sendBytes(api, '%PDF-1.7\n%%EOF\n', { type: 'application/pdf' });
    for (const [logo_file_id, code] of [
      [large, 'too_large'],
      [broken, 'not_an_image'],
      [document.body.file_id, 'not_an_image'],
    ])
      assert.deepEqual(fieldErrors(await api.patch('/v1/organization', { logo_file_id })), [
        `/logo_file_id ${code}`,
      ]);
    const none = await api.patch('/v1/organization', { logo_file_id: null });
    assert.equal(none.body.logo_file_id, null);
  });
});
