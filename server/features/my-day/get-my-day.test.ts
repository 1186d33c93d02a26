import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { pngBytes, sendBytes } from '../../testing/files.ts';
import { setUp, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { newTechnician, type Technician } from '../../testing/technicians.ts';
import { nextStepOf } from './next-step.ts';

type Body = ApiResponse['body'];

const service = sharedService();
let office: TestOrganization;
let ana: Technician;
let ben: Technician;
let job: Body;
const visits: string[] = [];

async function book(booking: object, user = ana.userId): Promise<string> {
  const body = { assigned_to: user, duration_minutes: 60, ...booking };
  return (await created(office.api.post('/v1/appointments', body))).appointment_id;
}

/** It is Monday, 07:00 in Los Angeles. Ana has two visits today and one tomorrow. */
setUp(async () => {
  office = await service.newOrganization();
  ana = await newTechnician(service, office, 'Ana Silva');
  ben = await newTechnician(service, office, 'Ben Okafor');
  const { api } = office;
  const details = { name: 'Dana Reyes', address: '9 Oak St', notes: 'Gate code 4711' };
  const lead = await created(api.post('/v1/leads', freshLead(details)));
  const contract = { amount: 12_900, currency: 'USD' };
  const title = 'Replace the boiler';
  job = await created(api.post('/v1/jobs', { lead_id: lead.lead_id, title, contract }));
  const { job_id } = job;
  const other = await created(api.post('/v1/leads', freshLead({ name: 'Otto' })));
  visits.push(await book({ lead_id: other.lead_id, starts_at: '2027-03-02T08:00:00-08:00' }));
  visits.unshift(await book({ job_id, starts_at: '2027-03-01T13:00:00-08:00' }));
  const location = { address: '1418 Alder St', latitude: 45.5, longitude: -122.6 };
  const first = { lead_id: other.lead_id, starts_at: '2027-03-01T09:00:00-08:00', location };
  visits.unshift(await book({ ...first, notes: 'Ring twice.' }));
  const canceled = await book({ lead_id: other.lead_id, starts_at: '2027-03-01T16:00:00-08:00' });
  await api.post(`/v1/appointments/${canceled}/cancel`);
  await book({ lead_id: other.lead_id, starts_at: '2027-03-03T08:00:00-08:00' });
  await book({ lead_id: lead.lead_id, starts_at: '2027-03-01T09:00:00-08:00' }, ben.userId);
  await created(api.post(`/v1/jobs/${job_id}/checklist`, { title: 'Shut off the gas' }));
  await created(api.post(`/v1/jobs/${job_id}/notes`, { text: 'Behind the dryer.' }));
  const { file_id } = await created(sendBytes(api, pngBytes()));
  await created(api.post(`/v1/jobs/${job_id}/attachments`, { file_id }));
});

const idsOf = (day: Body) => day.visits.map((one: Body) => one.appointment.appointment_id);

/** Without the client of the tests, which expects a body. */
function conditional(token: string, etag: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'if-none-match': etag };
  return fetch(`${service.url}/v1/my-day`, { headers });
}

describe('getMyDay', () => {
  it('returns the visits of today and tomorrow in order, with all that is needed on site', async () => {
    const { status, body } = await ana.api.get('/v1/my-day');
    assert.equal(status, 200, JSON.stringify(body));
    const [today, tomorrow] = body.days;
    assert.deepEqual(
      [body.user_id, body.time_zone, today.date, tomorrow.date],
      [ana.userId, 'America/Los_Angeles', '2027-03-01', '2027-03-02'],
    );
    assert.deepEqual([idsOf(today), idsOf(tomorrow)], [visits.slice(0, 2), visits.slice(2)]);
    assert.equal(body.next_visit_at, '2027-03-03T16:00:00.000Z');
    const [first, second] = today.visits;
    assert.deepEqual(
      [first.address, first.appointment.location.latitude, first.appointment.notes, first.job],
      ['1418 Alder St', 45.5, 'Ring twice.', null],
    );
    assert.deepEqual(
      [second.appointment.contact.name, second.address, second.lead_notes, second.next_step],
      ['Dana Reyes', '9 Oak St', 'Gate code 4711', 'en_route'],
    );
    assert.deepEqual(second.job, (await office.api.get(`/v1/jobs/${job.job_id}`)).body);
    assert.equal(second.job.checklist[0].title, 'Shut off the gas');
    assert.deepEqual([second.notes[0].text, second.notes.length], ['Behind the dryer.', 1]);
    assert.match(second.attachments[0].file_id, /^file_/);
    assert.deepEqual(second.due, { amount: 12_900, currency: 'USD', invoice_id: null });
  });

  it('starts with the date that is asked for, in the time zone of the user', async () => {
    const { body } = await ana.api.get('/v1/my-day?date=2027-03-02');
    assert.deepEqual(
      body.days.map(({ date }: Body) => date),
      ['2027-03-02', '2027-03-03'],
    );
    assert.deepEqual([idsOf(body.days[0]), body.next_visit_at], [visits.slice(2), null]);
    await office.api.patch(`/v1/users/${ben.userId}`, { time_zone: 'Pacific/Auckland' });
    const far = (await ben.api.get('/v1/my-day')).body;
    assert.deepEqual([far.time_zone, far.days[0].date], ['Pacific/Auckland', '2027-03-02']);
    assert.equal(far.days[0].visits.length, 1);
    for (const date of ['tomorrow', '2027-02-30', '9999-01-01']) {
      assert.equal((await ana.api.get(`/v1/my-day?date=${date}`)).status, 422, date);
    }
  });

  it('names the next step until the payment, and is 304 until something changes', async () => {
    const id = visits[1];
    const { token } = await created(
      office.api.post('/v1/tokens', { name: 'Phone', user_id: ana.userId }),
    );
    let etag = '';
    const nextStep = async () => {
      const { headers, body } = await ana.api.get('/v1/my-day');
      assert.notEqual(headers.get('etag'), etag, 'the change must change the tag');
      etag = headers.get('etag') ?? '';
      const unchanged = await conditional(token, etag);
      assert.deepEqual([unchanged.status, await unchanged.text()], [304, '']);
      return body.days[0].visits[1].next_step;
    };
    assert.equal(await nextStep(), 'en_route');
    for (const [step, next] of [
      ['en-route', 'start'],
      ['start', 'complete'],
      ['complete', 'collect'],
    ]) {
      assert.equal((await ana.api.post(`/v1/appointments/${id}/${step}`)).status, 200);
      assert.equal(await nextStep(), next);
    }
    const payment = { amount: 12_900, method: 'cash' };
    await created(ana.api.post(`/v1/jobs/${job.job_id}/collect-payment`, payment));
    assert.equal(await nextStep(), null);
    await created(office.api.post(`/v1/jobs/${job.job_id}/notes`, { text: 'Well done.' }));
    assert.equal(await nextStep(), null);
  });

  it('is of a user: a token without one is refused, and scopes that it lacks hide their part', async () => {
    const without = await office.api.get('/v1/my-day');
    assert.deepEqual(fieldErrors(without), ['/Authorization no_user']);
    const { token } = await created(
      office.api.post('/v1/tokens', {
        name: 'Visits only',
        user_id: ana.userId,
        scopes: ['appointments:own'],
      }),
    );
    const { body } = await service.as(token).get('/v1/my-day');
    const [, second] = body.days[0].visits;
    assert.deepEqual(
      [second.job, second.notes, second.attachments, second.due, second.address, second.lead_notes],
      [null, [], [], null, null, null],
    );
  });
});

describe('the next step of a visit', () => {
  it('follows from its status, and from what is owed', () => {
    const steps = Object.fromEntries(
      ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress', 'completed', 'no_show'].map(
        (status) => [status, nextStepOf(status, { amount: 1 })],
      ),
    );
    assert.deepEqual(steps, {
      booked: 'en_route',
      confirmed: 'en_route',
      dispatched: 'en_route',
      en_route: 'start',
      in_progress: 'complete',
      completed: 'collect',
      no_show: null,
    });
    assert.equal(nextStepOf('completed', null), null);
  });
});
