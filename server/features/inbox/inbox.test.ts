import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization, TestService } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { newTechnician } from '../../testing/technicians.ts';
import { newToken, newUser } from '../../testing/tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Item {
  lifecycle_number: string;
}

/** What the tests do in the inbox of an organization. Each step takes a minute. */
function inboxOf(service: TestService, organization: TestOrganization) {
  const post = (path: string, body?: object) => {
    service.clock.advance(MINUTE);
    return organization.api.post(path, body);
  };
  const newLead = (fields: object = {}) => created(post('/v1/leads', freshLead({ ...fields })));
  const now = () => service.clock.now().toISOString();

  async function list(query = '', api = organization.api): Promise<ApiResponse['body'][]> {
    const { status, body } = await api.get(`/v1/inbox${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const numbers = (items: readonly Item[]) => items.map((item) => item.lifecycle_number);
  const shown = async (query?: string) => numbers(await list(query));
  /** The item of a lead, or undefined. */
  async function itemOf({ lifecycle_number }: Item, query?: string) {
    const found = (await list(query)).filter((item) => item.lifecycle_number === lifecycle_number);
    assert.ok(found.length <= 1, 'one item per lifecycle number');
    return found[0];
  }
  const mark = async (lead: { lifecycle_number: string }, body: object) => {
    service.clock.advance(MINUTE);
    const path = `/v1/inbox/${lead.lifecycle_number}`;
    const response = await organization.api.patch(path, body);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const receive = (lead: { lead_id: string }, body: string, more: object = {}) =>
    created(
      post('/v1/communications', {
        lead_id: lead.lead_id,
        channel: 'sms',
        direction: 'inbound',
        body,
        ...more,
      }),
    );
  const callOut = (lead: { lead_id: string }) =>
    created(
      post('/v1/communications', { lead_id: lead.lead_id, channel: 'call', direction: 'outbound' }),
    );
  const contacted = async (fields: object = {}) => {
    const lead = await newLead(fields);
    await post(`/v1/leads/${lead.lead_id}/contacted`);
    return lead;
  };

  return { post, newLead, now, list, numbers, shown, itemOf, mark, receive, callOut, contacted };
}

describe('the inbox', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const { post, newLead, now, list, numbers, shown, itemOf, mark, receive, callOut, contacted } =
    inboxOf(service, organization);

  it('shows a captured lead until a person contacts, disqualifies, loses or deletes it', async () => {
    const lead = await newLead({ name: 'Dana Whitfield', notes: 'Leaking' });
    const item = await itemOf(lead);
    assert.deepEqual(item?.reasons, ['new_lead']);
    assert.equal(item?.name, 'Dana Whitfield');
    assert.equal(item?.captured_at, lead.created_at);
    assert.equal(item?.waiting_since, lead.created_at);
    await post(`/v1/leads/${lead.lead_id}/contacted`);
    const others = [await newLead(), await newLead(), await newLead()];
    const [spam, lost, deleted] = others.map(({ lead_id }) => lead_id);
    assert.deepEqual(await shown(), numbers(others).toReversed());
    await post(`/v1/leads/${spam}/disqualify`, { reason: 'Spam' });
    await post(`/v1/leads/${lost}/lose`, { reason: 'Too far' });
    await organization.api.delete(`/v1/leads/${deleted}`);
    assert.deepEqual(await shown(), []);
  });

  it('shows a message until a person answers it, and none that needs no answer', async () => {
    const lead = await contacted();
    assert.deepEqual(await shown(), []);
    const text = 'x'.repeat(300);
    const message = await receive(lead, text);
    const item = await itemOf(lead);
    assert.deepEqual(item?.reasons, ['reply_unanswered']);
    assert.equal(item?.waiting_since, message.created_at);
    assert.deepEqual(item?.last_message, {
      communication_id: message.communication_id,
      channel: 'sms',
      direction: 'inbound',
      text: text.slice(0, 200),
      created_at: message.created_at,
    });
    await callOut(lead);
    assert.deepEqual(await shown(), []);
    await receive(lead, 'One more question');
    // A voicemail waits, a conversation answers what came before.
    await receive(lead, 'Voicemail', { channel: 'call', answered: false });
    assert.deepEqual((await itemOf(lead))?.reasons, ['reply_unanswered']);
    await receive(lead, 'Agent: Hello', { channel: 'call', answered: true });
    assert.deepEqual(await shown(), []);
    await receive(lead, 'yes');
    assert.deepEqual(
      (await itemOf(lead))?.reasons,
      ['reply_unanswered'],
      'a YES to something else',
    );
    await callOut(lead);
    await receive(lead, 'STOP');
    assert.deepEqual(await shown(), []);
  });

  it('shows a message of a person that was not sent, until the person is reached otherwise', async () => {
    const lead = await contacted();
    const sent = await created(
      post('/v1/messages', { lead_id: lead.lead_id, channel: 'sms', body: 'We are late' }),
    );
    assert.equal(sent.status, 'not_sent');
    const item = await itemOf(lead);
    assert.deepEqual(item?.reasons, ['message_failed']);
    assert.equal(item?.failed_message.communication_id, sent.communication_id);
    assert.equal(item?.failed_message.reason, 'no_channel');
    await callOut(lead);
    assert.deepEqual(await shown(), []);
  });

  it('asks about a likely duplicate until a person has decided', async () => {
    const first = await contacted({ name: 'Dana Whitfield' });
    const { phone } = first;
    const second = await newLead({ name: 'Dana Whitfield', phone });
    assert.deepEqual((await itemOf(second))?.reasons, ['new_lead', 'duplicate_to_decide']);
    await post(`/v1/leads/${second.lead_id}/contacted`);
    const item = await itemOf(second);
    assert.deepEqual(item?.reasons, ['duplicate_to_decide']);
    assert.equal(item?.duplicate.lead_id, first.lead_id);
    assert.equal(item?.duplicate.lifecycle_number, first.lifecycle_number);
    assert.equal(item?.duplicate.name, 'Dana Whitfield');
    assert.equal(item?.duplicate.confidence, second.duplicate_match.confidence);
    const dismissed = await post(`/v1/leads/${second.lead_id}/dismiss-duplicate`);
    assert.equal(dismissed.body.duplicate_dismissed_at, now());
    assert.deepEqual(await shown(), []);
    const again = await post(`/v1/leads/${second.lead_id}/dismiss-duplicate`);
    assert.equal(again.body.duplicate_dismissed_at, dismissed.body.duplicate_dismissed_at);
    const reopened = await post(`/v1/leads/${second.lead_id}/reopen-duplicate`);
    assert.equal(reopened.body.duplicate_dismissed_at, null);
    assert.deepEqual(await shown(), [second.lifecycle_number]);
    // The older lead is merged into the newer one: that decides, too.
    await post(`/v1/leads/${first.lead_id}/merge`, { into: second.lead_id });
    assert.deepEqual(await shown(), []);
    await post(`/v1/leads/${first.lead_id}/unmerge`);
    await organization.api.delete(`/v1/leads/${first.lead_id}`);
    assert.deepEqual(await shown(), [], 'nothing to decide about a deleted lead');
    await post(`/v1/leads/${first.lead_id}/restore`);
    assert.deepEqual(await shown(), [second.lifecycle_number]);
    await post(`/v1/leads/${second.lead_id}/merge`, { into: first.lead_id });
    assert.deepEqual(await shown(), []);
  });

  it('shows merged leads as one item, under the number of the lead that represents them', async () => {
    const kept = await contacted();
    const merged = await contacted();
    const message = await receive(merged, 'Hello?');
    await post(`/v1/leads/${merged.lead_id}/merge`, { into: kept.lead_id });
    const [item, ...others] = await list();
    assert.deepEqual(others, []);
    assert.equal(item?.lifecycle_number, kept.lifecycle_number);
    assert.equal((await itemOf(kept))?.last_message.communication_id, message.communication_id);
    await callOut(kept);
    assert.deepEqual(await shown(), []);
  });

  it('hides what is done until something new happens, and undoing it is exact', async () => {
    const lead = await newLead();
    await receive(lead, 'Anyone there?');
    const reasons = ['new_lead', 'reply_unanswered'];
    const done = await mark(lead, { done: true });
    assert.equal(done.done_at, now());
    assert.deepEqual([await shown(), await shown('?view=done')], [[], [lead.lifecycle_number]]);
    assert.deepEqual(await mark(lead, { done: true }), done, 'the same again changes nothing');
    const back = await mark(lead, { done: false });
    assert.deepEqual([back.reasons, back.done_at], [reasons, null]);
    assert.deepEqual((await itemOf(lead))?.reasons, reasons);
    await mark(lead, { done: true });
    await receive(lead, 'Hello again');
    const item = await itemOf(lead);
    assert.deepEqual([item?.reasons, item?.done_at], [reasons, null]);
    assert.deepEqual(await shown('?view=done'), []);
    // An answer in the meantime stays an answer.
    await mark(lead, { done: true });
    await callOut(lead);
    assert.deepEqual((await mark(lead, { done: false })).reasons, []);
    assert.deepEqual(await shown(), []);
    const { body } = await organization.api.get('/v1/events?type=inbox_item.updated');
    const [first] = body.data;
    assert.equal(body.data.length, 5);
    assert.equal(first.data.done_at, done.done_at);
    assert.equal(first.previous.done_at, null);
    assert.equal(first.lifecycle_number, lead.lifecycle_number);
  });

  it('hides what is snoozed until its time, or until something new happens', async () => {
    const [early, late] = [await newLead(), await newLead()];
    const at = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
    const until = at(3 * HOUR);
    await mark(late, { snoozed_until: until });
    const snoozed = await mark(early, { snoozed_until: at(HOUR) });
    assert.deepEqual(await shown(), []);
    const both = [early.lifecycle_number, late.lifecycle_number];
    assert.deepEqual(await shown('?view=snoozed'), both, 'the next to come back first');
    const summary = (await organization.api.get('/v1/inbox/summary')).body;
    assert.deepEqual(summary.counts, { mine: 0, everyone: 0, snoozed: 2 });
    await receive(early, 'Hello?');
    const back = await itemOf(early);
    assert.deepEqual([back?.snoozed_until, back?.waiting_since], [null, now()]);
    await mark(early, { snoozed_until: null });
    await callOut(early);
    service.clock.advance(3 * HOUR);
    const newest = await newLead();
    assert.deepEqual(await shown(), [newest.lifecycle_number, late.lifecycle_number]);
    assert.equal((await itemOf(late))?.waiting_since, until, 'it waits since the snooze ended');
    assert.notEqual(snoozed.snoozed_until, null);
    const done = await mark(late, { done: true });
    assert.equal(done.snoozed_until, null);
    const again = await mark(late, { snoozed_until: at(HOUR) });
    assert.deepEqual([again.done_at, await shown('?view=done')], [null, []]);
    assert.deepEqual(await shown('?view=snoozed'), [late.lifecycle_number]);
    assert.equal((await mark(late, { snoozed_until: null })).snoozed_until, null);
    assert.equal((await shown()).length, 2);
  });

  it('pages through every view without losing or repeating an item', async () => {
    const leads = [];
    for (let n = 0; n < 8; n += 1) {
      const lead = await newLead();
      if (n % 3 === 0) await post(`/v1/leads/${lead.lead_id}/contacted`);
      leads.push(lead);
    }
    // Replies in another order than the captures.
    for (const n of [0, 4, 3]) await receive(leads[n], 'Hello?');
    for (const query of ['', '?view=snoozed', '?view=done']) {
      if (query === '?view=done') for (const lead of leads) await mark(lead, { done: true });
      if (query === '?view=snoozed') {
        for (const lead of leads) await mark(lead, { snoozed_until: '2030-01-01T00:00:00Z' });
      }
      const all = await shown(query);
      assert.equal(all.length, query === '?view=done' ? 8 : 7);
      const paged: string[] = [];
      for (let cursor = ''; ; ) {
        const path = `/v1/inbox${query}${query ? '&' : '?'}limit=2${cursor}`;
        const { body } = await organization.api.get(path);
        paged.push(...numbers(body.data));
        if (!body.has_more) break;
        cursor = `&cursor=${body.next_cursor}`;
      }
      assert.deepEqual(paged, all, query);
    }
  });

  it('shows a technician only own work, and messages only with their scope', async () => {
    const technician = await newTechnician(service, organization, 'Rosa');
    const lead = await contacted();
    await newLead();
    await organization.api.patch(`/v1/leads/${lead.lead_id}`, { assigned_to: technician.userId });
    await receive(lead, 'The gate code is 4417');
    assert.deepEqual(numbers(await list('', technician.api)), [lead.lifecycle_number]);
    const marked = await technician.api.patch(`/v1/inbox/${lead.lifecycle_number}`, { done: true });
    assert.equal(marked.status, 403);
    const { token } = await newToken(organization.api, { scopes: ['leads:read'] });
    const [item] = (await service.as(token).get('/v1/inbox')).body.data;
    assert.equal(item.lifecycle_number, lead.lifecycle_number);
    assert.equal(item.last_message, null);
  });

  it('says how fast the leads of today were contacted', async () => {
    const median = async () =>
      (await organization.api.get('/v1/inbox/summary')).body.median_response_seconds_today;
    service.clock.set('2027-06-01T17:00:00.000Z');
    assert.equal(await median(), null);
    for (const seconds of [60, 130, 3_000]) {
      const lead = await newLead();
      service.clock.advance(seconds * 1_000 - MINUTE);
      await post(`/v1/leads/${lead.lead_id}/contacted`);
    }
    assert.equal(await median(), 130);
    service.clock.advance(24 * HOUR);
    assert.equal(await median(), null);
  });

  it('refuses marks that say nothing, both, or a time that has passed', async () => {
    const [lead, merged] = [await newLead(), await newLead()];
    const path = `/v1/inbox/${lead.lifecycle_number}`;
    for (const [body, pointer] of [
      [{}, '/done'],
      [{ done: true, snoozed_until: '2030-01-01T00:00:00Z' }, '/done'],
      [{ snoozed_until: '2020-01-01T00:00:00Z' }, '/snoozed_until'],
      [{ snoozed_until: '9999-12-31T00:00:00Z' }, '/snoozed_until'],
      [{ snoozed_until: 'tomorrow' }, '/snoozed_until'],
    ] as const) {
      const refused = await organization.api.patch(path, body);
      assert.equal(refused.status, 422, JSON.stringify(body));
      assert.equal(refused.body.errors[0].pointer, pointer);
    }
    assert.equal((await organization.api.patch('/v1/inbox/999999-9', { done: true })).status, 404);
    await post(`/v1/leads/${merged.lead_id}/merge`, { into: lead.lead_id });
    const { status, body } = await organization.api.patch(`/v1/inbox/${merged.lifecycle_number}`, {
      done: true,
    });
    assert.deepEqual([status, body.code], [409, 'lead_merged']);
  });
});

describe('the inbox, while the worker runs', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const { post, newLead, list, numbers, itemOf, contacted } = inboxOf(service, organization);

  it('shows due calls and tasks, and to each user their own', async () => {
    const user = await newUser(organization.api, 'dispatcher');
    const { token } = await newToken(organization.api, { user_id: user.user_id });
    const api = service.as(token);
    const lead = await contacted();
    const [mine, other] = [await newLead(), await newLead()];
    await organization.api.patch(`/v1/leads/${mine.lead_id}`, { assigned_to: user.user_id });
    const due = (channel: string, assigned_to: string | null) =>
      created(
        post('/v1/follow-ups', {
          lead_id: lead.lead_id,
          channel,
          body: 'Ask {{ lead.service_needed }}',
          delay: 'PT1H',
          ...(assigned_to && { assigned_to }),
        }),
      );
    const call = await due('call', user.user_id);
    await due('task', null);
    service.clock.advance(2 * HOUR);
    await eventually(async () => (await itemOf(lead))?.reasons.length === 2);
    const item = await itemOf(lead);
    assert.deepEqual(item?.reasons, ['call_due', 'task_due']);
    assert.deepEqual(item?.follow_ups[0], {
      follow_up_id: call.follow_up_id,
      channel: 'call',
      due_at: call.due_at,
      text: 'Ask water_heater_repair',
      assigned_to: user.user_id,
    });
    const own = numbers(await list('?view=mine', api));
    assert.deepEqual(own.toSorted(), numbers([lead, mine]).toSorted());
    const { counts } = (await api.get('/v1/inbox/summary')).body;
    assert.deepEqual(counts, { mine: 2, everyone: 3, snoozed: 0 });
    await post(`/v1/follow-ups/${call.follow_up_id}/complete`, { note: 'Done' });
    assert.deepEqual((await itemOf(lead))?.reasons, ['task_due']);
    assert.deepEqual(numbers(await list('?view=mine', api)), [mine.lifecycle_number]);
    const { status, body } = await organization.api.get('/v1/inbox?view=mine');
    assert.deepEqual([status, body.errors[0].pointer], [422, '/view'], 'a token without a user');
    assert.ok((await itemOf(other))?.reasons.includes('new_lead'));
  });
});
