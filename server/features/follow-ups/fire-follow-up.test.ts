import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { FollowUpStand, HOUR } from '../../testing/follow-up-stand.ts';

describe('a follow-up', () => {
  const service = sharedService({ hasWorker: true });
  const stand = shared(() => FollowUpStand.start(service));
  beforeEach(() => stand.openOrganization());

  it('is sent once, at its due time, and rendered with the data of that time', async () => {
    const lead = await stand.newLead();
    const followUp = await stand.make(lead);
    stand.service.clock.advance(HOUR - 1);
    await stand.api.patch(`/v1/leads/${lead.lead_id}`, { name: 'Dana Whitfield' });
    assert.equal((await stand.read(followUp)).status, 'scheduled');
    stand.service.clock.advance(1);
    const sent = await stand.becomes(followUp, 'sent');
    const { body: message } = await stand.api.get(`/v1/communications/${sent.communication_id}`);
    assert.equal(message.body, 'Hi Dana Whitfield, still interested?');
    assert.equal(stand.textsTo(lead.phone).length, 1);
    const types = await stand.eventTypes(lead.lifecycle_number);
    assert.deepEqual(
      types.filter((type) => /^(follow_up|communication)/.test(type)),
      ['follow_up.created', 'communication.queued', 'communication.sent', 'follow_up.sent'],
    );
    const again = await stand.api.post(`/v1/follow-ups/${followUp.follow_up_id}/cancel`);
    assert.equal(again.status, 409);
  });

  it('with an email template is rendered with the job it is about', async () => {
    const lead = await stand.newLead({ email: 'dana@example.com' });
    const template = {
      name: 'Review',
      channel: 'email',
      subject: 'Your {{ job.title }}',
      body: 'How did we do, {{ customer.name }}?',
    };
    const { template_id } = (await stand.api.post('/v1/templates', template)).body;
    const job = { lead_id: lead.lead_id, title: 'new boiler' };
    const { job_id } = (await stand.api.post('/v1/jobs', job)).body;
    await stand.api.post('/v1/jobs', {
      ...job,
      title: 'later job',
      lead_id: undefined,
      customer_id: (await stand.api.get(`/v1/jobs/${job_id}`)).body.customer_id,
    });
    const target = { lead_id: undefined, job_id, body: undefined };
    const followUp = await stand.make(lead, { ...target, channel: 'email', template: template_id });
    stand.service.clock.advance(HOUR);
    const sent = await stand.becomes(followUp, 'sent');
    const { body } = await stand.api.get(`/v1/communications/${sent.communication_id}`);
    assert.deepEqual([body.subject, body.body], ['Your new boiler', 'How did we do, Dana?']);
  });

  it('for a call or task becomes due with its text rendered, and waits for a user', async () => {
    const lead = await stand.newLead();
    const followUp = await stand.make(lead, { channel: 'call', body: 'Call {{ lead.name }}' });
    const bare = await stand.make(lead, { channel: 'task', body: 'See {{ customer.name }}' });
    const silent = await stand.make(lead, { channel: 'task', body: undefined });
    // Quiet hours do not apply to calls and tasks.
    stand.service.clock.set('2027-03-02T09:00:00Z');
    assert.equal((await stand.becomes(followUp, 'due')).text, 'Call Dana');
    assert.equal((await stand.becomes(bare, 'due')).text, 'See {{ customer.name }}');
    assert.equal((await stand.becomes(silent, 'due')).text, null);
    const { body } = await stand.api.post(`/v1/follow-ups/${followUp.follow_up_id}/complete`);
    assert.equal(body.status, 'done');
    const later = await stand.api.post(`/v1/follow-ups/${bare.follow_up_id}/reschedule`, {
      delay: 'P1D',
    });
    assert.deepEqual([later.body.status, later.body.text], ['scheduled', null]);
    stand.service.clock.advance(24 * HOUR);
    await stand.becomes(bare, 'due');
  });

  it('due in quiet hours waits for the next allowed minute in the time zone of the phone', async () => {
    const newYork = await stand.newLead({ phone: '+12125550123' });
    const honolulu = await stand.newLead({ phone: '+18085550123' });
    const idaho = await stand.newLead({ phone: '+12085550123' });
    const unknownZone = await stand.newLead({ phone: '+15550100234' });
    const emailOnly = await stand.newLead({ phone: undefined, email: 'sam@example.com' });
    // 19:00 in Los Angeles: 22:00 in New York, 17:00 in Honolulu, 19:00 or 20:00 in Idaho.
    stand.service.clock.set('2027-03-02T03:00:00Z');
    const now = { delay: 'PT0S' };
    const late = await stand.make(newYork, now);
    const email = await stand.make(newYork, { ...now, channel: 'email', subject: 'Hi' });
    for (const lead of [honolulu, idaho, unknownZone])
      await stand.becomes(await stand.make(lead, now), 'sent');
    await stand.becomes(
      await stand.make(emailOnly, { ...now, channel: 'email', subject: 'Hi' }),
      'sent',
    );
    await stand.movesTo(late, '2027-03-02T13:00:00.000Z');
    // Without an email address it is skipped, not deferred.
    assert.equal((await stand.becomes(email, 'skipped')).reason, 'no_email');
    const types = await stand.eventTypes(newYork.lifecycle_number);
    assert(types.includes('follow_up.deferred'));
    // 20:30 in Los Angeles: allowed there, but in one half of Idaho it is 21:30.
    stand.service.clock.set('2027-03-02T04:30:00Z');
    const twoZones = await stand.make(idaho, now);
    await stand.movesTo(twoZones, '2027-03-02T16:00:00.000Z');
    stand.service.clock.set('2027-03-02T12:59:59.999Z');
    assert.equal((await stand.read(late)).status, 'scheduled');
    stand.service.clock.set('2027-03-02T13:00:00.000Z');
    await stand.becomes(late, 'sent');
    assert.equal(stand.textsTo('+12125550123').length, 1);
  });

  it('fires once on days with a skipped or repeated hour', async () => {
    const lead = await stand.newLead();
    const spring = { due_local: { date: '2027-03-14', time: '02:30' } };
    const autumn = { due_local: { date: '2027-11-07', time: '01:30' } };
    const task = { channel: 'task', delay: undefined, body: 'Wind the clocks' };
    const [first, second] = [
      await stand.make(lead, { ...task, ...spring }),
      await stand.make(lead, { ...task, ...autumn }),
    ];
    stand.service.clock.set('2027-03-14T10:29:59.999Z');
    assert.equal((await stand.read(first)).status, 'scheduled');
    stand.service.clock.set('2027-03-14T10:30:00Z');
    await stand.becomes(first, 'due');
    stand.service.clock.set('2027-11-07T08:30:00Z');
    await stand.becomes(second, 'due');
    stand.service.clock.set('2027-11-07T09:30:00Z');
    const other = await stand.make(lead, { ...task, delay: 'PT0S' });
    await stand.becomes(other, 'due');
    const types = await stand.eventTypes(lead.lifecycle_number);
    assert.equal(types.filter((type) => type === 'follow_up.due').length, 3);
  });

  it('is canceled immediately by a later event under its number, and not by an earlier one', async () => {
    const lead = await stand.newLead();
    await stand.receiveText(lead.phone, 'Can you come on Tuesday?');
    const reply = await stand.make(lead);
    const any = await stand.make(lead, { channel: 'task', cancel_on: ['communication.*'] });
    const never = await stand.make(lead, {
      channel: 'task',
      cancel_on: [],
      body: 'Check the boiler',
    });
    const deleted = await stand.make(lead, { channel: 'task', cancel_on: ['lead.deleted'] });
    const own = await stand.make(lead, { channel: 'task', cancel_on: ['follow_up.created'] });
    const last = await stand.make(lead, { channel: 'task', cancel_on: ['follow_up.completed'] });
    assert.equal((await stand.becomes(own, 'canceled')).reason, 'follow_up.created');
    assert.equal((await stand.read(reply)).status, 'scheduled');
    await stand.receiveText(lead.phone, 'Or on Wednesday?');
    for (const one of [reply, any]) {
      assert.equal((await stand.becomes(one, 'canceled')).reason, 'communication.received');
    }
    await stand.api.delete(`/v1/leads/${lead.lead_id}`);
    assert.equal((await stand.becomes(deleted, 'canceled')).reason, 'lead.deleted');
    assert.equal((await stand.read(never)).status, 'scheduled');
    // Its own completion does not cancel it.
    await stand.api.post(`/v1/follow-ups/${last.follow_up_id}/complete`);
    stand.service.clock.advance(HOUR);
    assert.equal((await stand.becomes(never, 'skipped')).reason, 'lead_deleted');
    assert.equal((await stand.read(last)).status, 'done');
  });

  it('is skipped after a STOP, with and without cancel_on', async () => {
    const lead = await stand.newLead({ email: 'stop@example.com' });
    const text = await stand.make(lead, { cancel_on: [] });
    const reply = await stand.make(lead);
    const email = await stand.make(lead, { cancel_on: [], channel: 'email', subject: 'Hi' });
    await stand.receiveText(lead.phone, 'STOP');
    stand.service.clock.advance(HOUR);
    assert.equal((await stand.becomes(text, 'skipped')).reason, 'opted_out');
    assert.equal((await stand.becomes(reply, 'canceled')).reason, 'communication.received');
    await stand.becomes(email, 'sent');
    const texts = stand.textsTo(lead.phone);
    assert.equal(texts.length, 1);
    assert.match(texts[0]!, /opted out/);
  });

  it('is skipped if the contact must not or cannot be contacted, or the job is canceled', async () => {
    const lead = await stand.newLead({ email: 'dnc@example.com' });
    const job = { lead_id: lead.lead_id, title: 'Boiler' };
    const { job_id, customer_id } = (await stand.api.post('/v1/jobs', job)).body;
    const aboutJob = { lead_id: undefined, job_id };
    const call = await stand.make(lead, { ...aboutJob, channel: 'call' });
    await stand.api.post(`/v1/jobs/${job_id}/cancel`);
    const text = await stand.make(lead);
    await stand.api.patch(`/v1/customers/${customer_id}`, { do_not_contact: true });
    const denied = await stand.newLead({ consent: { sms: 'denied', call: 'denied' } });
    const refused = await stand.make(denied);
    const refusedCall = await stand.make(denied, { channel: 'call' });
    const task = await stand.make(denied, { channel: 'task' });
    const withoutPhone = await stand.make(
      await stand.newLead({ phone: undefined, email: 'x@example.com' }),
    );
    stand.service.clock.advance(HOUR);
    assert.equal((await stand.becomes(call, 'skipped')).reason, 'job_canceled');
    assert.equal((await stand.becomes(text, 'skipped')).reason, 'do_not_contact');
    assert.equal((await stand.becomes(refused, 'skipped')).reason, 'consent_denied');
    assert.equal((await stand.becomes(refusedCall, 'skipped')).reason, 'consent_denied');
    await stand.becomes(task, 'due');
    assert.equal((await stand.becomes(withoutPhone, 'skipped')).reason, 'no_phone');
  });

  it('of a merged lead goes to the lead it was merged into, and is canceled by events of that lead', async () => {
    const [old, primary] = [await stand.newLead(), await stand.newLead()];
    const [sent, canceled] = [await stand.make(old, { cancel_on: [] }), await stand.make(old)];
    const merged = await stand.api.post(`/v1/leads/${old.lead_id}/merge`, {
      into: primary.lead_id,
    });
    assert.equal(merged.status, 200);
    await stand.receiveText(primary.phone, 'Hello?');
    assert.equal((await stand.becomes(canceled, 'canceled')).reason, 'communication.received');
    stand.service.clock.advance(HOUR);
    const { communication_id } = await stand.becomes(sent, 'sent');
    const { body } = await stand.api.get(`/v1/communications/${communication_id}`);
    assert.deepEqual([body.lead_id, body.to], [primary.lead_id, primary.phone]);
  });

  it('shows the outcome of its message, also when the outcome changes', async () => {
    const lead = await stand.newLead();
    stand.gateway.next.push((response) =>
      response.writeHead(422).end('{"error":"no such number"}'),
    );
    const followUp = await stand.make(lead, { delay: 'PT0S' });
    const failed = await stand.becomes(followUp, 'failed');
    assert.notEqual(failed.reason, null);
    await stand.api.post(`/v1/communications/${failed.communication_id}/retry`);
    assert.equal((await stand.becomes(followUp, 'sent')).reason, null);
  });

  it('fails with a reason if its message cannot be sent', async () => {
    await stand.openOrganizationWithoutChannels();
    const lead = await stand.newLead();
    const unsent = await stand.make(lead, { delay: 'PT0S' });
    assert.equal((await stand.becomes(unsent, 'failed')).reason, 'no_channel');
    await stand.openOrganization();
    const unnamed = await stand.newLead({ name: undefined });
    const empty = await stand.make(unnamed, { delay: 'PT0S', body: '{{ customer.name }}' });
    const failed = await stand.becomes(empty, 'failed');
    assert.equal(failed.reason, 'template_not_applicable');
    assert.match(failed.detail, /customer/);
    const long = await stand.make(unnamed, { delay: 'PT0S', body: 'x'.repeat(1_601) });
    assert.match((await stand.becomes(long, 'failed')).detail, /1600 characters/);
  });
});
