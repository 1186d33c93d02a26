import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice } from '../../testing/office.ts';

/** It is 15:00 UTC. */
const NOW = '2027-03-01T15:00:00.000Z';

describe('work that was done without signal', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const newVisit = async () => {
    const { appointment_id } = await created(
      office.book({ starts_at: '2027-03-01T06:00:00-08:00' }),
    );
    return `/v1/appointments/${appointment_id}`;
  };

  it('is stamped with the time at which it was done, and the event has both times', async () => {
    const visit = await newVisit();
    const steps = [
      ['en-route', '2027-03-01T05:40:00-08:00', 'en_route_at'],
      ['start', '2027-03-01T06:05:00-08:00', 'started_at'],
      ['complete', '2027-03-01T06:50:00-08:00', 'completed_at'],
    ] as const;
    for (const [index, [step, at, stamp]] of steps.entries()) {
      const { status, body } = await office.api.post(`${visit}/${step}`, { at });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body[stamp], new Date(at).toISOString());
      // Each change has its own millisecond, also while the clock stands still.
      assert.equal(body.updated_at, new Date(Date.parse(NOW) + index + 1).toISOString());
    }
    const { data } = (await office.api.get('/v1/events?limit=200')).body;
    const event = data.find(({ type }: { type: string }) => type === 'appointment.started');
    assert.deepEqual([event.timestamp, event.data.started_at], [NOW, '2027-03-01T14:05:00.000Z']);
    const again = await office.api.post(`${visit}/complete`, { at: '2020-01-01T00:00:00Z' });
    assert.deepEqual([again.status, again.body.completed_at], [200, '2027-03-01T14:50:00.000Z']);
    const missed = await newVisit().then((path) =>
      office.api.post(`${path}/no-show`, { at: '2027-03-01T06:30:00-08:00' }),
    );
    assert.equal(missed.body.no_show_at, '2027-03-01T14:30:00.000Z');
  });

  it('counts the minutes until the arrival from that time', async () => {
    const visit = await newVisit();
    const { body } = await office.api.post(`${visit}/en-route`, {
      eta_minutes: 20,
      at: '2027-03-01T14:50:00Z',
    });
    assert.equal(body.eta_at, '2027-03-01T07:10:00-08:00');
  });

  it('cannot be in the future, older than a day, or before the step before it', async () => {
    const visit = await newVisit();
    const refused = async (step: string, at: unknown) =>
      fieldErrors(await office.api.post(`${visit}/${step}`, { at }));
    for (const step of ['en-route', 'start', 'complete', 'no-show']) {
      assert.deepEqual(await refused(step, '2027-03-01T15:01:01Z'), ['/at out_of_range'], step);
      assert.deepEqual(await refused(step, '2027-02-28T14:59:59Z'), ['/at out_of_range'], step);
      assert.deepEqual(await refused(step, 'yesterday'), ['/at invalid_format'], step);
    }
    await office.api.post(`${visit}/en-route`, { at: '2027-03-01T14:00:00Z' });
    assert.deepEqual(await refused('start', '2027-03-01T13:59:59Z'), ['/at before_last_step']);
    // A clock that is a little ahead.
    const started = await office.api.post(`${visit}/start`, { at: '2027-03-01T15:00:59Z' });
    assert.equal(started.body.started_at, NOW);
    const early = await office.api.post(`${visit}/complete`, { at: '2027-03-01T14:30:00Z' });
    assert.deepEqual(fieldErrors(early), ['/at before_last_step']);
    assert.match(early.body.detail, /2027-03-01T15:00:00.000Z/);
    assert.equal((await office.api.get(visit)).body.status, 'in_progress');
  });

  it('may be older than what the office did meanwhile', async () => {
    const visit = await newVisit();
    await office.api.post(`${visit}/dispatch`);
    const { status, body } = await office.api.post(`${visit}/en-route`, {
      at: '2027-03-01T14:00:00Z',
    });
    assert.deepEqual([status, body.en_route_at], [200, '2027-03-01T14:00:00.000Z']);
  });

  it('is a checked item or a note, too', async () => {
    const { lead_id } = office.lead;
    const { job_id } = await created(office.api.post('/v1/jobs', { lead_id, title: 'Boiler' }));
    const { checklist } = await created(
      office.api.post(`/v1/jobs/${job_id}/checklist`, { title: 'Shut off the gas' }),
    );
    const item = `/v1/checklist-items/${checklist[0].item_id}`;
    const checked = await office.api.post(`${item}/check`, { at: '2027-03-01T13:00:00Z' });
    assert.equal(checked.body.checklist[0].checked_at, '2027-03-01T13:00:00.000Z');
    const early = await office.api.post(`${item}/uncheck`, { at: '2027-03-01T12:59:00Z' });
    assert.deepEqual(fieldErrors(early), ['/at before_last_step']);
    const unchecked = await office.api.post(`${item}/uncheck`, { at: '2027-03-01T13:30:00Z' });
    assert.deepEqual(
      [unchecked.body.checklist[0].checked_at, unchecked.body.checklist[0].changed_at],
      [null, '2027-03-01T13:30:00.000Z'],
    );
    const again = await office.api.post(`${item}/check`, { at: '2027-03-01T13:29:00Z' });
    assert.deepEqual(fieldErrors(again), ['/at before_last_step']);
    assert.equal((await office.api.post(`${item}/check`)).body.checklist[0].checked_at, NOW);

    const path = `/v1/jobs/${job_id}/notes`;
    const note = { text: 'The valve leaks.', at: '2027-03-01T13:40:00Z' };
    const { written_at, created_at } = await created(office.api.post(path, note));
    assert.deepEqual([written_at, created_at], ['2027-03-01T13:40:00.000Z', NOW]);
    const old = await office.api.post(path, { ...note, at: '2027-02-27T13:40:00Z' });
    assert.deepEqual(fieldErrors(old), ['/at out_of_range']);
    assert.equal((await created(office.api.post(path, { text: 'Now.' }))).written_at, NOW);
  });
});
