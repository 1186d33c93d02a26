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
  const receiveText = (lead: { lead_id: string }, body: string) =>
    api().post('/v1/communications', {
      lead_id: lead.lead_id,
      channel: 'sms',
      direction: 'inbound',
      body,
    });

  it('are recorded by the office for a lead, a customer or an address', async () => {
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
    const ofCustomer = await optOut({ channel: 'email', customer_id });
    assert.equal(ofCustomer.body.address, 'dana.whitfield@example.com');
    const customer = (await api().get(`/v1/customers/${customer_id}`)).body;
    assert.equal(customer.consent.email.status, 'denied');

    const unknownContact = await optOut({ channel: 'sms', address: '(415) 555-0177' });
    assert.deepEqual(
      [unknownContact.status, unknownContact.body.address, unknownContact.body.lifecycle_number],
      [201, '+14155550177', null],
    );
  });

  it('are not created twice for one address', async () => {
    const input = { channel: 'email', address: 'Dana.Whitfield+news@gmail.com' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => optOut(input)));
    const statuses = responses.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(9).fill(200), 201]);
    assert.equal(new Set(responses.map(({ body }) => body.opt_out_id)).size, 1);
    const again = await optOut({ channel: 'email', address: 'danawhitfield@googlemail.com' });
    assert.equal(again.status, 200);
    assert.equal((await events('contact.opted_out')).length, 1);
  });

  it('are listed by channel, address, lifecycle number and whether they are active, page by page', async () => {
    const created: OptOut[] = [];
    for (let n = 0; n < 6; n += 1) {
      const lead = await newLead({ email: `n${n}@example.com` });
      const channel = n % 2 === 0 ? 'sms' : 'email';
      const { body } = await optOut({ channel, lead_id: lead.lead_id });
      created.unshift(body);
      if (n >= 4) {
        const source = 'Asked on the phone to hear from us again';
        const path = `/v1/opt-outs/${body.opt_out_id}/revoke`;
        created[0] = (await api().post(path, { source })).body;
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
    const isActive = ({ revoked_at }: OptOut) => revoked_at === null;
    assert.deepEqual(await byFilter(''), created);
    const texts = created.filter(({ channel }) => channel === 'sms');
    assert.deepEqual(await byFilter('&channel=sms'), texts);
    assert.deepEqual(await byFilter('&standing=true'), created.filter(isActive));
    assert.deepEqual(await byFilter('&standing=false'), created.slice(0, 2));
    assert.deepEqual(await byFilter('&channel=sms&standing=true'), texts.filter(isActive));
    const [, second] = texts as [OptOut, OptOut & { lifecycle_number: string }];
    assert.deepEqual(await byFilter(`&address=${encodeURIComponent(second.address)}`), [second]);
    const number = `&lifecycle_number=${second.lifecycle_number}`;
    assert.deepEqual(await byFilter(number), [second]);
    assert.deepEqual(await byFilter(`${number}&standing=false`), []);
    assert.deepEqual(await byFilter('&address=nobody'), []);
    const otherOrganization = await service.newOrganization();
    assert.deepEqual((await otherOrganization.api.get('/v1/opt-outs')).body.data, []);
  });

  it('are revoked with evidence, and stay in the list', async () => {
    const lead = await newLead({ email: 'dana@example.com' });
    const first = (await optOut({ channel: 'email', lead_id: lead.lead_id })).body;
    const revoke = (body: object) => api().post(`/v1/opt-outs/${first.opt_out_id}/revoke`, body);
    assert.equal((await revoke({})).status, 422);
    assert.equal((await revoke({ source: 'yes' })).status, 422);
    service.clock.advance(60_000);
    const source = 'Asked Rosa on March 3 to get reminders again';
    const revoked = await revoke({ source });
    assert.equal(revoked.status, 200);
    assert.equal(revoked.body.revoked_source, source);
    assert.equal((await consentOf(lead)).email.status, 'granted');
    assert.equal((await consentOf(lead)).email.source, source);
    assert.deepEqual((await revoke({ source: 'And she said it once more' })).body, revoked.body);
    assert.deepEqual(await events('contact.opted_in'), [revoked.body]);
    const second = await optOut({ channel: 'email', lead_id: lead.lead_id });
    assert.equal(second.status, 201);
    assert.deepEqual(await list(), [second.body, revoked.body]);
  });

  it('by text can be revoked only from the same phone', async () => {
    const lead = await newLead();
    await receiveText(lead, 'STOP');
    const [active] = await list();
    const path = `/v1/opt-outs/${active!.opt_out_id}/revoke`;
    const refused = await api().post(path, { source: 'The owner says that it is fine' });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, 'opted_out_by_text');
    // Also not by recording it in the office and revoking that.
    assert.equal((await optOut({ channel: 'sms', lead_id: lead.lead_id })).status, 200);
    assert.equal((await api().post(path, { source: 'Said in the office' })).status, 409);
    await api().patch(`/v1/leads/${lead.lead_id}`, { consent: { sms: 'granted' } });
    assert.equal((await list('?standing=true')).length, 1);
    await receiveText(lead, 'START');
    assert.equal((await list('?standing=true')).length, 0);
  });

  it('report all invalid fields', async () => {
    const pointersOf = async (body: object) => {
      const response = await api().post('/v1/opt-outs', body);
      assert.equal(response.status, 422, JSON.stringify(response.body));
      return response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    };
    assert.deepEqual(await pointersOf({}), ['/address', '/channel', '/source']);
    const input = { channel: 'sms', source: 'On the phone' };
    assert.deepEqual(await pointersOf({ ...input, address: 'nobody' }), ['/address']);
    const both = { ...input, lead_id: 'lead_x', customer_id: 'customer_x' };
    assert.deepEqual(await pointersOf(both), ['/customer_id']);
    const { lead_id } = await newLead({ email: undefined });
    assert.deepEqual(await pointersOf({ ...input, channel: 'email', lead_id }), ['/address']);
    assert.equal((await optOut({ channel: 'sms', lead_id: 'lead_x' })).status, 404);
  });
});
