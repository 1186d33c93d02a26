import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fresh, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';

interface OptOut {
  opt_out_id: string;
  address: string;
  channel: string;
  revoked_at: string | null;
}

describe('opt-outs', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());

  const api = () => organization.api;
  const newLead = async (fields = {}) => (await api().post('/v1/leads', freshLead(fields))).body;
  const optOut = (body: object) => api().post('/v1/opt-outs', { source: 'On the phone', ...body });
  const consentOf = async (lead: { lead_id: string }) =>
    (await api().get(`/v1/leads/${lead.lead_id}`)).body.consent;
  const list = async (query = ''): Promise<OptOut[]> =>
    (await api().get(`/v1/opt-outs${query}`)).body.data;
  const events = async (type: string) =>
    (await api().get(`/v1/events?type=${type}`)).body.data.map(
      (event: { data: OptOut }) => event.data,
    );
  const says = (lead: { lead_id: string }, body: string) =>
    api().post('/v1/communications', {
      lead_id: lead.lead_id,
      channel: 'sms',
      direction: 'inbound',
      body,
    });

  it('are recorded by whoever hears them, for a lead, a customer or an address alone', async () => {
    const lead = await newLead();
    const { status, body } = await optOut({ channel: 'sms', lead_id: lead.lead_id });
    assert.equal(status, 201);
    assert.deepEqual(
      [body.address, body.lifecycle_number, body.said_by, body.source, body.revoked_at],
      [lead.phone, lead.lifecycle_number, 'office', 'On the phone', null],
    );
    assert.equal((await consentOf(lead)).sms.status, 'denied');
    assert.equal((await consentOf(lead)).sms.source, 'On the phone');
    assert.deepEqual((await api().get(`/v1/opt-outs/${body.opt_out_id}`)).body, body);
    assert.deepEqual(await events('contact.opted_out'), [body]);

    const sold = await newLead({ email: 'dana.whitfield@example.com' });
    const { customer_id } = (await api().post(`/v1/leads/${sold.lead_id}/convert`)).body;
    const theirs = await optOut({ channel: 'email', customer_id });
    assert.equal(theirs.body.address, 'dana.whitfield@example.com');
    const customer = (await api().get(`/v1/customers/${customer_id}`)).body;
    assert.equal(customer.consent.email.status, 'denied');

    const stranger = await optOut({ channel: 'sms', address: '(415) 555-0177' });
    assert.deepEqual(
      [stranger.status, stranger.body.address, stranger.body.lifecycle_number],
      [201, '+14155550177', null],
    );
  });

  it('that are said again are the one that stands', async () => {
    const said = { channel: 'email', address: 'Dana.Whitfield+news@gmail.com' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => optOut(said)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(9).fill(200), 201]);
    assert.equal(new Set(answers.map(({ body }) => body.opt_out_id)).size, 1);
    const again = await optOut({ channel: 'email', address: 'danawhitfield@googlemail.com' });
    assert.equal(again.status, 200);
    assert.equal((await events('contact.opted_out')).length, 1);
  });

  it('are listed by channel, address, number and whether they stand, page by page', async () => {
    const made: OptOut[] = [];
    for (let n = 0; n < 6; n += 1) {
      const lead = await newLead({ email: `n${n}@example.com` });
      const channel = n % 2 === 0 ? 'sms' : 'email';
      const { body } = await optOut({ channel, lead_id: lead.lead_id });
      made.unshift(body);
      if (n >= 4) {
        const source = 'Asked on the phone to hear from us again';
        const path = `/v1/opt-outs/${body.opt_out_id}/revoke`;
        made[0] = (await api().post(path, { source })).body;
      }
    }
    const byFilter = async (query: string) => {
      const found: OptOut[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await api().get(`/v1/opt-outs?limit=2${query}${cursor}`);
        found.push(...body.data);
        if (body.next_cursor === null) return found;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };
    const stand = ({ revoked_at }: OptOut) => revoked_at === null;
    assert.deepEqual(await byFilter(''), made);
    const texts = made.filter(({ channel }) => channel === 'sms');
    assert.deepEqual(await byFilter('&channel=sms'), texts);
    assert.deepEqual(await byFilter('&standing=true'), made.filter(stand));
    assert.deepEqual(await byFilter('&standing=false'), made.slice(0, 2));
    assert.deepEqual(await byFilter('&channel=sms&standing=true'), texts.filter(stand));
    const [, second] = texts as [OptOut, OptOut & { lifecycle_number: string }];
    assert.deepEqual(await byFilter(`&address=${encodeURIComponent(second.address)}`), [second]);
    const number = `&lifecycle_number=${second.lifecycle_number}`;
    assert.deepEqual(await byFilter(number), [second]);
    assert.deepEqual(await byFilter(`${number}&standing=false`), []);
    assert.deepEqual(await byFilter('&address=nobody'), []);
    const stranger = await service.newOrganization();
    assert.deepEqual((await stranger.api.get('/v1/opt-outs')).body.data, []);
  });

  it('end with evidence that they want to hear from us again, and are kept', async () => {
    const lead = await newLead({ email: 'dana@example.com' });
    const first = (await optOut({ channel: 'email', lead_id: lead.lead_id })).body;
    const revoke = (body: object) => api().post(`/v1/opt-outs/${first.opt_out_id}/revoke`, body);
    assert.equal((await revoke({})).status, 422);
    assert.equal((await revoke({ source: 'yes' })).status, 422);
    service.clock.advance(60_000);
    const source = 'Asked Rosa on March 3 to get reminders again';
    const ended = await revoke({ source });
    assert.equal(ended.status, 200);
    assert.equal(ended.body.revoked_source, source);
    assert.equal((await consentOf(lead)).email.status, 'granted');
    assert.equal((await consentOf(lead)).email.source, source);
    assert.deepEqual((await revoke({ source: 'And she said it once more' })).body, ended.body);
    assert.deepEqual(await events('contact.opted_in'), [ended.body]);
    const second = await optOut({ channel: 'email', lead_id: lead.lead_id });
    assert.equal(second.status, 201);
    assert.deepEqual(await list(), [second.body, ended.body]);
  });

  it('that were said by a text are ended by nobody but the phone itself', async () => {
    const lead = await newLead();
    await says(lead, 'STOP');
    const [standing] = await list();
    const path = `/v1/opt-outs/${standing!.opt_out_id}/revoke`;
    const refused = await api().post(path, { source: 'The owner says that it is fine' });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, 'opted_out_by_text');
    // Nor by having the office say the same, and then take that back.
    assert.equal((await optOut({ channel: 'sms', lead_id: lead.lead_id })).status, 200);
    assert.equal((await api().post(path, { source: 'Said in the office' })).status, 409);
    await api().patch(`/v1/leads/${lead.lead_id}`, { consent: { sms: 'granted' } });
    assert.equal((await list('?standing=true')).length, 1);
    await says(lead, 'START');
    assert.equal((await list('?standing=true')).length, 0);
  });

  it('name everything that is wrong with them', async () => {
    const pointersOf = async (body: object) => {
      const answer = await api().post('/v1/opt-outs', body);
      assert.equal(answer.status, 422, JSON.stringify(answer.body));
      return answer.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    };
    assert.deepEqual(await pointersOf({}), ['/address', '/channel', '/source']);
    const said = { channel: 'sms', source: 'On the phone' };
    assert.deepEqual(await pointersOf({ ...said, address: 'nobody' }), ['/address']);
    const both = { ...said, lead_id: 'lead_x', customer_id: 'customer_x' };
    assert.deepEqual(await pointersOf(both), ['/customer_id']);
    const { lead_id } = await newLead({ email: undefined });
    assert.deepEqual(await pointersOf({ ...said, channel: 'email', lead_id }), ['/address']);
    assert.equal((await optOut({ channel: 'sms', lead_id: 'lead_x' })).status, 404);
  });
});
