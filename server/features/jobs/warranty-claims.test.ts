import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstOf } from '../../testing/first-of.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { TUESDAY_9, tuesday } from '../../testing/office.ts';
import { Shop } from '../../testing/sold.ts';

const IN_WARRANTY = ['start', 'complete', 'enroll-warranty'];
const CLAIM = { description: ' The pilot light goes out.\n' };

describe('warranty claims', () => {
  const service = sharedService();
  const shop = shared(() => Shop.open(service));

  const open = (jobId: string, claim: object = CLAIM) =>
    shop.api.post(`/v1/jobs/${jobId}/warranty-claims`, claim);
  const claimsOf = async (jobId: string) =>
    (await shop.api.get(`/v1/jobs/${jobId}/warranty-claims`)).body.data;
  const close = (claimId: string, body: object = { resolution: 'Thermocouple replaced.' }) =>
    shop.api.post(`/v1/warranty-claims/${claimId}/close`, body);

  it('are opened while the warranty is running, and counted in the job', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const { status, body: claim } = await open(job.job_id);
    assert.equal(status, 201);
    const now = service.clock.now().toISOString();
    assert.deepEqual(claim, {
      claim_id: claim.claim_id,
      job_id: job.job_id,
      lifecycle_number: job.lifecycle_number,
      status: 'open',
      description: CLAIM.description,
      equipment_id: null,
      resolution: null,
      appointment_id: null,
      closed_at: null,
      created_at: now,
      updated_at: now,
    });
    assert.match(claim.claim_id, /^claim_/);
    assert.equal((await shop.read(job.job_id)).open_claims_count, 1);
    const event = await shop.lastEvent(job);
    assert.deepEqual([event.type, event.data], ['warranty_claim.opened', claim]);
  });

  it('can book an appointment for the job', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const assigned_to = await shop.newUser();
    const { body: claim } = await open(job.job_id, { ...CLAIM, starts_at: TUESDAY_9, assigned_to });
    const { body } = await shop.api.get(`/v1/appointments/${claim.appointment_id}`);
    assert.deepEqual(
      [body.job_id, body.assigned_to, body.type, body.starts_at],
      [job.job_id, assigned_to, 'warranty', '2027-03-02T09:00:00-08:00'],
    );
    assert.deepEqual((await shop.kinds(job)).slice(-2), [
      'appointment.booked',
      'warranty_claim.opened',
    ]);
  });

  it('say what is unusual about the appointment that was booked for them', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const assigned_to = await shop.newUser({ name: 'Rosa Delgado' });
    const visit = (day: string) => ({ starts_at: `2027-03-${day}T05:00:00-08:00`, assigned_to });
    const { body: claim } = await open(job.job_id, { ...CLAIM, ...visit('09') });
    const expected = (of: { appointment_id: string }, day: string) => [
      {
        code: 'outside_working_hours',
        detail: 'Rosa Delgado does not work at that time.',
        appointment_id: of.appointment_id,
        starts_at: visit(day).starts_at,
      },
    ];
    assert.deepEqual(claim.warnings, expected(claim, '09'));
    const path = `/v1/warranty-claims/${claim.claim_id}`;
    assert(!('warnings' in (await shop.api.get(path)).body));
    await shop.api.post(`/v1/appointments/${claim.appointment_id}/cancel`);
    const { status, body: again } = await shop.api.post(`${path}/schedule`, visit('10'));
    assert.equal(status, 200);
    assert.notEqual(again.appointment_id, claim.appointment_id);
    assert.deepEqual(again.warnings, expected(again, '10'));
    assert(!('warnings' in (await shop.lastEvent(job)).data));
  });

  it('are returned one by one, and listed for the whole organization by status', async () => {
    const own = await Shop.open(service);
    const jobs = [await own.soldAnd(IN_WARRANTY), await own.soldAnd(IN_WARRANTY)];
    const claims = [];
    for (const { job_id } of jobs) {
      claims.push((await own.api.post(`/v1/jobs/${job_id}/warranty-claims`, CLAIM)).body);
    }
    const [first, second] = claims;
    const path = (claim: { claim_id: string }) => `/v1/warranty-claims/${claim.claim_id}`;
    assert.deepEqual((await own.api.get(path(first))).body, first);
    assert.equal((await shop.api.get(path(first))).status, 404);
    const { body: closed } = await own.api.post(`${path(first)}/close`, { resolution: 'Done.' });
    for (const [query, expected] of [
      ['', [second, closed]],
      ['?status=open', [second]],
      ['?status=closed', [closed]],
    ] as const) {
      const { body } = await own.api.get(`/v1/warranty-claims${query}`);
      assert.deepEqual(body.data, expected, query);
    }
    const { body: page } = await own.api.get('/v1/warranty-claims?limit=1');
    const rest = await own.api.get(`/v1/warranty-claims?limit=1&cursor=${page.next_cursor}`);
    assert.deepEqual([page.data, rest.body.data], [[second], [closed]]);
    assert.equal((await own.api.get('/v1/warranty-claims?status=lost')).status, 422);
  });

  const schedule = (claimId: string, visit: object) =>
    shop.api.post(`/v1/warranty-claims/${claimId}/schedule`, visit);

  it('are scheduled later, once by ten simultaneous requests, and again after a no-show', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const { body: claim } = await open(job.job_id);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => schedule(claim.claim_id, { starts_at: TUESDAY_9 })),
    );
    const [taken, ...more] = responses.filter(({ status }) => status === 200);
    assert.deepEqual(more, []);
    for (const { status, body } of responses) {
      if (status !== 200) assert.deepEqual([status, body.code], [409, 'claim_scheduled']);
    }
    assert(taken);
    const { appointment_id } = taken.body;
    assert.deepEqual(taken.body, { ...claim, appointment_id });
    const { body: visit } = await shop.api.get(`/v1/appointments/${appointment_id}`);
    assert.deepEqual([visit.job_id, visit.type], [job.job_id, 'warranty']);
    const events = (await shop.events(job)).slice(-2);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['appointment.booked', 'warranty_claim.scheduled'],
    );
    assert.deepEqual(events[1]?.previous, { appointment_id: null });

    await shop.api.post(`/v1/appointments/${appointment_id}/no-show`);
    const { status, body } = await schedule(claim.claim_id, { starts_at: tuesday(4) });
    assert.equal(status, 200);
    assert.notEqual(body.appointment_id, appointment_id);
    await close(claim.claim_id);
    const afterClose = await schedule(claim.claim_id, { starts_at: tuesday(6) });
    assert.deepEqual([afterClose.status, afterClose.body.code], [409, 'claim_closed']);
  });

  it('refuse an invalid appointment or a taken slot', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const assigned_to = await shop.newUser();
    await open(job.job_id, { ...CLAIM, starts_at: TUESDAY_9, assigned_to });
    const { body: claim } = await open(job.job_id);
    for (const visit of [{}, { assigned_to }, { starts_at: null }, { starts_at: '2027-03-02' }]) {
      const { status, body } = await schedule(claim.claim_id, visit);
      assert.deepEqual([status, body.errors[0].pointer], [422, '/starts_at']);
    }
    const taken = await schedule(claim.claim_id, { starts_at: TUESDAY_9, assigned_to });
    assert.deepEqual([taken.status, taken.body.code], [409, 'slot_taken']);
    const path = `/v1/warranty-claims/${claim.claim_id}`;
    assert.deepEqual((await shop.api.get(path)).body, claim);
  });

  it('stay open when the job is closed: their appointments stay, and more can be booked', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const { body: booked } = await open(job.job_id, { ...CLAIM, starts_at: TUESDAY_9 });
    const { body: waiting } = await open(job.job_id);
    assert.equal((await shop.take(job.job_id, 'close')).body.status, 'closed');
    const { body: visit } = await shop.api.get(`/v1/appointments/${booked.appointment_id}`);
    assert.equal(visit.status, 'booked');
    assert.equal((await schedule(waiting.claim_id, { starts_at: tuesday(4) })).status, 200);
    for (const { claim_id } of [booked, waiting]) await close(claim_id);
    const late = { job_id: job.job_id, starts_at: tuesday(6) };
    assert.equal((await shop.api.post('/v1/appointments', late)).body.code, 'job_over');
  });

  it('are not opened if the slot is taken', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const visit = { ...CLAIM, starts_at: TUESDAY_9, assigned_to: await shop.newUser() };
    assert.equal((await open(job.job_id, visit)).status, 201);
    const { status, body } = await open(job.job_id, visit);
    assert.deepEqual([status, body.code], [409, 'slot_taken']);
    assert.equal((await claimsOf(job.job_id)).length, 1);
  });

  it('are refused before and after the warranty', async () => {
    for (const steps of [[], ['start', 'complete'], [...IN_WARRANTY, 'close'], ['cancel']]) {
      const job = await shop.soldAnd(steps);
      const { status, body } = await open(job.job_id);
      assert.deepEqual([status, body.code], [409, 'not_in_warranty'], job.status);
    }
  });

  it('are closed once with a resolution, also after the warranty is over', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const { body: claim } = await open(job.job_id);
    await shop.take(job.job_id, 'close');
    service.clock.advance(60_000);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => close(claim.claim_id, { resolution: `Way ${n}` })),
    );
    const { body: closed } = firstOf(responses);
    assert.deepEqual(closed, {
      ...claim,
      status: 'closed',
      resolution: closed.resolution,
      closed_at: service.clock.now().toISOString(),
      updated_at: service.clock.now().toISOString(),
    });
    for (const { status, body } of responses) assert.deepEqual([status, body], [200, closed]);
    assert.equal((await shop.read(job.job_id)).open_claims_count, 0);
    const events = (await shop.events(job)).filter(({ type }) => type === 'warranty_claim.closed');
    assert.deepEqual(
      events.map(({ data }) => data),
      [closed],
    );
  });

  it('are listed newest first, page by page', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await open(job.job_id)).body.claim_id);
    const path = `/v1/jobs/${job.job_id}/warranty-claims?limit=2`;
    const { body } = await shop.api.get(path);
    const rest = await shop.api.get(`${path}&cursor=${body.next_cursor}`);
    const seen = [...body.data, ...rest.body.data].map(({ claim_id }) => claim_id);
    assert.deepEqual([seen, rest.body.has_more], [ids.toReversed(), false]);
  });

  it('report invalid fields', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    for (const [body, pointer] of [
      [{}, '/description'],
      [{ description: ' ' }, '/description'],
      [{ ...CLAIM, assigned_to: 'x' }, '/starts_at'],
      [{ ...CLAIM, starts_at: TUESDAY_9, assigned_to: 'x', team_id: 'y' }, '/team_id'],
      [{ ...CLAIM, status: 'closed' }, '/status'],
    ] as const) {
      const response = await open(job.job_id, body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.equal(response.body.errors[0].pointer, pointer);
    }
    const { body: claim } = await open(job.job_id);
    assert.equal((await close(claim.claim_id, {})).status, 422);
    assert.equal((await close(claim.claim_id, { resolution: '' })).status, 422);
    assert.equal((await close('claim_01h455vb4pex5vsknk084sn02q')).status, 404);
  });
});
