import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { assertCountersAgree } from '../../testing/counters.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { newToken } from '../../testing/tokens.ts';

const DANA = { name: 'Dana Whitfield', phone: '+14155550134', address: '9 Oak St' };
const QUESTIONS = [
  {
    key: 'fuel',
    label: 'Gas or electric?',
    kind: 'choice',
    choices: ['Gas', 'Electric'],
    required: true,
  },
  { key: 'stairs', label: 'Many stairs?', kind: 'yes_no', required: false },
  { key: 'more', label: 'Anything else?', kind: 'text', required: false },
];

describe('createBooking', () => {
  const service = sharedService();
  const office = freshOffice(service);
  let ana: string;

  beforeEach(async () => {
    ana = await office.newUser({ name: 'Ana', skills: ['gas'] });
    const tuneUp = { code: 'tune_up', name: 'Tune-up', duration_minutes: 90, skills: ['gas'] };
    await created(office.api.post('/v1/services', tuneUp));
  });

  const send = (fields: object = {}) =>
    office.api.post('/v1/bookings', {
      ...{ service: 'tune_up', starts_at: TUESDAY_9, contact: DANA },
      ...fields,
    });
  const book = (fields: object = {}) => created(send(fields));
  const leads = async () => (await office.api.get('/v1/leads?limit=200')).body.data.length;
  const visits = async () =>
    (await office.api.get('/v1/appointments?limit=200')).body.data as { assigned_to: string }[];
  const refused = ({ status, body }: ApiResponse) => [status, body.code];

  it('captures the lead and books a user with the skills, in one transaction', async () => {
    const { lead, appointment, alternatives } = await book({
      attribution: { utm_source: 'google' },
      postal_code: '97205',
      notes: 'Ring twice.',
    });
    assert.deepEqual(
      [
        lead.name,
        lead.phone,
        lead.service_needed,
        lead.source,
        lead.address,
        lead.status,
        lead.booked,
      ],
      [
        'Dana Whitfield',
        '+14155550134',
        'tune_up',
        'booking',
        '9 Oak St, 97205',
        'qualified',
        true,
      ],
    );
    assert.deepEqual(
      [
        appointment.assigned_to,
        appointment.status,
        appointment.duration_minutes,
        appointment.notes,
      ],
      [ana, 'booked', 90, 'Ring twice.'],
    );
    assert.equal(appointment.lifecycle_number, lead.lifecycle_number);
    assert.deepEqual(lead.attribution, { utm_source: 'google' });
    assert.deepEqual(appointment.location, { address: '9 Oak St, 97205' });
    assert.deepEqual(alternatives, []);
    assert.deepEqual((await office.api.get(`/v1/leads/${lead.lead_id}`)).body, lead);
    const { body } = await office.api.get(`/v1/events?lifecycle_number=${lead.lifecycle_number}`);
    const types = body.data.map(({ type }: { type: string }) => type);
    assert.deepEqual(types.toSorted(), [
      'appointment.booked',
      'lead.contacted',
      'lead.created',
      'lead.qualified',
    ]);
  });

  it('recognizes a returning customer, as every capture does', async () => {
    const first = await book();
    await created(office.api.post(`/v1/leads/${first.lead.lead_id}/convert`));
    const second = await book({ starts_at: tuesday(2) });
    assert.equal(second.lead.relation, 'returning');
    assert.equal(second.appointment.customer_id, second.lead.customer_id);
  });

  it('fails with the nearest open slots if the time is not open, and nothing is written', async () => {
    await book();
    const before = await leads();
    const taken = await send();
    assert.deepEqual(refused(taken), [409, 'slot_taken']);
    assert.equal(taken.body.alternatives.length, 3);
    assert.deepEqual(refused(await send({ starts_at: tuesday(-3) })), [409, 'slot_taken']);
    assert.deepEqual(refused(await send({ starts_at: '2027-02-02T09:00:00-08:00' })), [
      409,
      'in_the_past',
    ]);
    assert.equal(await leads(), before);
  });

  it('keeps the lead if it is asked to, and offers the nearest open slots', async () => {
    await book();
    const keep = { capture_if_taken: true, contact: { name: 'Eve', phone: '+14155550199' } };
    const kept = await book(keep);
    assert.equal(kept.appointment, null);
    assert.equal(kept.lead.name, 'Eve');
    assert.equal(kept.lead.booked, false);
    assert.equal(kept.alternatives.length, 3);
    await created(office.api.post('/v1/capacity-rules', { max_visits: 1 }));
    const full = await book({ ...keep, starts_at: tuesday(4) });
    assert.equal(full.appointment, null);
    for (const { starts_at } of full.alternatives) assert(!starts_at.startsWith('2027-03-02'));
    await created(office.api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }));
    const outside = await book({ ...keep, postal_code: '10115', starts_at: tuesday(26) });
    assert.deepEqual([outside.appointment, outside.alternatives], [null, []]);
    assert.deepEqual(refused(await send({ postal_code: '10115', starts_at: tuesday(26) })), [
      409,
      'outside_area',
    ]);
  });

  it('books a hold that is for no one, and its time again after it has ended', async () => {
    const hold = (fields: object = {}) =>
      created(
        office.api.post('/v1/appointments/holds', {
          ...{ service: 'tune_up', starts_at: TUESDAY_9, ttl_seconds: 60 },
          ...fields,
        }),
      );
    const held = await hold();
    const onlyHold = { service: undefined, starts_at: undefined };
    const { lead, appointment } = await book({
      ...onlyHold,
      hold_id: held.hold_id,
      notes: 'Gate 4',
    });
    assert.deepEqual(
      [
        appointment.appointment_id,
        appointment.lead_id,
        appointment.contact.name,
        appointment.notes,
      ],
      [held.appointment_id, lead.lead_id, 'Dana Whitfield', 'Gate 4'],
    );
    assert.equal(lead.service_needed, 'tune_up');
    const ended = await hold({ starts_at: tuesday(3) });
    service.clock.advance(60_000);
    assert.deepEqual(refused(await send({ ...onlyHold, hold_id: ended.hold_id })), [
      409,
      'hold_lapsed',
    ]);
    const again = await book({ hold_id: ended.hold_id, starts_at: tuesday(3) });
    assert.equal(again.appointment.assigned_to, ana);
  });

  it('books a hold once: after that it is taken, also for a request that names another time', async () => {
    await office.newUser({ skills: ['gas'] });
    const at = { service: 'tune_up', starts_at: TUESDAY_9, notes: 'Gate 4.' };
    const { hold_id } = await created(office.api.post('/v1/appointments/holds', at));
    const onlyHold = { hold_id, service: undefined, starts_at: undefined };
    const responses = await Promise.all(Array.from({ length: 4 }, () => send(onlyHold)));
    assert.deepEqual(responses.map(refused).toSorted(), [
      [201, undefined],
      ...Array(3).fill([409, 'hold_taken']),
    ]);
    for (const fields of [{}, { starts_at: TUESDAY_9 }, { starts_at: tuesday(4) }]) {
      assert.deepEqual(refused(await send({ ...onlyHold, ...fields })), [409, 'hold_taken']);
    }
    const contact = { name: 'Eve', phone: '+14155550199' };
    const kept = await book({ ...onlyHold, contact, capture_if_taken: true });
    assert.deepEqual([kept.appointment, kept.alternatives.length], [null, 3]);
    assert.equal(kept.lead.notes, null, 'what was noted for someone else');
    assert.equal((await visits()).length, 1);
  });

  describe('of a hold that was made without a place', () => {
    const west = { postal_code: '97205' };

    beforeEach(async () => {
      for (let n = 1; n < 6; n += 1) await office.newUser({ skills: ['gas'] });
      const area = { name: 'West', postal_codes: ['97205'] };
      const { area_id } = await created(office.api.post('/v1/areas', area));
      await created(office.api.post('/v1/capacity-rules', { area_id, max_visits: 2 }));
    });

    const held = (fields: object = {}) =>
      created(
        office.api.post('/v1/appointments/holds', {
          ...{ service: 'tune_up', starts_at: TUESDAY_9 },
          ...fields,
        }),
      );
    const bookHeld = async ({ hold_id }: { hold_id: string }, fields: object = {}) =>
      send({ ...west, hold_id, service: undefined, starts_at: undefined, ...fields });

    it('counts for the area of the place, also when many are booked at once', async () => {
      const holds = await Promise.all(Array.from({ length: 6 }, () => held()));
      const responses = await Promise.all(
        holds.map((hold, n) => bookHeld(hold, { contact: { email: `n${n}@example.com` } })),
      );
      assert.deepEqual(responses.map(refused).toSorted(), [
        [201, undefined],
        [201, undefined],
        ...Array(4).fill([409, 'capacity_reached']),
      ]);
      await assertCountersAgree(service.owner);
      for (const { status, body } of responses) {
        if (status === 201) continue;
        assert.equal(body.alternatives.length, 3);
        for (const { starts_at } of body.alternatives) assert(!starts_at.startsWith('2027-03-02'));
      }
      const lost = holds.find((_, n) => responses[n]?.status === 409);
      const kept = await created(bookHeld(lost, { capture_if_taken: true }));
      assert.deepEqual([kept.appointment, kept.alternatives.length], [null, 3]);
      assert.equal((await bookHeld(lost, { postal_code: '10115' })).status, 201);
    });

    it('counts once for the area that its hold had, and there alone if the place is in another', async () => {
      const east = { name: 'East', postal_codes: ['97233'] };
      const { area_id } = await created(office.api.post('/v1/areas', east));
      await created(office.api.post('/v1/capacity-rules', { area_id, max_visits: 1 }));
      const [first, second, third] = [await held(west), await held(west), await held()];
      assert.equal((await bookHeld(first)).status, 201);
      assert.deepEqual(refused(await bookHeld(third)), [409, 'capacity_reached']);
      assert.equal((await bookHeld(second, { postal_code: '97233' })).status, 201);
      assert.equal((await bookHeld(third)).status, 201);
      await assertCountersAgree(service.owner);
    });

    it('counts for the area of the place if it is booked for a lead', async () => {
      const holds = [await held(), await held(), await held()];
      const responses = [];
      for (const { hold_id } of holds) {
        const { lead_id } = office.lead;
        responses.push(await office.api.post('/v1/appointments', { hold_id, lead_id, ...west }));
      }
      assert.deepEqual(responses.map(refused), [
        [201, undefined],
        [201, undefined],
        [409, 'capacity_reached'],
      ]);
      assert.equal(responses[2]?.body.alternatives.length, 3);
      await assertCountersAgree(service.owner);
    });
  });

  it('asks what the service asks, and writes the answers to the notes of the visit', async () => {
    await office.api.patch('/v1/services/tune_up', { questions: QUESTIONS });
    const missing = await send();
    assert.deepEqual([missing.status, ...fieldErrors(missing)], [422, '/answers/fuel required']);
    const wrong = await send({
      answers: { fuel: 'Oil', stairs: 'maybe', more: true, color: 'red' },
    });
    assert.deepEqual(fieldErrors(wrong), [
      '/answers/fuel not_allowed',
      '/answers/stairs not_allowed',
      '/answers/more not_allowed',
      '/answers/color unknown_field',
    ]);
    const answers = { fuel: 'Gas', stairs: true, more: '' };
    const { appointment } = await book({ answers, notes: 'Blue door.' });
    assert.equal(appointment.notes, 'Blue door.\nGas or electric? Gas\nMany stairs? yes');
  });

  it('takes spaces for no answer, and nothing for one that no one gave', async () => {
    const text = { kind: 'text', label: 'Who built it?' };
    const questions = [
      { ...text, key: 'constructor', required: false },
      { ...text, key: 'door', required: true },
    ];
    await office.api.patch('/v1/services/tune_up', { questions });
    const blank = await send({ answers: { door: ' \n' } });
    assert.deepEqual(fieldErrors(blank), ['/answers/door required']);
    const { appointment } = await book({ answers: { door: 'Blue.' } });
    assert.equal(appointment.notes, 'Who built it? Blue.');
  });

  it('says everything that is missing, where it is', async () => {
    const empty = await office.api.post('/v1/bookings', { contact: { name: 'Dana' } });
    assert.equal(empty.status, 422);
    assert.deepEqual(fieldErrors(empty).toSorted(), [
      '/contact/phone contact_channel_missing',
      '/service required',
      '/starts_at required',
    ]);
    assert.equal((await send({ contact: { phone: 'call me' } })).status, 422);
    assert.equal((await send({ hold_id: 'hold_unknown' })).status, 404);
    const { hold_id } = await office.held();
    assert.deepEqual(fieldErrors(await send({ hold_id })), ['/hold_id not_allowed']);
  });

  it('is made once for one reference, also at the same time', async () => {
    await office.newUser({ skills: ['gas'] });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send({ source: 'agent', source_ref: 'call-7' })),
    );
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [
      ...Array(7).fill(200),
      201,
    ]);
    const ids = new Set(responses.map(({ body }) => body.appointment.appointment_id));
    assert.equal(ids.size, 1);
    assert.equal((await visits()).length, 1);
  });

  it('keeps the lead whatever refuses a place that names its people', async () => {
    const ben = await office.newUser({ name: 'Ben', skills: ['gas'] });
    await office.booked({ assigned_to: ana, lead_id: await office.newLead() });
    const keep = (n: number, fields: object = {}) =>
      book({
        capture_if_taken: true,
        contact: { name: `Caller ${n}`, email: `caller-${n}@example.com` },
        ...{ assigned_to: ana, ...fields },
      });
    for (const [n, fields] of [
      {},
      { assigned_to: ben, crew: [ana] },
      { starts_at: tuesday(0.5) },
      { starts_at: tuesday(-2) },
    ].entries()) {
      const { lead, appointment, alternatives } = await keep(n, fields);
      assert.deepEqual([lead.name, appointment], [`Caller ${n}`, null]);
      assert.equal(alternatives.length, 3);
    }
    await created(office.api.post('/v1/capacity-rules', { max_visits: 1 }));
    assert.equal((await keep(9, { starts_at: tuesday(4) })).appointment, null);
    assert.deepEqual(refused(await send({ assigned_to: ana })), [409, 'slot_taken']);
  });

  it('books the lead of its reference that has no visit yet, and only once', async () => {
    await book();
    const call = { source: 'agent', source_ref: 'call-7' };
    const kept = await book({ ...call, capture_if_taken: true });
    assert.equal(kept.appointment, null);
    const again = await send({ ...call, capture_if_taken: true });
    assert.deepEqual([again.status, again.body.appointment], [200, null]);
    assert.equal(again.body.alternatives.length, 3);
    const sent = { ...call, starts_at: tuesday(2) };
    const responses = await Promise.all([
      send(sent),
      send({ ...sent, starts_at: tuesday(5) }),
      send({ ...sent, source: ' agent ', source_ref: 'call-7 ' }),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 200, 201]);
    const first = responses[0].body;
    for (const { body } of responses) {
      assert.equal(body.lead.lead_id, kept.lead.lead_id);
      assert.equal(body.appointment.appointment_id, first.appointment.appointment_id);
    }
    assert.equal((await visits()).length, 2);
    const { appointment_id } = first.appointment;
    await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    const canceled = await send(sent);
    assert.deepEqual([canceled.status, canceled.body.appointment.status], [200, 'canceled']);
  });

  it('books a lead that was captured under the reference before', async () => {
    const lead = { name: 'Eve', phone: '+14155550177', service_needed: 'tune_up' };
    const { lead_id } = await created(
      office.api.post('/v1/leads', { ...lead, source: 'booking', source_ref: 'web-1' }),
    );
    const made = await book({ source: ' ', source_ref: 'web-1' });
    assert.deepEqual([made.lead.lead_id, made.appointment.lead_id], [lead_id, lead_id]);
  });

  describe('by the reference of a lead', () => {
    const call = { source: 'agent', source_ref: 'call-7' };
    const eve = { contact: { name: 'Eve', phone: '+14155550177' } };
    const kept = (fields: object = {}) =>
      book({ ...call, ...eve, starts_at: tuesday(-3), capture_if_taken: true, ...fields });
    const act = async (path: string, body?: object) => {
      const response = await office.api.post(path, body);
      assert.equal(response.status, 200, JSON.stringify(response.body));
    };

    it('that was merged books the lead that represents both, once', async () => {
      const earlier = await book({ source_ref: 'web-1', starts_at: tuesday(6) });
      service.clock.advance(1_000);
      const [first, second] = [await kept(), await kept({ source_ref: 'call-8' })];
      const [middle, last] = [second.lead.lead_id, earlier.lead.lead_id];
      await act(`/v1/leads/${first.lead.lead_id}/merge`, { into: middle });
      await act(`/v1/leads/${middle}/merge`, { into: last });
      const responses = await Promise.all([
        send({ ...call, ...eve }),
        send({ ...call, ...eve, starts_at: tuesday(3) }),
        send({ ...call, ...eve, source_ref: 'call-8', starts_at: tuesday(4) }),
      ]);
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 200, 201]);
      const ids = responses.map(({ body }) => [body.lead.lead_id, body.appointment.lead_id]);
      assert.deepEqual(ids, Array(3).fill([last, last]));
      assert.equal((await visits()).length, 2);
    });

    it('that was merged after its visit was booked has booked that visit', async () => {
      const first = await book({ ...call, ...eve });
      const other = await book({ starts_at: tuesday(3) });
      await act(`/v1/leads/${first.lead.lead_id}/merge`, { into: other.lead.lead_id });
      const again = await send({ ...call, ...eve });
      assert.equal(again.status, 200);
      assert.equal(again.body.appointment.appointment_id, first.appointment.appointment_id);
    });

    it('that was deleted is refused, until the lead is restored', async () => {
      const { lead } = await kept();
      const path = `/v1/leads/${lead.lead_id}`;
      assert.equal((await office.api.delete(path)).status, 200);
      const deleted = await send({ ...call, ...eve, capture_if_taken: true });
      assert.deepEqual(refused(deleted), [409, 'lead_deleted']);
      assert(deleted.body.detail.includes(`POST ${path}/restore`), deleted.body.detail);
      assert.deepEqual(await visits(), []);
      await act(`${path}/restore`);
      assert.equal((await book({ ...call, ...eve })).lead.lead_id, lead.lead_id);
      assert.equal((await office.api.delete(path)).status, 200);
      assert.equal((await send({ ...call, ...eve })).status, 200, 'what is booked is booked');
    });
  });

  it('keeps what its hold says, and refuses what differs from it', async () => {
    const ben = await office.newUser({ name: 'Ben', skills: ['gas'] });
    await created(
      office.api.post('/v1/services', { code: 'repair', name: 'Repair', duration_minutes: 60 }),
    );
    const at = { service: 'tune_up', starts_at: TUESDAY_9, assigned_to: ana };
    const coordinates = { latitude: 45.5, longitude: -122.6 };
    const location = { address: '1 Elm St', ...coordinates, coordinates };
    const hold = (fields: object = {}) =>
      created(office.api.post('/v1/appointments/holds', { ...at, ...fields }));
    const { hold_id } = await hold({ notes: 'Blue door.', location, ttl_seconds: 60 });
    for (const [name, value] of Object.entries({
      service: 'repair',
      starts_at: tuesday(1),
      assigned_to: ben,
      crew: [ben],
    })) {
      const differs = await send({ ...at, hold_id, [name]: value });
      assert.deepEqual(
        [differs.status, fieldErrors(differs)],
        [422, [`/${name} differs_from_hold`]],
      );
    }
    for (const crew of [[ana], [ben, ben]]) {
      assert.equal((await send({ ...at, hold_id, crew })).status, 422);
    }
    const { appointment } = await book({ ...at, hold_id });
    assert.deepEqual([appointment.notes, appointment.location], ['Blue door.', location]);
    const ended = await hold({
      ...{ starts_at: tuesday(3), notes: 'Gate 4.', location, ttl_seconds: 60 },
    });
    service.clock.advance(60_000);
    const later = { ...at, starts_at: tuesday(3), hold_id: ended.hold_id };
    for (const crew of [[ana], [ben, ben]]) {
      assert.equal((await send({ ...later, crew })).status, 422);
    }
    const taken = await book(later);
    assert.deepEqual([taken.appointment.notes, taken.appointment.location], ['Gate 4.', location]);
  });

  it('finds the area by coordinates, and keeps a window that was offered', async () => {
    const circle = { latitude: 45.5, longitude: -122.6, radius_km: 10 };
    const ben = await office.newUser({ name: 'Ben', skills: ['gas'] });
    await created(office.api.post('/v1/areas', { name: 'West', circle, user_ids: [ben] }));
    const { slots } = await office.availability({
      ...{ service: 'tune_up', coordinates: '45.51,-122.6', windows: 'PT3H', limit: 1 },
      ...{ from: '2027-03-02', to: '2027-03-02' },
    });
    const [{ starts_at, window, user_ids }] = slots;
    assert.deepEqual(user_ids, [ben]);
    const coordinates = { latitude: 45.51, longitude: -122.6 };
    const { appointment } = await book({
      ...{ starts_at, location: { coordinates }, arrival_window: window },
    });
    assert.deepEqual(
      [appointment.assigned_to, appointment.arrival_window, appointment.location],
      [ben, window, { ...coordinates, coordinates, address: '9 Oak St' }],
    );
    const far = { location: { latitude: 46.5, longitude: -122.6 }, starts_at: tuesday(4) };
    assert.deepEqual(refused(await send(far)), [409, 'outside_area']);
  });

  it('takes four requests in a phone call, from hello to booked', async () => {
    await office.newUser({ skills: ['gas'] });
    await created(office.api.post('/v1/areas', { name: 'West', postal_codes: ['972*'] }));
    // With the scopes that docs/booking.md names for an agent, and nothing that the agent knows of the company.
    const scopes = [
      ...['appointments:read', 'appointments:write'],
      ...['leads:read', 'leads:write'],
    ];
    const agent = service.as((await newToken(office.api, { scopes })).token);
    const requests: string[] = [];
    const say = async (method: 'GET' | 'POST', path: string, body?: object) => {
      requests.push(path);
      const response = await agent.call(method, path, body);
      assert(response.status < 300, JSON.stringify(response.body));
      return response.body;
    };
    const who = await say('GET', '/v1/contacts/lookup?phone=%2B14155550134');
    assert.equal(who.customer ?? null, null);
    const wanted = 'service=tune_up&postal_code=97205&from=2027-03-02&to=2027-03-09';
    const { slots } = await say('GET', `/v1/availability?${wanted}&windows=PT2H&limit=3`);
    const windows = slots.map(({ window }: { window: object }) => JSON.stringify(window));
    assert.equal(new Set(windows).size, 3);
    const [{ starts_at }] = slots;
    const slot = { service: 'tune_up', postal_code: '97205', starts_at };
    const { hold_id } = await say('POST', '/v1/appointments/holds', slot);
    const call = { source: 'voice_agent', source_ref: 'call-7', capture_if_taken: true };
    const { lead, appointment } = await say('POST', '/v1/bookings', {
      ...{ hold_id, contact: DANA },
      ...call,
    });
    assert.deepEqual(
      [appointment.status, appointment.starts_at, appointment.lead_id],
      ['booked', starts_at, lead.lead_id],
    );
    assert.equal(requests.length, 4);
  });
});
