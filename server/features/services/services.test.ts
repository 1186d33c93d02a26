import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const REPAIR = { code: 'water_heater_repair', name: 'Water heater repair', duration_minutes: 90 };

describe('services', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const { get, post, patch } = {
    get: (path: string) => organization.api.get(path),
    post: (path: string, body: object) => organization.api.post(path, body),
    patch: (path: string, body: object) => organization.api.patch(path, body),
  };
  const create = async (fields: object = {}) => {
    const response = await post('/v1/services', { ...REPAIR, ...fields });
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };
  const eventsOf = async (type: string) =>
    (await get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('are defined by a code, a name and a duration, and everything else has a default', async () => {
    const created = await create({ name: ' Water heater repair ' });
    assert.deepEqual(created, {
      ...REPAIR,
      names: {},
      skills: [],
      buffer_minutes: null,
      price_hint: null,
      deposit: null,
      crew_size: 1,
      online: false,
      questions: [],
      active: true,
      defined: true,
      count: null,
      created_at: service.clock.now().toISOString(),
      updated_at: service.clock.now().toISOString(),
    });
    assert.deepEqual((await get('/v1/services/water_heater_repair')).body, created);
    const [event] = await eventsOf('service.created');
    assert.deepEqual(event.data, created);
  });

  it('keep everything that they are defined with', async () => {
    const fields = {
      names: { es: 'Reparación de calentadores', de: 'Boiler-Reparatur' },
      skills: ['gas', 'plumbing'],
      buffer_minutes: 0,
      price_hint: { kind: 'from', amount: 8_900, currency: 'EUR' },
      deposit: { percent: 20 },
      crew_size: 2,
      online: true,
      questions: [
        { key: 'fuel', label: 'Gas?', kind: 'choice', choices: ['Gas', 'Oil'], required: true },
        { key: 'stairs', label: 'Many stairs? 🪜', kind: 'yes_no', required: false },
        { key: 'more', label: 'Anything else?', kind: 'text', required: false },
      ],
      active: false,
    };
    const created = await create(fields);
    assert.deepEqual(created, { ...created, ...fields });
    assert.deepEqual((await get('/v1/services/water_heater_repair')).body, created);
  });

  it('have a price in the currency of the organization at that time, unless it is given', async () => {
    const created = await create({ price_hint: { kind: 'fixed', amount: 100 } });
    assert.deepEqual(created.price_hint, { kind: 'fixed', amount: 100, currency: 'USD' });
    await patch('/v1/organization', { currency: 'CAD' });
    assert.equal((await get('/v1/services/water_heater_repair')).body.price_hint.currency, 'USD');
    const free = await patch('/v1/services/water_heater_repair', { price_hint: { kind: 'free' } });
    assert.deepEqual(free.body.price_hint, { kind: 'free' });
    const from = { kind: 'from', amount: 0 };
    const changed = await patch('/v1/services/water_heater_repair', { price_hint: from });
    assert.deepEqual(changed.body.price_hint, { ...from, currency: 'CAD' });
  });

  it('change only the fields that are sent, and the event has the values before', async () => {
    const before = await create({ skills: ['gas'], deposit: { amount: 500 } });
    service.clock.advance(60_000);
    const { status, body } = await patch('/v1/services/water_heater_repair', {
      duration_minutes: 120,
      deposit: null,
    });
    assert.equal(status, 200);
    const updated_at = service.clock.now().toISOString();
    assert.deepEqual(body, { ...before, duration_minutes: 120, deposit: null, updated_at });
    const [event] = await eventsOf('service.updated');
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, {
      duration_minutes: 90,
      deposit: { amount: 500 },
      updated_at: before.updated_at,
    });
    for (const same of [{}, { skills: ['gas', 'gas'] }, { name: ' Water heater repair' }])
      assert.deepEqual((await patch('/v1/services/water_heater_repair', same)).body, body);
    assert.equal((await eventsOf('service.updated')).length, 1);
  });

  it('have one definition per code, although eight requests define it at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post('/v1/services', REPAIR)),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
    const refused = responses.find(({ status }) => status === 409);
    assert.equal(refused?.body.code, 'service_exists');
    assert.equal((await eventsOf('service.created')).length, 1);
    const other = await service.newOrganization();
    assert.equal((await other.api.post('/v1/services', REPAIR)).status, 201);
  });

  it('are listed in the order of their codes, in pages', async () => {
    for (const code of ['b', 'a_b', 'a', 'ab', 'c9']) await create({ code });
    const codes = async (query: string) => {
      const { body } = await get(`/v1/services?${query}`);
      return { codes: body.data.map(({ code }: { code: string }) => code), next: body.next_cursor };
    };
    assert.deepEqual(await codes(''), { codes: ['a', 'a_b', 'ab', 'b', 'c9'], next: null });
    const first = await codes('limit=2');
    assert.deepEqual(first.codes, ['a', 'a_b']);
    const second = await codes(`limit=2&cursor=${first.next}`);
    assert.deepEqual(second.codes, ['ab', 'b']);
    assert.deepEqual(await codes(`limit=2&cursor=${second.next}`), { codes: ['c9'], next: null });
    for (const cursor of ['x', 'QQ', Buffer.from('Not a code').toString('base64url')])
      assert.deepEqual(fieldErrors(await get(`/v1/services?cursor=${cursor}`)), [
        '/cursor invalid_cursor',
      ]);
  });

  it('include on request the codes that leads have without a definition, with their count', async () => {
    for (const code of ['gutter_cleaning', 'gutter_cleaning', 'roofing', REPAIR.code])
      await post('/v1/leads', freshLead({ service_needed: code }));
    const defined = await create();
    assert.deepEqual((await get('/v1/services')).body.data, [defined]);
    const { data } = (await get('/v1/services?in_use=true')).body;
    assert.deepEqual(data, [
      {
        code: 'gutter_cleaning',
        name: 'Gutter cleaning',
        names: {},
        duration_minutes: 60,
        skills: ['gutter_cleaning'],
        buffer_minutes: null,
        price_hint: null,
        deposit: null,
        crew_size: 1,
        online: false,
        questions: [],
        active: true,
        defined: false,
        count: 2,
        created_at: null,
        updated_at: null,
      },
      { ...data[1], code: 'roofing', count: 1, defined: false },
      defined,
    ]);
    const first = (await get('/v1/services?in_use=true&limit=1')).body;
    const rest = (await get(`/v1/services?in_use=true&cursor=${first.next_cursor}`)).body;
    assert.deepEqual([...first.data, ...rest.data], data);
    assert.equal((await get('/v1/services/roofing')).status, 404);
    const other = await service.newOrganization();
    assert.deepEqual((await other.api.get('/v1/services?in_use=true')).body.data, []);
  });

  it('are refused with everything that is wrong', async () => {
    await create();
    const question = { key: 'fuel', label: 'Gas?', kind: 'text', required: true };
    const invalid: [body: object, errors: string[]][] = [
      [{ name: ' ', duration_minutes: 4 }, ['/duration_minutes out_of_range', '/name too_short']],
      [
        { duration_minutes: 1441, crew_size: 0 },
        ['/crew_size out_of_range', '/duration_minutes out_of_range'],
      ],
      [{ names: { es: '' } }, ['/names/es too_short']],
      [{ names: { xx: 'Reparo' } }, ['/names/xx unknown_field']],
      [{ skills: ['Gas'] }, ['/skills/0 invalid_format']],
      [
        { questions: [{ ...question, kind: 'choice', choices: ['A', 'B', 'A'] }] },
        ['/questions/0/choices/2 repeated'],
      ],
      [{ price_hint: { kind: 'from' } }, ['/price_hint/amount required']],
      [{ price_hint: { kind: 'free', amount: 1 } }, ['/price_hint/amount not_allowed']],
      [{ price_hint: { kind: 'fixed', amount: -1 } }, ['/price_hint/amount out_of_range']],
      [
        { price_hint: { kind: 'fixed', amount: 1, currency: 'XQZ' } },
        ['/price_hint/currency unknown_currency'],
      ],
      [{ deposit: {} }, ['/deposit required']],
      [{ deposit: { amount: 1, percent: 1 } }, ['/deposit not_allowed']],
      [{ deposit: { percent: 101 } }, ['/deposit/percent out_of_range']],
      [{ questions: [{ ...question, kind: 'choice' }] }, ['/questions/0/choices required']],
      [{ questions: [{ ...question, choices: ['A'] }] }, ['/questions/0/choices not_allowed']],
      [{ questions: [question, question] }, ['/questions/1/key repeated']],
      [
        {
          questions: Array(11)
            .fill(question)
            .map((one, n) => ({ ...one, key: `k${n}` })),
        },
        ['/questions too_long'],
      ],
      [{ name: 'a\0b' }, ['/name nul_character']],
    ];
    for (const [body, errors] of invalid) {
      const created = await post('/v1/services', { ...REPAIR, code: 'other', ...body });
      assert.deepEqual(fieldErrors(created).sort(), errors, JSON.stringify(body));
      const updated = await patch('/v1/services/water_heater_repair', body);
      assert.deepEqual(fieldErrors(updated).sort(), errors, JSON.stringify(body));
    }
    assert.deepEqual(fieldErrors(await post('/v1/services', {})).sort(), [
      '/code required',
      '/duration_minutes required',
      '/name required',
    ]);
    assert.deepEqual(fieldErrors(await patch('/v1/services/water_heater_repair', { code: 'x' })), [
      '/code unknown_field',
    ]);
    assert.equal((await get('/v1/services')).body.data.length, 1);
  });
});
