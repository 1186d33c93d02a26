import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fresh, sharedService } from '../../testing/fixtures.ts';

const DANA = {
  name: 'Dana Whitfield',
  phone: '+14155550134',
  email: 'dana.whitfield@gmail.com',
  service_needed: 'water_heater_repair',
};

describe('mergeLead and unmergeLead', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());

  async function capture(body: object) {
    const response = await organization.api.post('/v1/leads', body);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  }
  const read = async (id: string) => (await organization.api.get(`/v1/leads/${id}`)).body;
  const merge = (id: string, into: string) =>
    organization.api.post(`/v1/leads/${id}/merge`, { into });
  const unmerge = (id: string) => organization.api.post(`/v1/leads/${id}/unmerge`);
  const events = async (query = '') =>
    (await organization.api.get(`/v1/events?limit=200${query}`)).body.data;
  const withoutTime = ({
    updated_at: _u,
    last_activity_at: _a,
    ...lead
  }: Record<string, unknown>) => lead;

  /** Dana with only a phone number, and Dana again with an email address and more details. */
  async function captureDanaTwice() {
    const first = await capture({ phone: DANA.phone, service_needed: 'drain_cleaning' });
    const second = await capture({
      ...DANA,
      address: '1418 Alder St, Portland, OR 97205',
      notes: 'Leaking',
      consent: { sms: 'denied', email: 'granted' },
    });
    assert.equal(second.duplicate_of, first.lead_id);
    return { first, second };
  }

  it('fills the missing values of the kept lead, and both leads stay readable with their numbers', async () => {
    const { first, second } = await captureDanaTwice();
    service.clock.advance(1000);
    const { status, body } = await merge(second.lead_id, first.lead_id);
    assert.equal(status, 200);
    assert.equal(body.merged_into, first.lead_id);
    assert.equal(body.lifecycle_number, second.lifecycle_number);
    assert.deepEqual(await read(second.lead_id), body);
    const kept = await read(first.lead_id);
    assert.equal(kept.lifecycle_number, first.lifecycle_number);
    assert.deepEqual(
      [kept.name, kept.email, kept.address, kept.notes, kept.service_needed],
      [DANA.name, DANA.email, second.address, 'Leaking', 'drain_cleaning'],
    );
    assert.equal(kept.consent.sms.status, 'denied');
    assert.equal(kept.consent.email.status, 'granted');
    assert.equal(kept.consent.call.status, 'unknown');
  });

  it('emits events on both numbers, and both numbers show one shared timeline', async () => {
    const { first, second } = await captureDanaTwice();
    await merge(second.lead_id, first.lead_id);
    const emitted = (await events()).slice(-2);
    assert.deepEqual(
      emitted.map((event: { type: string; lifecycle_number: string }) => [
        event.type,
        event.lifecycle_number,
      ]),
      [
        ['lead.updated', first.lifecycle_number],
        ['lead.merged', second.lifecycle_number],
      ],
    );
    assert.deepEqual(emitted[1].previous.merged_into, null);
    const ofFirst = (await organization.api.get(`/v1/lifecycles/${first.lifecycle_number}`)).body;
    const ofSecond = (await organization.api.get(`/v1/lifecycles/${second.lifecycle_number}`)).body;
    assert.deepEqual(ofFirst.merged_numbers, [second.lifecycle_number]);
    assert.equal(ofFirst.merged_into, null);
    assert.equal(ofSecond.merged_into, first.lifecycle_number);
    assert.equal(ofSecond.lead.lead_id, second.lead_id);
    assert.deepEqual(ofFirst.timeline, ofSecond.timeline);
    const seqs = ofFirst.timeline.map((entry: { seq: number }) => entry.seq);
    assert.deepEqual(
      seqs,
      [...seqs].sort((a, b) => a - b),
    );
    assert.equal(seqs.length, 6);
  });

  it('restores both leads exactly on unmerge, with events for both', async () => {
    const { first, second } = await captureDanaTwice();
    const before = [await read(first.lead_id), await read(second.lead_id)].map(withoutTime);
    await merge(second.lead_id, first.lead_id);
    const { status, body } = await unmerge(second.lead_id);
    assert.equal(status, 200);
    assert.equal(body.merged_into, null);
    const after = [await read(first.lead_id), await read(second.lead_id)].map(withoutTime);
    assert.deepEqual(after, before);
    assert.deepEqual(
      (await events()).slice(-2).map((event: { type: string }) => event.type),
      ['lead.updated', 'lead.unmerged'],
    );
    const { body: lifecycle } = await organization.api.get(
      `/v1/lifecycles/${second.lifecycle_number}`,
    );
    assert.equal(lifecycle.merged_into, null);
    assert.equal(lifecycle.timeline.length, 4);
  });

  it('keeps values on unmerge that were changed after the merge', async () => {
    const { first, second } = await captureDanaTwice();
    await merge(second.lead_id, first.lead_id);
    await organization.api.patch(`/v1/leads/${first.lead_id}`, { name: 'Dana W.' });
    await unmerge(second.lead_id);
    const kept = await read(first.lead_id);
    assert.equal(kept.name, 'Dana W.');
    assert.equal(kept.email, null);
  });

  it('undoes one of several merges as if only the others had happened', async () => {
    const { first, second } = await captureDanaTwice();
    const third = await capture({ ...DANA, email: null, address: '9 Oak St', notes: 'Third' });
    await merge(second.lead_id, first.lead_id);
    await merge(third.lead_id, first.lead_id);
    await unmerge(second.lead_id);
    const kept = await read(first.lead_id);
    assert.deepEqual([kept.address, kept.notes, kept.email], ['9 Oak St', 'Third', null]);
    assert.equal(kept.consent.sms.status, 'unknown');
    await unmerge(third.lead_id);
    assert.deepEqual(withoutTime(await read(first.lead_id)), withoutTime(first));
  });

  it('matches a new capture to the last lead in a chain of merges', async () => {
    const { first, second } = await captureDanaTwice();
    const last = await capture({ email: 'sam@example.com', service_needed: 'roofing' });
    await merge(second.lead_id, first.lead_id);
    await merge(first.lead_id, last.lead_id);
    const again = await capture({ ...DANA, phone: null });
    assert.equal(again.duplicate_of, last.lead_id);
    assert.equal(again.duplicate_match.lifecycle_number, last.lifecycle_number);
    await organization.api.delete(`/v1/leads/${last.lead_id}`);
    const afterDeletion = await capture({ ...DANA, phone: null });
    assert.notEqual(afterDeletion.duplicate_of, last.lead_id);
    const listed = await organization.api.get(`/v1/leads/${again.lead_id}/duplicates`);
    assert(!JSON.stringify(listed.body).includes(last.lead_id));
  });

  it('leaves merged leads out of lists by default, and out of each other’s duplicates', async () => {
    const { first, second } = await captureDanaTwice();
    const listed = async (query: string) =>
      (await organization.api.get(`/v1/leads?${query}`)).body.data.map(
        (lead: { lead_id: string }) => lead.lead_id,
      );
    const duplicates = async (id: string) =>
      (await organization.api.get(`/v1/leads/${id}/duplicates`)).body.data.length;
    assert.equal(await duplicates(first.lead_id), 1);
    await merge(second.lead_id, first.lead_id);
    const both = [second.lead_id, first.lead_id];
    for (const query of ['', 'status=new,qualified', 'source=api', 'unassigned=true', 'q=0134']) {
      assert.deepEqual(await listed(query), [first.lead_id], query);
      assert.deepEqual((await listed(`${query}&include_deleted=true`)).sort(), both.sort(), query);
    }
    assert.equal(await duplicates(first.lead_id), 0);
    assert.equal(await duplicates(second.lead_id), 0);
  });

  it('merges once and unmerges once, however often it is requested', async () => {
    const { first, second } = await captureDanaTwice();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => merge(second.lead_id, first.lead_id)),
    );
    assert.deepEqual(new Set(responses.map((response) => response.status)), new Set([200]));
    assert.equal((await events('&type=lead.merged')).length, 1);
    const back = await Promise.all(Array.from({ length: 10 }, () => unmerge(second.lead_id)));
    assert.deepEqual(new Set(back.map((response) => response.status)), new Set([200]));
    assert.equal((await events('&type=lead.unmerged')).length, 1);
    assert.deepEqual(withoutTime(await read(first.lead_id)), withoutTime(first));
  });

  it('never creates a cycle when two leads are merged into each other at the same time', async () => {
    const { first, second } = await captureDanaTwice();
    const responses = await Promise.all([
      merge(second.lead_id, first.lead_id),
      merge(first.lead_id, second.lead_id),
    ]);
    assert.deepEqual(responses.map((response) => response.status).sort(), [200, 409]);
    const codes = responses.map((response) => response.body.code);
    assert(codes.includes('lead_merged'));
  });

  it('refuses changes to a merged lead, and names the lead to use instead', async () => {
    const { first, second } = await captureDanaTwice();
    await merge(second.lead_id, first.lead_id);
    const path = `/v1/leads/${second.lead_id}`;
    const refused = [
      await organization.api.patch(path, { name: 'Dana' }),
      await organization.api.post(`${path}/qualify`),
      await organization.api.post(`${path}/disqualify`, { reason: 'Spam' }),
      await organization.api.post(`${path}/contacted`),
      await organization.api.post(`${path}/convert`),
    ];
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.code, body.merged_into], [409, 'lead_merged', first.lead_id]);
    }
  });

  it('refuses a merge into itself, into a merged or deleted lead, or of a customer into a lead', async () => {
    const { first, second } = await captureDanaTwice();
    const other = await capture({ email: 'sam@example.com', service_needed: 'roofing' });
    const refusal = async (id: string, into: string) => {
      const { status, body } = await merge(id, into);
      return [status, body.code];
    };
    assert.deepEqual(await refusal(first.lead_id, first.lead_id), [422, 'validation_failed']);
    assert.deepEqual(await refusal(first.lead_id, 'lead_unknown'), [404, 'not_found']);
    await merge(second.lead_id, first.lead_id);
    assert.deepEqual(await refusal(other.lead_id, second.lead_id), [409, 'lead_merged']);
    assert.deepEqual(await refusal(second.lead_id, other.lead_id), [409, 'lead_merged']);
    await organization.api.post(`/v1/leads/${first.lead_id}/convert`);
    assert.deepEqual(await refusal(first.lead_id, other.lead_id), [409, 'lead_converted']);
    await organization.api.delete(`/v1/leads/${other.lead_id}`);
    assert.deepEqual(await refusal(other.lead_id, first.lead_id), [409, 'lead_deleted']);
    const otherOrganization = await service.newOrganization();
    const response = await otherOrganization.api.post(`/v1/leads/${second.lead_id}/merge`, {
      into: first.lead_id,
    });
    assert.equal(response.status, 404);
  });

  it('shows the history of every merged lead on the customer', async () => {
    const { first, second } = await captureDanaTwice();
    const customer = (await organization.api.post(`/v1/leads/${first.lead_id}/convert`)).body;
    await merge(second.lead_id, first.lead_id);
    const { body } = await organization.api.get(`/v1/customers/${customer.customer_id}`);
    const numbers = body.history.map(
      (entry: { lifecycle_number: string }) => entry.lifecycle_number,
    );
    assert.deepEqual(new Set(numbers), new Set([first.lifecycle_number, second.lifecycle_number]));
    const lifecycle = await organization.api.get(`/v1/lifecycles/${second.lifecycle_number}`);
    assert.equal(lifecycle.body.customer.customer_id, customer.customer_id);
  });
});
