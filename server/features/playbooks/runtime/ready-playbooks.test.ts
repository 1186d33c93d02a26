import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ApiResponse } from '../../../testing/api-client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { Office, tuesday } from '../../../testing/office.ts';
import { Playbooks } from '../../../testing/playbooks.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../../testing/sms-gateway.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an enabled ready playbook', () => {
  let office: Office;
  let playbooks: Playbooks;
  const service = sharedService({ hasWorker: true });
  const gateway = shared(() => startSmsGateway());
  beforeEach(async () => {
    // A Monday, ten in the morning in Los Angeles.
    service.clock.set('2027-03-01T18:00:00.000Z');
    gateway.requests.length = 0;
    office = await Office.open(service);
    playbooks = new Playbooks(office.api, service);
    const settings = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
    const channel = { kind: 'sms_gateway', settings };
    assert.equal((await office.api.post('/v1/channels', channel)).status, 201);
  });

  async function enable(key: string): Promise<ApiResponse['body']> {
    const { data } = (await office.api.get('/v1/playbooks?limit=200')).body;
    const ready = data.find((one: { key: string | null }) => one.key === key);
    assert.equal(ready.enabled, false);
    const path = `/v1/playbooks/${ready.playbook_id}`;
    const { status, body } = await office.api.patch(path, { enabled: true });
    assert.equal(status, 200);
    return body;
  }
  const texts = (count: number) =>
    eventually(
      async () =>
        gateway.requests.length === count && gateway.requests.map(({ body }) => body.body),
    );
  const waitsAt = (runId: string, step: string) =>
    eventually(async () => {
      const run = await playbooks.read(runId);
      return run.status === 'waiting' && run.step_id === step && run;
    });
  const openTasks = async (lead: { lead_id: string }) =>
    (await office.api.get(`/v1/follow-ups?lead_id=${lead.lead_id}&status=due`)).body.data;
  const newLead = () => playbooks.newLead({ phone: '+14155550199', name: 'Dana Whitfield' });

  it('replies to a lead immediately, creates a call after five minutes, and asks again the next day', async () => {
    const playbook = await enable('speed_to_lead');
    const lead = await newLead();
    const { run_id } = await playbooks.theRunOf(playbook);
    assert.match(
      (await texts(1))[0]!,
      /^Hi Dana, this is Alder Heating & Air\. .*water heater repair/,
    );
    await waitsAt(run_id, 'pause');
    service.clock.advance(5 * MINUTE);
    await waitsAt(run_id, 'night');
    const [call] = await eventually(async () => {
      const tasks = await openTasks(lead);
      return tasks.length > 0 && tasks;
    });
    assert.equal(call.channel, 'call');
    assert.match(call.text, /^Call Dana Whitfield about water heater repair/);
    service.clock.advance(DAY);
    const run = await playbooks.until(run_id, 'completed');
    assert.equal((await texts(2)).length, 2);
    assert.equal(run.steps.at(-1).status, 'completed');
  });

  it('stops when the lead replies', async () => {
    const playbook = await enable('speed_to_lead');
    const lead = await newLead();
    const { run_id } = await playbooks.theRunOf(playbook);
    await waitsAt(run_id, 'pause');
    const reply = { lead_id: lead.lead_id, channel: 'sms', direction: 'inbound', body: 'Thanks!' };
    assert.equal((await office.api.post('/v1/communications', reply)).status, 201);
    const run = await playbooks.until(run_id, 'stopped');
    assert.equal(run.reason, 'communication.received');
    service.clock.advance(2 * DAY);
    assert.deepEqual(await openTasks(lead), []);
    assert.equal((await texts(1)).length, 1);
  });

  it('follows up on an estimate for a week, and defers texts during the night to the morning', async () => {
    const playbook = await enable('estimate_follow_up');
    const lead = await newLead();
    const booking = { lead_id: lead.lead_id, assigned_to: office.rosa, starts_at: tuesday(2) };
    const { appointment_id } = (await office.api.post('/v1/appointments', booking)).body;
    await office.api.post(`/v1/appointments/${appointment_id}/start`);
    // Ten in the evening.
    service.clock.set('2027-03-03T06:00:00.000Z');
    assert.equal(
      (await office.api.post(`/v1/appointments/${appointment_id}/complete`)).status,
      200,
    );
    const { run_id } = await playbooks.theRunOf(playbook);
    await waitsAt(run_id, 'next_day');
    service.clock.advance(DAY);
    const deferred = await waitsAt(run_id, 'thanks');
    assert.equal(deferred.due_at, '2027-03-04T16:00:00.000Z');
    assert.equal(deferred.steps.at(-1).output.reason, 'quiet_hours');
    assert.deepEqual(gateway.requests, []);
    service.clock.set('2027-03-04T16:00:00.000Z');
    await texts(1);
    await waitsAt(run_id, 'three_days');
    service.clock.advance(3 * DAY);
    await texts(2);
    await waitsAt(run_id, 'rest_of_week');
    service.clock.advance(3 * DAY);
    await playbooks.until(run_id, 'completed');
    const [task] = await eventually(async () => {
      const tasks = await openTasks(lead);
      return tasks.length > 0 && tasks;
    });
    assert.match(task.text, /^Call Dana Whitfield: the estimate/);
  });

  it('offers a new time after a missed appointment', async () => {
    const playbook = await enable('no_show_recovery');
    const lead = await newLead();
    const booking = { lead_id: lead.lead_id, assigned_to: office.rosa, starts_at: tuesday(0) };
    const { appointment_id } = (await office.api.post('/v1/appointments', booking)).body;
    service.clock.set('2027-03-02T18:00:00.000Z');
    const missed = await office.api.post(`/v1/appointments/${appointment_id}/no-show`);
    assert.equal(missed.status, 200, JSON.stringify(missed.body));
    const { run_id } = await playbooks.theRunOf(playbook);
    assert.match((await texts(1))[0]!, /sorry we missed you/);
    await waitsAt(run_id, 'two_hours');
    service.clock.advance(2 * HOUR);
    await waitsAt(run_id, 'two_days');
    service.clock.advance(2 * DAY);
    await playbooks.until(run_id, 'completed');
    assert.equal((await texts(2)).length, 2);
  });

  async function completedJob(lead: { lead_id: string }): Promise<string> {
    const job = { lead_id: lead.lead_id, title: 'Replace the boiler', warranty_months: 12 };
    const { job_id } = (await office.api.post('/v1/jobs', job)).body;
    for (const step of ['start', 'complete']) {
      assert.equal((await office.api.post(`/v1/jobs/${job_id}/${step}`)).status, 200);
    }
    return job_id;
  }

  it('asks for a rating after a job, and creates a task for the reply', async () => {
    const playbook = await enable('review_after_completion');
    const lead = await newLead();
    await completedJob(lead);
    const { run_id } = await playbooks.theRunOf(playbook);
    await waitsAt(run_id, 'next_day');
    service.clock.advance(DAY);
    assert.match((await texts(1))[0]!, /How did we do\?/);
    await waitsAt(run_id, 'answer');
    const reply = { lead_id: lead.lead_id, channel: 'sms', direction: 'inbound', body: '5' };
    await office.api.post('/v1/communications', reply);
    const run = await playbooks.until(run_id, 'completed');
    assert.deepEqual(
      run.steps.map((step: { step_id: string }) => step.step_id),
      ['next_day', 'ask', 'ask_mail', 'answer', 'silent', 'thank'],
    );
  });

  it('asks for a rating once more if there is no reply', async () => {
    const playbook = await enable('review_after_completion');
    await completedJob(await newLead());
    const { run_id } = await playbooks.theRunOf(playbook);
    await waitsAt(run_id, 'next_day');
    service.clock.advance(DAY);
    await waitsAt(run_id, 'answer');
    service.clock.advance(4 * DAY);
    await playbooks.until(run_id, 'completed');
    assert((await texts(2)).some((text) => /last question/.test(text)));
  });

  it('enrolls the warranty of a completed job and tells the customer when it ends', async () => {
    const playbook = await enable('warranty_enrollment');
    const job = await completedJob(await newLead());
    const { run_id } = await playbooks.theRunOf(playbook);
    await playbooks.until(run_id, 'completed');
    const { body } = await office.api.get(`/v1/jobs/${job}`);
    assert.deepEqual([body.status, body.warranty_ends_on], ['in_warranty', '2028-03-01']);
    assert.match((await texts(1))[0]!, /runs until March 1, 2028/);
  });

  it('skips the text to a contact without consent, and continues', async () => {
    const playbook = await enable('speed_to_lead');
    await playbooks.newLead({ consent: { sms: 'denied' } });
    const { run_id } = await playbooks.theRunOf(playbook);
    const run = await waitsAt(run_id, 'pause');
    assert.deepEqual(
      [run.steps[0].status, run.steps[0].output],
      ['skipped', { reason: 'consent_denied' }],
    );
  });

  describe('about a visit', () => {
    const visitOf = async (lead: { lead_id: string }, fields: object = {}) => {
      const visit = { lead_id: lead.lead_id, assigned_to: office.rosa, starts_at: tuesday(48) };
      const { body } = await office.api.post('/v1/appointments', { ...visit, ...fields });
      return { ...body, path: `/v1/appointments/${body.appointment_id}` };
    };
    const sent = async () => (await office.api.get('/v1/communications')).body.data;

    it('confirms it at booking, with its window, in the contact’s language, as a service message', async () => {
      await enable('visit_confirmation');
      await office.schedule({ arrival_window: { duration: 'PT2H' } });
      const visit = await visitOf(await newLead());
      assert.deepEqual(await texts(1), [
        'Hi Dana, your visit is booked: we will come on Thursday, March 4 between 8:00 AM and 10:00 AM. If you need to change it, just reply here. Alder Heating & Air',
      ]);
      const [message] = await sent();
      assert.equal(message.purpose, 'service');
      assert.equal(Date.parse(message.expires_at), Date.parse(visit.starts_at));
      const spanish = await playbooks.newLead({
        phone: '+14155550198',
        name: 'Ana',
        language: 'es',
      });
      await visitOf(spanish, { starts_at: tuesday(52), arrival_window: null });
      const [, text] = await texts(2);
      assert.match(
        text!,
        /^Hola Ana, su visita está reservada: iremos el 04\/03\/2027 a las 13:00\. /,
      );
    });

    it('reminds of it 24 hours before, also at night, and asks to confirm it', async () => {
      const playbook = await enable('visit_reminder');
      const visit = await visitOf(await newLead(), { starts_at: '2027-03-04T06:00:00Z' });
      const { run_id } = await playbooks.theRunOf(playbook);
      const run = await waitsAt(run_id, 'day_before');
      assert.equal(run.due_at, '2027-03-03T06:00:00.000Z');
      service.clock.set(run.due_at);
      const [text] = await texts(1);
      assert.match(
        text!,
        /^Hi Dana, a reminder of your visit on Wednesday, March 3 at 10:00 PM\. Reply C to confirm\./,
      );
      assert.equal(Date.parse((await sent())[0].expires_at), Date.parse(visit.starts_at));
    });

    it('tells that the technician is on the way, for an hour at most, and not if it was long ago', async () => {
      const playbook = await enable('on_the_way');
      const earlier = await visitOf(await newLead(), { starts_at: '2027-03-04T06:00:00Z' });
      // Recorded without signal.
      await office.api.post(`${earlier.path}/en-route`, { at: '2027-03-01T17:40:00Z' });
      const visit = await visitOf(await newLead());
      await office.api.post(`${visit.path}/en-route`, { eta_minutes: 25 });
      const { run_id } = await playbooks.theRunOf(playbook);
      await playbooks.until(run_id, 'completed');
      assert.deepEqual(await texts(1), [
        'Hi Dana, Rosa Delgado is on the way to you. Arrival in about 25 minutes. Alder Heating & Air',
      ]);
      assert.equal((await sent())[0].expires_at, '2027-03-01T19:00:00.000Z');
    });

    it('apologizes when the technician is late', async () => {
      await enable('running_late');
      const visit = await visitOf(await newLead());
      await office.api.post(`${visit.path}/running-late`, { eta_minutes: 40 });
      const [text] = await texts(1);
      assert.match(text!, /Rosa Delgado is running late\. Arrival in about 40 minutes\./);
      assert.equal((await sent())[0].purpose, 'service');
    });
  });

  it('reminds of an overdue invoice twice and then asks for a call, and is silent once it is paid', async () => {
    const playbook = await enable('invoice_reminder');
    const lead = await newLead();
    const { job_id } = (
      await office.api.post('/v1/jobs', { lead_id: lead.lead_id, title: 'Heater' })
    ).body;
    const lines = [{ description: 'Heater', quantity: 1, unit_amount: 100_00 }];
    const sent = async () => {
      const invoice = { job_id, lines, due_on: '2027-03-05' };
      const { invoice_id } = (await office.api.post('/v1/invoices', invoice)).body;
      const { body } = await office.api.post(`/v1/invoices/${invoice_id}/send`);
      assert.equal(body.delivery, 'sms');
      return body;
    };
    const invoice = await sent();
    const { run_id } = await playbooks.theRunOf(playbook);
    assert.match((await texts(1))[0]!, /^Hi Dana, your invoice INV-000001 from Alder.*\$100\.00/);
    await waitsAt(run_id, 'due');
    service.clock.set('2027-03-05T18:00:00.000Z');
    await waitsAt(run_id, 'three_days');
    service.clock.advance(3 * DAY);
    assert.match(
      (await texts(2))[1]!,
      /reminder that invoice INV-000001 was due on March 5.*\/c\//,
    );
    await waitsAt(run_id, 'week');
    const payment = { amount: invoice.balance, method: 'card' };
    const paid = await office.api.post(`/v1/invoices/${invoice.invoice_id}/payments`, payment);
    assert.equal(paid.status, 201);
    service.clock.advance(7 * DAY);
    await waitsAt(run_id, 'another_week');
    service.clock.advance(7 * DAY);
    await playbooks.until(run_id, 'completed');
    assert.equal((await texts(2)).length, 2);
    assert.deepEqual(await openTasks(lead), []);
  });
});
