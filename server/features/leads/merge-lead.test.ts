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
    const answer = await organization.api.post('/v1/leads', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }
  const read = async (id: string) => (await organization.api.get(`/v1/leads/${id}`)).body;
  const merge = (id: string, into: string) =>
    organization.api.post(`/v1/leads/${id}/merge`, { into });
  const unmerge = (id: string) => organization.api.post(`/v1/leads/${id}/unmerge`);
  const events = async (query = '') =>
    (await organization.api.get(`/v1/events?limit=200${query}`)).body.data;
  const withoutTime = ({ updated_at: _, ...lead }: Record<string, unknown>) => lead;

  /** Dana by phone alone, and Dana again by mail with more to tell. */
  async function twoOfDana() {
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

  it('lets the kept lead take over what it lacks, and keeps both readable under their numbers', async () => {
    const { first, second } = await twoOfDana();
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

  it('tells of it on both numbers, in one timeline that either number leads to', async () => {
    const { first, second } = await twoOfDana();
    await merge(second.lead_id, first.lead_id);
    const told = (await events()).slice(-2);
    assert.deepEqual(
      told.map((event: { type: string; lifecycle_number: string }) => [
        event.type,
        event.lifecycle_number,
      ]),
      [
        ['lead.updated', first.lifecycle_number],
        ['lead.merged', second.lifecycle_number],
      ],
    );
    assert.deepEqual(told[1].previous.merged_into, null);
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
    assert.equal(seqs.length, 5);
  });

  it('is taken back exactly, with the events of both', async () => {
    const { first, second } = await twoOfDana();
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
    assert.equal(lifecycle.timeline.length, 3);
  });

  it('leaves alone, when taken back, what somebody has changed since', async () => {
    const { first, second } = await twoOfDana();
    await merge(second.lead_id, first.lead_id);
    await organization.api.patch(`/v1/leads/${first.lead_id}`, { name: 'Dana W.' });
    await unmerge(second.lead_id);
    const kept = await read(first.lead_id);
    assert.equal(kept.name, 'Dana W.');
    assert.equal(kept.email, null);
  });

  it('takes one of several back as if only the others had been merged', async () => {
    const { first, second } = await twoOfDana();
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

  it('leads whoever is captured again to where it was merged, over any number of merges', async () => {
    const { first, second } = await twoOfDana();
    const last = await capture({ email: 'sam@example.com', service_needed: 'roofing' });
    await merge(second.lead_id, first.lead_id);
    await merge(first.lead_id, last.lead_id);
    const again = await capture({ ...DANA, phone: null });
    assert.equal(again.duplicate_of, last.lead_id);
    assert.equal(again.duplicate_match.lifecycle_number, last.lifecycle_number);
    await organization.api.delete(`/v1/leads/${last.lead_id}`);
    const strangerNow = await capture({ ...DANA, phone: null });
    assert.notEqual(strangerNow.duplicate_of, last.lead_id);
    const listed = await organization.api.get(`/v1/leads/${again.lead_id}/duplicates`);
    assert(!JSON.stringify(listed.body).includes(last.lead_id));
  });

  it('leaves merged leads out of lists, unless they are asked for, and out of each other’s duplicates', async () => {
    const { first, second } = await twoOfDana();
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

  it('is done once, however often it is asked for', async () => {
    const { first, second } = await twoOfDana();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merge(second.lead_id, first.lead_id)),
    );
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.equal((await events('&type=lead.merged')).length, 1);
    const back = await Promise.all(Array.from({ length: 20 }, () => unmerge(second.lead_id)));
    assert.deepEqual(new Set(back.map((answer) => answer.status)), new Set([200]));
    assert.equal((await events('&type=lead.unmerged')).length, 1);
    assert.deepEqual(withoutTime(await read(first.lead_id)), withoutTime(first));
  });

  it('never makes a ring: of two that are merged into each other at once, one is', async () => {
    const { first, second } = await twoOfDana();
    const answers = await Promise.all([
      merge(second.lead_id, first.lead_id),
      merge(first.lead_id, second.lead_id),
    ]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
    const codes = answers.map((answer) => answer.body.code);
    assert(codes.includes('lead_merged'));
  });

  it('refuses to work with a merged lead, and says with which one to work instead', async () => {
    const { first, second } = await twoOfDana();
    await merge(second.lead_id, first.lead_id);
    const path = `/v1/leads/${second.lead_id}`;
    const refused = [
      await organization.api.patch(path, { name: 'Dana' }),
      await organization.api.delete(path),
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
    const { first, second } = await twoOfDana();
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
    const stranger = await service.newOrganization();
    const answer = await stranger.api.post(`/v1/leads/${second.lead_id}/merge`, {
      into: first.lead_id,
    });
    assert.equal(answer.status, 404);
  });

  it('shows a customer the history of every lead that was merged into theirs', async () => {
    const { first, second } = await twoOfDana();
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
