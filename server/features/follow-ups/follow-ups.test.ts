import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiClient } from '../../testing/api-client.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { randomFor } from '../../testing/seed.ts';

describe('follow-ups', () => {
  let api: ApiClient;
  let lead: { lead_id: string; lifecycle_number: string };
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    api = organization.api;
    lead = (await api.post('/v1/leads', freshLead({ name: 'Dana' }))).body;
  });

  const task = (fields: object = {}) => ({
    lead_id: lead.lead_id,
    channel: 'task',
    delay: 'P1D',
    body: 'Ask {{ lead.name }} about the estimate',
    ...fields,
  });
  async function create(fields: object = {}, caller = api) {
    const { status, body } = await caller.post('/v1/follow-ups', task(fields));
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }
  async function newUser(role = 'dispatcher') {
    const email = `${crypto.randomUUID()}@example.com`;
    return (await api.post('/v1/users', { name: 'Rosa Delgado', email, role })).body.user_id;
  }
  const eventsOf = async (id: string, type: string) => {
    const { body } = await api.get(`/v1/events?type=${type}&limit=200`);
    return body.data.filter((event: { data: { follow_up_id: string } }) => {
      return event.data.follow_up_id === id;
    });
  };

  describe('createFollowUp', () => {
    it('returns 201 with the follow-up and emits follow_up.created', async () => {
      const followUp = await create();
      assert.deepEqual(followUp, {
        follow_up_id: followUp.follow_up_id,
        lifecycle_number: lead.lifecycle_number,
        lead_id: lead.lead_id,
        customer_id: null,
        job_id: null,
        appointment_id: null,
        anchor: null,
        offset: null,
        next_follow_up_id: null,
        channel: 'task',
        status: 'scheduled',
        reason: null,
        detail: null,
        due_at: '2027-03-02T15:00:00.000Z',
        assigned_to: null,
        template_id: null,
        subject: null,
        body: 'Ask {{ lead.name }} about the estimate',
        text: null,
        cancel_on: [
          'communication.received',
          'appointment.booked',
          'lead.converted',
          'lead.deleted',
        ],
        purpose: null,
        expires_at: null,
        note: null,
        communication_id: null,
        run_id: null,
        created_by: { ...followUp.created_by, type: 'token', name: 'First token' },
        created_at: '2027-03-01T15:00:00.000Z',
        updated_at: '2027-03-01T15:00:00.000Z',
      });
      assert.deepEqual((await api.get(`/v1/follow-ups/${followUp.follow_up_id}`)).body, followUp);
      const [event] = await eventsOf(followUp.follow_up_id, 'follow_up.created');
      assert.deepEqual(event.data, followUp);
      assert.equal(event.lifecycle_number, lead.lifecycle_number);
    });

    it('accepts a customer, job or lifecycle number as target, and appears in their responses', async () => {
      const own = (await api.post('/v1/leads', freshLead())).body;
      const rosa = await newUser();
      const job = { lead_id: own.lead_id, title: 'Boiler', assigned_to: rosa };
      const { job_id, customer_id } = (await api.post('/v1/jobs', job)).body;
      const number = own.lifecycle_number;
      const byNumber = await create({ lead_id: undefined, lifecycle_number: number });
      const byCustomer = await create({ lead_id: undefined, customer_id });
      const byJob = await create({ lead_id: undefined, job_id });
      for (const followUp of [byNumber, byCustomer, byJob]) {
        assert.equal(followUp.lifecycle_number, number);
        assert.equal(followUp.customer_id, customer_id);
      }
      assert.equal(byJob.job_id, job_id);
      assert.equal(byJob.assigned_to, rosa, 'the assignee of the job');
      assert.equal(byCustomer.assigned_to, null);
      const newest = [byJob, byCustomer, byNumber];
      const { body: customer } = await api.get(`/v1/customers/${customer_id}`);
      assert.deepEqual(customer.follow_ups, newest);
      const { body: lifecycle } = await api.get(`/v1/lifecycles/${number}`);
      assert.deepEqual(lifecycle.follow_ups, newest);
      const scheduled = lifecycle.timeline.filter(
        ({ type }: { type: string }) => type === 'follow_up.created',
      );
      assert.equal(scheduled.length, 3);
      assert.equal(scheduled[0].summary, 'Task scheduled for 2027-03-02T15:00:00.000Z');
    });

    it('assigns it to the given user, to no one, or by default to the assignee of the lead', async () => {
      const rosa = await newUser();
      const own = (await api.post('/v1/leads', freshLead())).body;
      await api.patch(`/v1/leads/${own.lead_id}`, { assigned_to: rosa });
      const lead_id = own.lead_id;
      assert.equal((await create({ lead_id })).assigned_to, rosa);
      assert.equal((await create({ lead_id, assigned_to: null })).assigned_to, null);
      const sam = await newUser();
      assert.equal((await create({ lead_id, assigned_to: sam })).assigned_to, sam);
    });

    it('keeps local time for days and local due times when the clocks change', async () => {
      const at = async (due: object) => (await create({ delay: undefined, ...due })).due_at;
      const local = (date: string, time: string) => ({ due_local: { date, time } });
      assert.equal(await at(local('2027-03-14', '02:30')), '2027-03-14T10:30:00.000Z');
      assert.equal(await at(local('2027-11-07', '01:30')), '2027-11-07T08:30:00.000Z');
      assert.equal(await at({ delay: 'P13D' }), '2027-03-14T14:00:00.000Z');
      assert.equal(await at({ due_at: '2027-03-05T09:00:00+01:00' }), '2027-03-05T08:00:00.000Z');
      const denver = { date: '2027-03-05', time: '09:00', time_zone: 'america/denver' };
      assert.equal(await at({ due_local: denver }), '2027-03-05T16:00:00.000Z');
    });

    it('reports all errors at once, each with a pointer', async () => {
      const sms = { channel: 'sms', body: 'Hi' };
      const template = { name: crypto.randomUUID(), channel: 'email', subject: 'Hi', body: 'Hi' };
      const emailTemplate = (await api.post('/v1/templates', template)).body.template_id;
      const wrong: [object, string[]][] = [
        [{ lead_id: undefined }, ['/lead_id required']],
        [{ lifecycle_number: '100001-1' }, ['/lifecycle_number not_allowed']],
        [{ delay: undefined }, ['/due_at required']],
        [{ due_at: '2027-03-05T09:00:00Z' }, ['/delay not_allowed']],
        [{ delay: undefined, due_at: '2027-03-05T09:00:00' }, ['/due_at invalid_format']],
        [{ delay: 'tomorrow' }, ['/delay invalid_format']],
        [{ delay: '-P1D' }, ['/delay out_of_range']],
        [{ delay: 'P4000Y' }, ['/delay out_of_range']],
        [{ channel: 'fax' }, ['/channel not_allowed']],
        [{ channel: 'sms', body: undefined }, ['/body required']],
        [{ channel: 'sms', body: '  ' }, ['/body required']],
        [{ ...sms, template: emailTemplate }, ['/body not_allowed']],
        [{ ...sms, subject: 'Hi' }, ['/subject not_allowed']],
        [{ channel: 'email' }, ['/subject required']],
        [{ template: emailTemplate }, ['/template not_allowed']],
        [
          { channel: 'sms', body: undefined, template: emailTemplate },
          ['/template unknown_template'],
        ],
        [{ channel: 'sms', body: undefined, template: 'x' }, ['/template unknown_template']],
        [{ ...sms, body: 'Hi {{ lead.nam }}' }, ['/body unknown_variable']],
        [{ ...sms, body: 'Hi {{ variables.x }}' }, ['/body unknown_variable']],
        [{ ...sms, body: 'Hi {% if %}' }, ['/body invalid_template']],
        [{ body: 'Hi {{ nobody }' }, ['/body invalid_template']],
        [
          { cancel_on: ['lead.eaten', 'lead.*', '*'] },
          ['/cancel_on/0 unknown_event_type', '/cancel_on/2 unknown_event_type'],
        ],
        [{ assigned_to: 'user_x' }, ['/assigned_to unknown_user']],
        [{ due_by: 'x' }, ['/due_by unknown_field']],
        [
          {
            lead_id: undefined,
            delay: undefined,
            channel: 'sms',
            body: '{{ x.y }}',
            cancel_on: ['x'],
          },
          [
            '/body unknown_variable',
            '/cancel_on/0 unknown_event_type',
            '/due_at required',
            '/lead_id required',
          ],
        ],
      ];
      for (const [fields, expected] of wrong) {
        const { status, body } = await api.post('/v1/follow-ups', task(fields));
        assert.equal(status, 422, JSON.stringify([fields, body]));
        const errors = body.errors.map(
          (one: Record<string, string>) => `${one.pointer} ${one.code}`,
        );
        assert.deepEqual(errors.sort(), expected, JSON.stringify(fields));
      }
    });

    it('never returns a 5xx for malformed values', async () => {
      const random = randomFor('malformed follow-ups');
      const malformed = [
        null,
        [],
        5,
        'x',
        true,
        {},
        '\ud800',
        { date: 5 },
        [{}],
        'P1D'.repeat(100),
      ];
      for (const name of [
        'lead_id',
        'channel',
        'due_at',
        'delay',
        'due_local',
        'body',
        'subject',
        'template',
        'cancel_on',
        'assigned_to',
      ]) {
        for (let n = 0; n < 2; n += 1) {
          const value = malformed[random.between(0, malformed.length - 1)];
          const body = task({ ...(name.startsWith('due') && { delay: undefined }), [name]: value });
          const { status } = await api.post('/v1/follow-ups', body);
          assert(status < 500, `${name}: ${JSON.stringify(value)}`);
        }
      }
    });

    it('refuses an unknown target (404) and a deleted lead (409)', async () => {
      for (const fields of [
        { lead_id: undefined, customer_id: 'customer_01h455vb4pex5vsknk084sn02q' },
        { lead_id: undefined, job_id: lead.lead_id },
        { lead_id: undefined, lifecycle_number: '999999-9' },
      ]) {
        assert.equal((await api.post('/v1/follow-ups', task(fields))).status, 404);
      }
      const { lead_id } = (await api.post('/v1/leads', freshLead())).body;
      await api.delete(`/v1/leads/${lead_id}`);
      const { status, body } = await api.post('/v1/follow-ups', task({ lead_id }));
      assert.deepEqual([status, body.code], [409, 'lead_deleted']);
    });
  });

  describe('completeFollowUp', () => {
    it('completes it once if many requests arrive at the same time', async () => {
      const { follow_up_id } = await create();
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          api.post(`/v1/follow-ups/${follow_up_id}/complete`, { note: `Done by ${n}` }),
        ),
      );
      for (const { status, body } of responses) {
        assert.equal(status, 200);
        assert.deepEqual(body, responses[0]!.body);
      }
      assert.equal(responses[0]!.body.status, 'done');
      assert.match(responses[0]!.body.note, /^Done by \d+$/);
      const [event, ...others] = await eventsOf(follow_up_id, 'follow_up.completed');
      assert.equal(others.length, 0);
      assert.equal(event.previous.status, 'scheduled');
    });

    it('refuses a text, and a follow-up that has ended', async () => {
      const text = await create({ channel: 'sms', body: 'Hi' });
      const refused = await api.post(`/v1/follow-ups/${text.follow_up_id}/complete`);
      assert.equal(refused.status, 409);
      assert.equal(refused.body.code, 'transition_not_allowed');
      assert.deepEqual(refused.body.allowed, ['cancel', 'reschedule']);
      const canceled = await create();
      await api.post(`/v1/follow-ups/${canceled.follow_up_id}/cancel`);
      const { status, body } = await api.post(`/v1/follow-ups/${canceled.follow_up_id}/complete`);
      assert.deepEqual([status, body.allowed, body.status_now], [409, [], 'canceled']);
    });
  });

  describe('cancelFollowUp', () => {
    it('stores the reason, and changes nothing the second time', async () => {
      const { follow_up_id } = await create();
      const path = `/v1/follow-ups/${follow_up_id}/cancel`;
      const { body: canceled } = await api.post(path, { reason: ' They called ' });
      assert.deepEqual([canceled.status, canceled.reason], ['canceled', 'They called']);
      assert.deepEqual((await api.post(path, { reason: 'Other' })).body, canceled);
      assert.equal((await eventsOf(follow_up_id, 'follow_up.canceled')).length, 1);
      const other = await create();
      const { body } = await api.post(`/v1/follow-ups/${other.follow_up_id}/cancel`);
      assert.equal(body.reason, 'by_request');
    });
  });

  describe('rescheduleFollowUp', () => {
    it('moves the follow-up by a delay or to a local time', async () => {
      const { follow_up_id } = await create();
      const path = `/v1/follow-ups/${follow_up_id}/reschedule`;
      const { body } = await api.post(path, { delay: 'P2D' });
      assert.deepEqual([body.status, body.due_at], ['scheduled', '2027-03-03T15:00:00.000Z']);
      const due_local = { date: '2027-03-05', time: '09:00' };
      const { body: moved } = await api.post(path, { due_local });
      assert.equal(moved.due_at, '2027-03-05T17:00:00.000Z');
      const [, event] = await eventsOf(follow_up_id, 'follow_up.rescheduled');
      assert.equal(event.previous.due_at, '2027-03-03T15:00:00.000Z');
      for (const wrong of [{}, { delay: 'x' }, { delay: 'P1D', due_local }]) {
        assert.equal((await api.post(path, wrong)).status, 422);
      }
      await api.post(`/v1/follow-ups/${follow_up_id}/complete`);
      assert.equal((await api.post(path, { delay: 'P2D' })).status, 409);
    });
  });

  describe('listFollowUps', () => {
    it('pages open follow-ups soonest first, and others latest first', async () => {
      const own = await service.newOrganization();
      const { lead_id } = (await own.api.post('/v1/leads', freshLead())).body;
      const days = [3, 1, 2, 5, 4];
      for (const day of days) {
        const followUp = await create({ lead_id, delay: `P${day}D`, body: `Day ${day}` }, own.api);
        if (day === 4) await own.api.post(`/v1/follow-ups/${followUp.follow_up_id}/cancel`);
      }
      const walk = async (query: string) => {
        const seen: string[] = [];
        for (let cursor = ''; ; ) {
          const { status, body } = await own.api.get(`/v1/follow-ups?limit=2${query}${cursor}`);
          assert.equal(status, 200, JSON.stringify(body));
          seen.push(...body.data.map((one: { body: string }) => one.body.slice(4)));
          if (!body.has_more) return seen.join('');
          cursor = `&cursor=${body.next_cursor}`;
        }
      };
      for (const filter of ['', `&lead_id=${lead_id}`]) {
        assert.equal(await walk(filter), '54321');
        assert.equal(await walk(`${filter}&status=scheduled,due`), '1235');
        assert.equal(await walk(`${filter}&status=canceled`), '4');
        assert.equal(await walk(`${filter}&channel=task,call`), '54321');
        assert.equal(await walk(`${filter}&channel=sms`), '');
        const span = `${filter}&due_after=2027-03-03T15:00:00Z&due_before=2027-03-05T15:00:00Z`;
        assert.equal(await walk(span), '32');
      }
      assert.equal((await own.api.get('/v1/follow-ups?cursor=nonsense')).status, 422);
    });

    it('filters by due and late', async () => {
      const own = await service.newOrganization();
      const { lead_id } = (await own.api.post('/v1/leads', freshLead())).body;
      const now = service.clock.now().getTime();
      for (const minutes of [-10, -5, -1, 0, 1]) {
        const due_at = new Date(now + minutes * 60_000).toISOString();
        await create({ lead_id, delay: undefined, due_at, body: `${minutes}` }, own.api);
      }
      const bodies = async (query: string) => {
        const { body } = await own.api.get(`/v1/follow-ups?${query}`);
        return body.data.map((one: { body: string }) => one.body);
      };
      assert.deepEqual(await bodies('due=true'), ['-10', '-5', '-1', '0']);
      assert.deepEqual(await bodies('late=true'), ['-10']);
      assert.deepEqual(await bodies('late=true&status=due'), []);
      assert.deepEqual(await bodies('due=true&status=canceled'), []);
    });

    it('filters by assignee and by target', async () => {
      const rosa = await newUser();
      const { token } = (await api.post('/v1/tokens', { name: 'Rosa', user_id: rosa })).body;
      const mine = await create({ assigned_to: rosa });
      const other = (await api.post('/v1/leads', freshLead())).body;
      const { job_id, customer_id } = (
        await api.post('/v1/jobs', { lead_id: other.lead_id, title: 'Boiler' })
      ).body;
      const theirs = await create({ lead_id: undefined, job_id, assigned_to: rosa });
      const ids = async (query: string, as = api) => {
        const { status, body } = await as.get(`/v1/follow-ups?${query}`);
        assert.equal(status, 200, JSON.stringify(body));
        return body.data.map((one: { follow_up_id: string }) => one.follow_up_id).sort();
      };
      const both = [mine.follow_up_id, theirs.follow_up_id].sort();
      assert.deepEqual(await ids('mine=true', service.as(token)), both);
      assert.deepEqual(await ids(`assigned_to=${rosa}`), both);
      assert.deepEqual(await ids(`assigned_to=${rosa}&lead_id=${lead.lead_id}`), [
        mine.follow_up_id,
      ]);
      for (const filter of [
        `job_id=${job_id}`,
        `customer_id=${customer_id}`,
        `lead_id=${other.lead_id}`,
        `lifecycle_number=${other.lifecycle_number}`,
        `lead_id=${other.lead_id}&job_id=${job_id}&customer_id=${customer_id}&assigned_to=${rosa}`,
      ]) {
        assert.deepEqual(await ids(filter), [theirs.follow_up_id], filter);
      }
      for (const filter of [
        `lead_id=${lead.lead_id}&customer_id=${customer_id}`,
        'lead_id=nonsense',
        'customer_id=nonsense',
        'lifecycle_number=999999-9',
        `assigned_to=${other.lead_id}`,
      ]) {
        assert.deepEqual(await ids(filter), [], filter);
      }
      assert.equal((await api.get('/v1/follow-ups?mine=true')).status, 422);
      assert.equal((await api.get('/v1/follow-ups?status=open')).status, 422);
      assert.equal((await api.get('/v1/follow-ups?channel=fax')).status, 422);
      assert.equal((await api.get('/v1/follow-ups?due=maybe')).status, 422);
    });
  });

  it('quiet hours can be set by the organization', async () => {
    const own = await service.newOrganization();
    const before = (await own.api.get('/v1/organization')).body;
    assert.deepEqual(before.quiet_hours, { allowed_from: '08:00', allowed_until: '21:00' });
    const quiet_hours = { allowed_from: '09:30', allowed_until: '24:00' };
    const { body } = await own.api.patch('/v1/organization', { quiet_hours });
    assert.deepEqual(body.quiet_hours, quiet_hours);
    assert.deepEqual((await own.api.get('/v1/organization')).body, body);
    for (const wrong of [
      { allowed_from: '21:00', allowed_until: '08:00' },
      { allowed_from: '08:00', allowed_until: '08:00' },
      { allowed_from: '24:00', allowed_until: '24:00' },
      { allowed_from: '8:00', allowed_until: '21:00' },
      { allowed_from: '08:00' },
      {},
      null,
    ]) {
      const { status } = await own.api.patch('/v1/organization', { quiet_hours: wrong });
      assert.equal(status, 422, JSON.stringify(wrong));
    }
  });
});
