import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { TUESDAY_9, tuesday } from '../../testing/office.ts';
import { Shop } from '../../testing/sold.ts';

describe('the appointments of a job', () => {
  let shop: Shop;
  let rosa: string;
  const service = sharedService();
  beforeEach(async () => {
    shop = await Shop.open(service);
    rosa = await shop.newUser({ name: 'Rosa Delgado' });
  });

  const appointmentsOf = async (jobId: string) =>
    (await shop.api.get(`/v1/appointments?job_id=${jobId}`)).body.data;
  const book = (booking: object) => shop.api.post('/v1/appointments', booking);

  it('are booked when the job is scheduled', async () => {
    const job = await shop.sold();
    const { status, body } = await shop.take(job.job_id, 'schedule', {
      starts_at: TUESDAY_9,
      duration_minutes: 180,
      assigned_to: rosa,
      location: { address: '9 Oak St' },
      notes: 'Ring twice.',
    });
    assert.deepEqual([status, body.status], [200, 'scheduled']);
    const [appointment, ...more] = await appointmentsOf(job.job_id);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [
        appointment.job_id,
        appointment.customer_id,
        appointment.lifecycle_number,
        appointment.assigned_to,
        appointment.duration_minutes,
        appointment.type,
        appointment.location,
        appointment.status,
      ],
      [
        job.job_id,
        job.customer_id,
        job.lifecycle_number,
        rosa,
        180,
        'job',
        { address: '9 Oak St' },
        'booked',
      ],
    );
    assert.deepEqual((await shop.kinds(job)).slice(-2), ['appointment.booked', 'job.scheduled']);
  });

  it('are assigned to a team member, or stay unassigned', async () => {
    const team = { name: 'Heating', members: [rosa] };
    const { body } = await shop.api.post('/v1/teams', team);
    const [first, second] = [await shop.sold(), await shop.sold()];
    await shop.take(first.job_id, 'schedule', { starts_at: TUESDAY_9, team_id: body.team_id });
    assert.equal((await appointmentsOf(first.job_id))[0].assigned_to, rosa);
    await shop.take(second.job_id, 'schedule', { starts_at: TUESDAY_9, type: 'delivery' });
    const [waiting] = await appointmentsOf(second.job_id);
    assert.deepEqual([waiting.assigned_to, waiting.type], [null, 'delivery']);
  });

  it('on a taken slot leave the job unchanged and return alternatives', async () => {
    const taken = await shop.sold();
    await shop.take(taken.job_id, 'schedule', { starts_at: TUESDAY_9, assigned_to: rosa });
    const job = await shop.sold();
    const types = await shop.kinds(job);
    const visit = { starts_at: tuesday(0.5), assigned_to: rosa };
    const { status, body } = await shop.take(job.job_id, 'schedule', visit);
    assert.deepEqual([status, body.code, body.alternatives.length], [409, 'slot_taken', 3]);
    assert.deepEqual(await shop.read(job.job_id), job);
    assert.deepEqual([await appointmentsOf(job.job_id), await shop.kinds(job)], [[], types]);
  });

  it('are booked once by ten simultaneous requests to schedule', async () => {
    const job = await shop.sold();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => shop.take(job.job_id, 'schedule', { starts_at: TUESDAY_9 })),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 1);
    for (const { status, body } of responses) {
      if (status !== 200) assert.deepEqual([status, body.code], [409, 'job_scheduled']);
    }
    assert.equal((await appointmentsOf(job.job_id)).length, 1);
  });

  it('span several days, all or nothing', async () => {
    const day = (date: number) => `2027-03-0${date}T09:00:00-08:00`;
    const job = await shop.sold();
    const visits = [2, 3, 4].map((date) => ({
      starts_at: day(date),
      duration_minutes: 480,
      assigned_to: rosa,
    }));
    const blocker = await shop.sold();
    await shop.take(blocker.job_id, 'schedule', { starts_at: day(3), assigned_to: rosa });
    const refused = await shop.take(job.job_id, 'schedule', { visits });
    assert.deepEqual([refused.status, refused.body.code], [409, 'slot_taken']);
    assert.equal(refused.body.errors[0].pointer, '/visits/1');
    assert.equal(refused.body.alternatives.length, 3);
    assert.deepEqual(await appointmentsOf(job.job_id), []);
    assert.equal((await shop.read(job.job_id)).status, 'contracted');
    const ana = await shop.newUser({ name: 'Ana' });
    const free = visits.map((visit) => ({ ...visit, assigned_to: ana }));
    const { status, body } = await shop.take(job.job_id, 'schedule', { visits: free });
    assert.deepEqual([status, body.status], [200, 'scheduled'], JSON.stringify(body));
    assert.equal((await appointmentsOf(job.job_id)).length, 3);
    const more = { visits: [{ starts_at: day(5), assigned_to: ana }] };
    assert.equal((await shop.take(job.job_id, 'schedule', more)).status, 200);
    assert.equal((await appointmentsOf(job.job_id)).length, 4);
    const twice = { visits: [more.visits[0], more.visits[0]] };
    const again = await shop.take(job.job_id, 'schedule', twice);
    assert.deepEqual([again.status, again.body.errors[0].pointer], [409, '/visits/0']);
  });

  it('say what is unusual about each of them, and their events say nothing of it', async () => {
    const at = (hour: string) => `2027-03-02T${hour}:00:00-08:00`;
    const job = await shop.sold();
    const early = { starts_at: at('05'), assigned_to: rosa };
    const { body } = await shop.take(job.job_id, 'schedule', early);
    const [visit] = await appointmentsOf(job.job_id);
    const { appointment_id } = visit;
    const warning = {
      code: 'outside_working_hours',
      detail: 'Rosa Delgado does not work at that time.',
    };
    assert.deepEqual(body.warnings, [{ ...warning, appointment_id, starts_at: at('05') }]);
    assert(!('warnings' in (await shop.lastEvent(job)).data));

    const visits = [
      { starts_at: at('09'), assigned_to: rosa },
      { starts_at: at('21'), assigned_to: rosa },
    ];
    const more = await shop.take(job.job_id, 'schedule', { visits });
    assert.equal(more.status, 200);
    const late = (await appointmentsOf(job.job_id)).at(-1);
    assert.deepEqual(more.body.warnings, [
      { ...warning, appointment_id: late.appointment_id, starts_at: at('21') },
    ]);
    assert(!('warnings' in (await shop.take(job.job_id, 'schedule')).body));
  });

  it('can have crews and teams, and jobs that are scheduled at the same time do not wait for each other', async () => {
    const day = (date: number) => `2027-03-0${date}T09:00:00-08:00`;
    const users = await Promise.all(['Ana', 'Ben', 'Cy'].map((name) => shop.newUser({ name })));
    const { team_id } = await created(shop.api.post('/v1/teams', { name: 'All', members: users }));
    const [ana, ben, cy] = users;
    const jobs = [await shop.sold(), await shop.sold(), await shop.sold()];
    const results = await Promise.all(
      jobs.map(({ job_id }, n) => {
        const crewed = { starts_at: day(2 + 2 * n), assigned_to: n === 1 ? cy : ana, crew: [ben] };
        const ofTeam = { starts_at: day(3 + 2 * n), team_id };
        const visits = n % 2 === 0 ? [crewed, ofTeam] : [ofTeam, crewed];
        return shop.take(job_id, 'schedule', { visits });
      }),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      [200, 200, 200],
    );
    for (const { job_id } of jobs) {
      const crews = (await appointmentsOf(job_id)).map(({ crew }: { crew: string[] }) => crew);
      assert.deepEqual(
        crews.toSorted((a: string[], b: string[]) => a.length - b.length),
        [[], [ben]],
      );
    }
  });

  it('are given one by one or as a list', async () => {
    const job = await shop.sold();
    const visits = [{ starts_at: TUESDAY_9 }, { duration_minutes: 60 }];
    const { status, body } = await shop.take(job.job_id, 'schedule', {
      visits,
      starts_at: TUESDAY_9,
    });
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([status, pointers.toSorted()], [422, ['/visits', '/visits/1/starts_at']]);
  });

  it('are not required to schedule a job', async () => {
    const job = await shop.sold();
    const { status, body } = await shop.take(job.job_id, 'schedule', { team_id: null });
    assert.deepEqual([status, body.status], [200, 'scheduled']);
    assert.deepEqual(await appointmentsOf(job.job_id), []);
  });

  it('are refused with the field that is invalid', async () => {
    const job = await shop.sold();
    const wrong: [body: object, pointer: string][] = [
      [{ assigned_to: rosa }, '/starts_at'],
      [{ starts_at: TUESDAY_9, assigned_to: rosa, team_id: 'team_x' }, '/team_id'],
      [{ starts_at: '2027-03-02T09:00:00' }, '/starts_at'],
      [{ starts_at: TUESDAY_9, duration_minutes: 4 }, '/duration_minutes'],
      [{ starts_at: TUESDAY_9, assigned_to: 'x' }, '/assigned_to'],
      [{ starts_at: TUESDAY_9, lead_id: job.lead_id }, '/lead_id'],
    ];
    for (const [body, pointer] of wrong) {
      const response = await shop.take(job.job_id, 'schedule', body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.equal(response.body.errors[0].pointer, pointer, JSON.stringify(body));
    }
    const unknown = { starts_at: TUESDAY_9, team_id: 'team_01h455vb4pex5vsknk084sn02q' };
    assert.equal((await shop.take(job.job_id, 'schedule', unknown)).status, 404);
    assert.equal((await shop.read(job.job_id)).status, 'contracted');
  });

  it('can be booked and held for a job separately', async () => {
    const { job_id, lead_id, customer_id } = await shop.sold();
    const booked = await book({ job_id, starts_at: TUESDAY_9, assigned_to: rosa });
    assert.deepEqual(
      [booked.status, booked.body.job_id, booked.body.lead_id, booked.body.customer_id],
      [201, job_id, lead_id, customer_id],
    );
    const held = await shop.api.post('/v1/appointments/holds', { job_id, starts_at: tuesday(4) });
    const { hold_id } = held.body;
    const other = await shop.sold();
    const differs = await book({ hold_id, job_id: other.job_id });
    assert.equal(differs.body.errors[0].code, 'differs_from_hold');
    const takenOver = await book({ hold_id, job_id });
    assert.deepEqual([takenOver.status, takenOver.body.job_id], [201, job_id]);
    assert.equal((await appointmentsOf(job_id)).length, 2);
    assert.equal((await appointmentsOf(other.job_id)).length, 0);
    assert.equal((await book({ job_id, lead_id, starts_at: TUESDAY_9 })).status, 422);
    const lead = await book({ lead_id, starts_at: tuesday(6) });
    assert.equal(lead.body.job_id, null);
  });

  it('cannot be booked for a closed or unknown job, or one of another organization', async () => {
    const closed = await shop.soldAnd(['start', 'complete', 'close']);
    const { status, body } = await book({ job_id: closed.job_id, starts_at: TUESDAY_9 });
    assert.deepEqual([status, body.code], [409, 'job_over']);
    const foreign = await (await Shop.open(service)).sold();
    for (const job_id of [foreign.job_id, 'job_01h455vb4pex5vsknk084sn02q', 'x']) {
      assert.equal((await book({ job_id, starts_at: TUESDAY_9 })).status, 404, job_id);
    }
    assert.deepEqual(await appointmentsOf(foreign.job_id), []);
  });

  it('can be booked for a job whose lead was deleted', async () => {
    const { job_id, lead_id } = await shop.sold();
    assert.equal((await shop.api.delete(`/v1/leads/${lead_id}`)).status, 200);
    assert.equal((await book({ job_id, starts_at: TUESDAY_9 })).status, 201);
    const visit = { starts_at: tuesday(3), assigned_to: rosa };
    assert.equal((await shop.take(job_id, 'schedule', visit)).status, 200);
  });

  it('are canceled with the job, and their slots are free again', async () => {
    const job = await shop.sold();
    await shop.take(job.job_id, 'schedule', { starts_at: TUESDAY_9, assigned_to: rosa });
    const { body: done } = await book({
      job_id: job.job_id,
      starts_at: tuesday(4),
      assigned_to: rosa,
    });
    for (const step of ['start', 'complete']) {
      await shop.api.post(`/v1/appointments/${done.appointment_id}/${step}`);
    }
    await shop.api.post('/v1/appointments/holds', { job_id: job.job_id, starts_at: tuesday(6) });
    await shop.take(job.job_id, 'cancel', { reason: 'House sold' });
    const all = await shop.api.get(
      `/v1/appointments?job_id=${job.job_id}&status=held,booked,completed,canceled`,
    );
    assert.deepEqual(
      all.body.data.map((one: { status: string; cancel_reason: string | null }) => [
        one.status,
        one.cancel_reason,
      ]),
      [
        ['canceled', 'House sold'],
        ['completed', null],
        ['canceled', 'House sold'],
      ],
    );
    assert.deepEqual((await shop.kinds(job)).slice(-3), [
      'appointment.canceled',
      'appointment.canceled',
      'job.canceled',
    ]);
    const next = await shop.sold();
    const visit = { starts_at: TUESDAY_9, assigned_to: rosa };
    assert.equal((await shop.take(next.job_id, 'schedule', visit)).status, 200);
  });

  it('prevent canceling the job while a technician is at work', async () => {
    const job = await shop.sold();
    const visit = { job_id: job.job_id, starts_at: TUESDAY_9, assigned_to: rosa };
    const { body: underWay } = await book(visit);
    await book({ ...visit, starts_at: tuesday(3) });
    await shop.api.post(`/v1/appointments/${underWay.appointment_id}/start`);
    const { status, body } = await shop.take(job.job_id, 'cancel');
    assert.deepEqual([status, body.code], [409, 'appointment_under_way']);
    assert.deepEqual(await shop.read(job.job_id), job);
    const statuses = (await appointmentsOf(job.job_id)).map(
      (one: { status: string }) => one.status,
    );
    assert.deepEqual(statuses, ['in_progress', 'booked']);
  });

  /** The statuses of all appointments of the job, in order of start time. */
  const statusesOf = async (jobId: string): Promise<string[]> => {
    const all = 'booked,confirmed,dispatched,en_route,in_progress,completed,canceled';
    const { body } = await shop.api.get(`/v1/appointments?job_id=${jobId}&status=${all}`);
    return body.data.map((one: { status: string }) => one.status);
  };
  const soldWithVisits = async () => {
    const { job_id, lifecycle_number } = await shop.soldAnd(['start']);
    const hour = (n: number) => ({
      job_id,
      starts_at: new Date(service.clock.now().getTime() + n * 3_600_000).toISOString(),
    });
    // The first was never marked as started; the second is unassigned; the others are in the future.
    await book({ ...hour(-4), assigned_to: rosa });
    await book(hour(-3));
    const { body: underWay } = await book({ ...hour(1), assigned_to: rosa });
    await shop.api.post(`/v1/appointments/${underWay.appointment_id}/start`);
    const { body: near } = await book({ ...hour(3), assigned_to: rosa });
    await shop.api.post(`/v1/appointments/${near.appointment_id}/en-route`);
    await book({ ...hour(24), assigned_to: rosa });
    assert.deepEqual(await statusesOf(job_id), [
      'booked',
      'booked',
      'in_progress',
      'en_route',
      'booked',
    ]);
    return { job_id, lifecycle_number };
  };

  it('are completed with the job if started or due, and stay booked otherwise', async () => {
    const job = await soldWithVisits();
    const { status, body } = await shop.take(job.job_id, 'complete');
    assert.deepEqual([status, body.status], [200, 'completed']);
    assert.deepEqual(await statusesOf(job.job_id), [
      'completed',
      'booked',
      'completed',
      'completed',
      'booked',
    ]);
    assert.deepEqual((await shop.kinds(job)).slice(-4), [
      ...Array(3).fill('appointment.completed'),
      'job.completed',
    ]);
    const eventCount = (await shop.kinds(job)).length;
    await shop.take(job.job_id, 'complete', { cancel_appointments: true });
    assert.equal(
      (await shop.kinds(job)).length,
      eventCount,
      'completing it again emitted an event',
    );
  });

  it('that remain are canceled on completion with cancel_appointments', async () => {
    const { job_id } = await soldWithVisits();
    await shop.take(job_id, 'complete', { cancel_appointments: true });
    assert.deepEqual(await statusesOf(job_id), [
      'completed',
      'canceled',
      'completed',
      'completed',
      'canceled',
    ]);
    const { body } = await shop.api.get(`/v1/appointments?job_id=${job_id}&status=canceled`);
    assert.equal(body.data[0].cancel_reason, 'job_completed');
  });

  it('are canceled when the job is closed, unless a technician is at work', async () => {
    const { job_id } = await shop.soldAnd(['start', 'complete', 'enroll-warranty']);
    const { body: visit } = await book({ job_id, starts_at: TUESDAY_9, assigned_to: rosa });
    await book({ job_id, starts_at: tuesday(4) });
    await shop.api.post(`/v1/appointments/${visit.appointment_id}/start`);
    const refused = await shop.take(job_id, 'close');
    assert.deepEqual([refused.status, refused.body.code], [409, 'appointment_under_way']);
    assert.deepEqual(await statusesOf(job_id), ['in_progress', 'booked']);
    await shop.api.post(`/v1/appointments/${visit.appointment_id}/complete`);
    assert.equal((await shop.take(job_id, 'close')).body.status, 'closed');
    assert.deepEqual(await statusesOf(job_id), ['completed', 'canceled']);
    const { body } = await shop.api.get(`/v1/appointments?job_id=${job_id}&status=canceled`);
    assert.equal(body.data[0].cancel_reason, 'job_closed');
  });

  it('never stay booked when the job is canceled at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { job_id } = await shop.sold();
      await Promise.all([
        ...Array.from({ length: 8 }, (_, hour) => book({ job_id, starts_at: tuesday(hour) })),
        shop.take(job_id, 'cancel'),
      ]);
      const live = await shop.api.get(`/v1/appointments?job_id=${job_id}&status=booked`);
      assert.deepEqual(live.body.data, []);
      assert.equal((await shop.read(job_id)).status, 'canceled');
    }
  });

  it('are returned with the customer and the lifecycle, like the jobs', async () => {
    const customer = await shop.newCustomer();
    const jobs = [
      await shop.sold({ customer_id: customer.customer_id, title: 'First' }),
      await shop.sold({ customer_id: customer.customer_id, title: 'Second' }),
    ];
    const appointments = [];
    for (const [hour, { job_id }] of jobs.entries()) {
      appointments.push((await book({ job_id, starts_at: tuesday(hour) })).body);
    }
    const expected = [jobs.toReversed(), appointments.toReversed()];
    const { body: read } = await shop.api.get(`/v1/customers/${customer.customer_id}`);
    assert.deepEqual([read.jobs, read.appointments], expected);
    const path = `/v1/lifecycles/${customer.lifecycle_number}`;
    const { body: lifecycle } = await shop.api.get(path);
    assert.deepEqual([lifecycle.jobs, lifecycle.appointments], expected);
    const { customer_id } = customer;
    await Promise.all(Array.from({ length: 20 }, () => shop.sold({ customer_id })));
    const { body: bounded } = await shop.api.get(path);
    assert.equal(bounded.jobs.length, 20);
    assert(!bounded.jobs.some(({ title }: { title: string }) => title === 'Second'));
  });

  it('are returned for both lifecycle numbers after a merge', async () => {
    const [lead, into] = [await shop.newLead(), await shop.newLead()];
    const { body: early } = await book({ lead_id: lead.lead_id, starts_at: TUESDAY_9 });
    const merged = await shop.api.post(`/v1/leads/${lead.lead_id}/merge`, { into: into.lead_id });
    assert.equal(merged.status, 200);
    const job = await shop.sold({ lead_id: into.lead_id });
    const { body: late } = await book({ job_id: job.job_id, starts_at: tuesday(3) });
    for (const { lifecycle_number } of [lead, into]) {
      const { body } = await shop.api.get(`/v1/lifecycles/${lifecycle_number}`);
      const ids = body.appointments.map((one: { appointment_id: string }) => one.appointment_id);
      assert.deepEqual(ids, [late.appointment_id, early.appointment_id]);
      assert.deepEqual(
        body.jobs.map(({ job_id }: { job_id: string }) => job_id),
        [job.job_id],
      );
    }
  });
});
