import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertCountersAgree } from '../../testing/counters.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, Office, tuesday } from '../../testing/office.ts';

const WEDNESDAY = '2027-03-03T09:00:00-08:00';

describe('capacity', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const limit = (fields: object = {}) =>
    created(office.api.post('/v1/capacity-rules', { max_visits: 1, ...fields }));
  const change = async (rule: { capacity_rule_id: string }, fields: object) => {
    const response = await office.api.patch(`/v1/capacity-rules/${rule.capacity_rule_id}`, fields);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const openOn = async (date: string, query: object = {}) =>
    (await office.availability({ user_id: office.rosa, from: date, to: date, ...query })).slots
      .length > 0;
  const refused = async (booking: object = {}) => {
    const { status, body } = await office.book({ starts_at: tuesday(2), ...booking });
    assert.deepEqual([status, body.code], [409, 'capacity_reached'], JSON.stringify(body));
    return body;
  };

  it('is reached by as many visits as a day takes: the next is refused, and other days are offered', async () => {
    await limit({ max_visits: 2 });
    await office.booked();
    await office.booked({ starts_at: tuesday(1) });
    const { alternatives } = await refused();
    assert.equal(alternatives.length, 3);
    for (const { starts_at } of alternatives) assert(!starts_at.startsWith('2027-03-02'));
    assert.equal(await openOn('2027-03-02'), false);
    assert.equal(await openOn('2027-03-03'), true);
    const { blocked } = await office.availability({
      ...{ user_id: office.rosa, from: '2027-03-02', to: '2027-03-02', explain: true },
    });
    assert(blocked.some(({ reason }: { reason: string }) => reason === 'capacity'));
    assert.equal((await office.hold({ starts_at: tuesday(3) })).body.code, 'capacity_reached');
  });

  it('is given back by canceling, by moving and by a hold that expires, and taken again by undoing', async () => {
    await limit();
    const { appointment_id } = await office.booked();
    const path = `/v1/appointments/${appointment_id}`;
    await office.api.post(`${path}/cancel`);
    const second = await office.booked({ starts_at: tuesday(2) });
    const undone = await office.api.post(`${path}/undo-step`);
    assert.deepEqual([undone.status, undone.body.code], [409, 'capacity_reached']);
    const moved = await office.api.patch(`/v1/appointments/${second.appointment_id}`, {
      starts_at: WEDNESDAY,
    });
    assert.equal(moved.status, 200);
    assert.equal((await office.api.post(`${path}/undo-step`)).status, 200);
    await refused();
    const back = await office.api.patch(`/v1/appointments/${second.appointment_id}`, {
      starts_at: tuesday(4),
    });
    assert.deepEqual([back.status, back.body.code], [409, 'capacity_reached']);
    await office.api.post(`${path}/cancel`);
    await office.held({ starts_at: tuesday(2), ttl_seconds: 60 });
    await refused({ starts_at: tuesday(4) });
    assert.equal(await openOn('2027-03-02'), false);
    service.clock.advance(60_000);
    assert.equal(await openOn('2027-03-02'), true);
    await office.booked({ starts_at: tuesday(4) });
    await refused();
  });

  it('is kept by a hold that is booked', async () => {
    await limit();
    const hold = await office.held();
    await created(office.api.post('/v1/appointments', { hold_id: hold.hold_id }));
    await refused();
  });

  it('counts only the visits of its service, area, weekday or date', async () => {
    const area = await created(
      office.api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }),
    );
    await created(office.api.post('/v1/areas', { name: 'East', postal_codes: ['97233'] }));
    await limit({ service: 'tune_up', area_id: area.area_id, weekday: 'tuesday' });
    await office.booked({ service: 'tune_up', postal_code: '97205' });
    await refused({ service: 'tune_up', postal_code: '97205' });
    await office.booked({ service: 'repair', postal_code: '97205', starts_at: tuesday(2) });
    await office.booked({ service: 'tune_up', postal_code: '97233', starts_at: tuesday(4) });
    await office.booked({ service: 'tune_up', starts_at: tuesday(5) });
    await office.booked({ service: 'tune_up', postal_code: '97205', starts_at: WEDNESDAY });
    await limit({ date: '2027-03-04', max_visits: 0 });
    const thursday = '2027-03-04T09:00:00-08:00';
    await refused({ starts_at: thursday });
    assert.equal(await openOn('2027-03-04'), false);
    assert.equal(await openOn('2027-03-05'), true);
  });

  it('counts the service of the lead where none is named', async () => {
    const lead_id = await office.newLead({ service_needed: 'tune_up' });
    await limit({ service: 'tune_up', max_visits: 0 });
    const { alternatives } = await refused({ lead_id });
    assert.deepEqual(alternatives, []);
    await office.booked();
  });

  it('counts what was booked before the rule, and keeps it; it gives back what is canceled', async () => {
    const visits = [await office.booked(), await office.booked({ starts_at: tuesday(1) })];
    const canceled = await office.booked({ starts_at: tuesday(2) });
    await office.api.post(`/v1/appointments/${canceled.appointment_id}/cancel`);
    const rule = await limit();
    await refused();
    await office.api.post(`/v1/appointments/${visits[0].appointment_id}/cancel`);
    await refused();
    await office.api.post(`/v1/appointments/${visits[1].appointment_id}/cancel`);
    await office.booked({ starts_at: tuesday(2) });
    await refused({ starts_at: tuesday(4) });
    await change(rule, { max_visits: 2 });
    await office.booked({ starts_at: tuesday(4) });
    await change(rule, { max_visits: 1 });
    await refused({ starts_at: tuesday(6) });
    await change(rule, { active: false });
    await office.booked({ starts_at: tuesday(6) });
    await change(rule, { active: true, max_visits: 4 });
    await office.booked({ starts_at: tuesday(3) });
    await refused({ starts_at: tuesday(7) });
  });

  it('can be moved within its day, and swapped with another day, all at once', async () => {
    await limit();
    const first = await office.booked();
    const second = await office.booked({ starts_at: WEDNESDAY });
    const within = await office.api.patch(`/v1/appointments/${first.appointment_id}`, {
      starts_at: tuesday(3),
    });
    assert.equal(within.status, 200);
    const moves = [
      { appointment_id: first.appointment_id, starts_at: WEDNESDAY },
      { appointment_id: second.appointment_id, starts_at: tuesday(0) },
    ];
    const swapped = await office.api.post('/v1/appointments/moves', { moves });
    assert.equal(swapped.status, 200, JSON.stringify(swapped.body));
    const both = [{ appointment_id: first.appointment_id, starts_at: tuesday(4) }];
    const full = await office.api.post('/v1/appointments/moves', { moves: both });
    assert.deepEqual([full.status, full.body.code], [409, 'capacity_reached']);
    assert.match(JSON.stringify(full.body), /\/moves\/0/);
  });

  it('is exact for bookings at once, also while a rule is made and visits are canceled', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => office.newUser()));
    await limit({ max_visits: 4 });
    const book = (assigned_to: string) => office.book({ assigned_to });
    const responses = await Promise.all([...users, ...users].map(book));
    const bookings = responses.filter(({ status }) => status === 201);
    assert.equal(bookings.length, 4);
    for (const { status, body } of responses) {
      assert(status === 201 || ['capacity_reached', 'slot_taken'].includes(body.code), body.code);
    }
    const [one] = bookings;
    const path = `/v1/appointments/${one?.body.appointment_id}/cancel`;
    const again = await Promise.all([
      office.api.post(path),
      office.api.post('/v1/capacity-rules', { max_visits: 3, date: '2027-03-02' }),
      ...users.map(book),
    ]);
    for (const { status, body } of again) assert(status < 300 || status === 409, body.code);
    const { body } = await office.api.get(
      '/v1/appointments?from=2027-03-02&to=2027-03-02&limit=100',
    );
    const live = body.data.filter(({ status }: { status: string }) => status === 'booked');
    // The first caller after the one that was canceled, but only before the new rule.
    assert([3, 4].includes(live.length), `${live.length} visits`);
    await assertCountersAgree(service.owner);
  });

  it('says what is wrong with a rule', async () => {
    const refusedRule = async (fields: object) => {
      const response = await office.api.post('/v1/capacity-rules', { max_visits: 1, ...fields });
      assert.equal(response.status, 422, JSON.stringify(response.body));
      return fieldErrors(response);
    };
    assert.deepEqual(await refusedRule({ weekday: 'monday', date: '2027-03-01' }), [
      '/date not_allowed',
    ]);
    assert.deepEqual(await refusedRule({ area_id: 'area_nowhere' }), ['/area_id unknown_id']);
    assert.deepEqual(await refusedRule({ max_visits: -1 }), ['/max_visits out_of_range']);
    const other = await Office.open(service);
    const theirs = await created(
      other.api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }),
    );
    assert.deepEqual(await refusedRule({ area_id: theirs.area_id }), ['/area_id unknown_id']);
    const rule = await limit({ weekday: 'sunday', service: 'tune_up' });
    assert.deepEqual(
      (await office.api.get(`/v1/capacity-rules/${rule.capacity_rule_id}`)).body,
      rule,
    );
    assert.deepEqual((await office.api.get('/v1/capacity-rules')).body.data, [rule]);
    assert.deepEqual([rule.weekday, rule.date, rule.service], ['sunday', null, 'tune_up']);
  });

  it('agrees with the visits after the time zone of the organization changed', async () => {
    const evening = '2027-03-02T23:30:00-08:00';
    await limit({ max_visits: 5 });
    const visits = [await office.booked({ starts_at: evening }), await office.booked()];
    await office.api.patch('/v1/organization', { time_zone: 'America/New_York' });
    await office.booked({ starts_at: tuesday(2) });
    await assertCountersAgree(service.owner);
    await limit({ max_visits: 4 });
    await assertCountersAgree(service.owner);
    for (const { appointment_id } of visits) {
      await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    }
    await assertCountersAgree(service.owner);
  });

  it('follows a visit to the service of its job and to the area of its place', async () => {
    const { customer_id } = await created(
      office.api.post(`/v1/leads/${office.lead.lead_id}/convert`),
    );
    await created(office.api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }));
    const circle = { latitude: 40, longitude: -100, radius_km: 5 };
    const east = await created(office.api.post('/v1/areas', { name: 'East', circle }));
    const job = await created(
      office.api.post('/v1/jobs', { customer_id, title: 'Boiler', service: 'boiler' }),
    );
    const rules = {
      service: await limit({ service: 'boiler', max_visits: 0 }),
      area: await limit({ area_id: east.area_id, max_visits: 0 }),
    };
    const { appointment_id } = await office.booked();
    const patch = (fields: object) =>
      office.api.patch(`/v1/appointments/${appointment_id}`, fields);
    const link = { job_id: job.job_id };
    const move = { location: { latitude: 40, longitude: -100 } };
    for (const [rule, fields] of [
      [rules.service, link],
      [rules.area, move],
    ] as const) {
      const full = await patch(fields);
      assert.deepEqual([full.status, full.body.code], [409, 'capacity_reached']);
      await change(rule, { max_visits: 1 });
      assert.equal((await patch(fields)).status, 200);
    }
    await assertCountersAgree(service.owner);
    await refused({ job_id: job.job_id, lead_id: undefined });
    await refused({ location: move.location });
    assert.equal((await patch({ starts_at: WEDNESDAY })).status, 200);
    await refused({ location: move.location, starts_at: '2027-03-03T13:00:00-08:00' });
  });

  it('stays where a visit counts if a change repeats the place that it has', async () => {
    await created(office.api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }));
    const place = { latitude: 45.5, longitude: -122.6 };
    const circle = { ...place, radius_km: 5 };
    const drawn = await created(office.api.post('/v1/areas', { name: 'East', circle }));
    await limit({ area_id: drawn.area_id });
    const { customer_id } = await created(
      office.api.post(`/v1/leads/${office.lead.lead_id}/convert`),
    );
    const town = { city: 'Portland', region: 'OR', postal_code: '97205', country: 'US' };
    const address = { line1: '9 Oak St', ...town };
    const property = { customer_id, address, coordinates: place };
    const { property_id } = await created(office.api.post('/v1/properties', property));
    const visits = [
      await office.booked({ postal_code: '97205', location: place }),
      await office.booked({ property_id, starts_at: tuesday(2) }),
    ];
    const { area_id } = await created(
      office.api.post('/v1/areas', { name: 'Center', postal_codes: ['97205'] }),
    );
    const west = (await office.api.get('/v1/areas')).body.data.find(
      ({ name }: { name: string }) => name === 'West',
    );
    await office.api.patch(`/v1/areas/${west.area_id}`, { active: false });
    await limit({ area_id });
    for (const [n, fields] of [
      { location: place },
      { location: { ...place, address: '9 Oak Street' } },
      { property_id },
    ].entries()) {
      const visit = visits[n === 2 ? 1 : 0];
      const path = `/v1/appointments/${visit.appointment_id}`;
      assert.equal((await office.api.patch(path, fields)).status, 200);
      await assertCountersAgree(service.owner);
    }
    await office.booked({ location: place, starts_at: tuesday(4) });
    await office.booked({ postal_code: '97205', starts_at: tuesday(6) });
  });
});
