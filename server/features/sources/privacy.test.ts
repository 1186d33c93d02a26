import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { eventually } from '../../testing/eventually.ts';
import { firstOf } from '../../testing/first-of.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { type Body, newSource, sendTo } from '../../testing/source-stand.ts';
import { storedIn } from '../../testing/stored-in.ts';
import { applyRetention } from '../privacy/index.ts';

describe('what a source sent', () => {
  const service = sharedService({ hasWorker: true });
  const organization = fresh(() => service.newOrganization());
  const receipts = async (source: Body): Promise<Body[]> =>
    (await organization.api.get(`/v1/sources/${source.source_id}/receipts`)).body.data;

  it('is erased with the person, also in quarantine, and nothing of others', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    const person = { name: 'Quentin Zorro', phone: '(415) 777-0190', email: 'zorro@example.com' };
    await sendTo(service, source, { ...person, id: 'zorro@example.com-1', plan: 'zorroplan' });
    // In quarantine: one that was read, and one that could not be.
    await sendTo(service, source, { x: { y: { z: { phone: '415-777-0190' } } } });
    await sendTo(service, source, '{"mail": "ZORRO@example.com"');
    await sendTo(service, source, { name: 'Another', notes: 'stays' });
    const lead: Body = firstOf((await organization.api.get('/v1/leads')).body.data);
    const texts = ['zorro', 'Zorro', 'ZORRO', '777-0190', '4157770190'];
    const values = [...texts, ...texts.map((text) => Buffer.from(text).toString('hex'))];
    assert.notDeepEqual(await storedIn(service, organization, values), []);
    const erasure = await organization.api.post(`/v1/leads/${lead.lead_id}/erase`);
    assert.equal(erasure.status, 202, JSON.stringify(erasure.body));
    const { erasure_id } = erasure.body;
    const done = await eventually(async () => {
      const { body } = await organization.api.get(`/v1/erasures/${erasure_id}`);
      return body.status === 'completed' && body;
    });
    assert.equal(done.counts.receipts, 3);
    assert.deepEqual(await storedIn(service, organization, values), []);
    const found = await receipts(source);
    assert.deepEqual(
      found.map(({ payload, outcome }) => [outcome, payload === null]),
      [
        ['quarantined', false],
        ['quarantined', true],
        ['quarantined', true],
        ['captured', true],
      ],
    );
    // The maker sends it again: a new person.
    await sendTo(service, source, { ...person, id: 'zorro@example.com-1' });
    assert.equal((await receipts(source)).length, 5);
  });

  it('is erased however it writes the phone number or the mailbox', async () => {
    const form = await newSource(organization, { kind: 'form' });
    const json = await newSource(organization, {});
    const mail = await newSource(organization, { kind: 'email' });
    const urlencoded = { type: 'application/x-www-form-urlencoded' };
    const waiting: [Body, string | Buffer, { type?: string }?][] = [
      [form, 'a=1&tel=%28415%29+778-0191&x=rest', urlencoded],
      [form, 'a=2&tel=%2B1%28415%29778%2D0191', urlencoded],
      [form, 'a=3&mail=ximena%40example.com', urlencoded],
      [json, String.raw`{"x":{"y":{"z":"ximena\u0040example.com"}}}`],
      [json, '{"x":{"y":{"z":"(415)778-0191"}}}'],
      [json, '{"x":{"y":{"z":"415/778.0191"}}}'],
      [json, '{"x":{"y":{"z":"+1 415\u00a0778 0191"}}}'],
      [json, '{"x":{"y":{"z":4157780191}}'],
      [json, Buffer.from('{"mail":"ximena@example.com"', 'utf16le')],
      [mail, 'Subject: lead\n\nmail =3D ximena=40exam=\nple.com', { type: 'message/rfc822' }],
      [mail, 'nothing but ximena%40example.com', { type: 'multipart/form-data' }],
    ];
    for (const [source, body, request] of waiting) {
      const { status } = await sendTo(service, source, body, request);
      assert.equal(status, 200);
    }
    const near = '{"x":{"y":{"z":"ximenas@example.com, 415 778 0192, 415778"}}}';
    await sendTo(service, json, near);
    const quarantine = async (): Promise<Body[]> =>
      (await organization.api.get('/v1/quarantine?limit=200')).body.data.filter(
        ({ payload }: Body) => payload !== null,
      );
    assert.equal((await quarantine()).length, waiting.length + 1);

    const contact = { phone: '+14157780191', email: 'ximena@example.com' };
    const lead = await organization.api.post('/v1/leads', freshLead(contact));
    const erasure = await organization.api.post(`/v1/leads/${lead.body.lead_id}/erase`);
    await eventually(async () => {
      const { body } = await organization.api.get(`/v1/erasures/${erasure.body.erasure_id}`);
      return body.status === 'completed';
    });
    assert.deepEqual(
      (await quarantine()).map(({ payload }) => payload),
      [near],
    );
  });

  it('expires as the retention of raw payloads says', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    await sendTo(service, source, { name: 'Kim' });
    await sendTo(service, source, { phone: '4155550191' });
    await organization.api.patch('/v1/organization/retention', { raw_payloads_days: 30 });
    const night = () =>
      applyRetention.handle(service.taskContext, [
        {
          id: 'task',
          data: { organization_id: toUuid('organization', organization.organizationId) ?? '' },
          queuedAt: new Date(),
          signal: new AbortController().signal,
        },
      ]);
    await night();
    assert((await receipts(source)).every(({ payload }) => payload !== null));
    service.clock.advance(31 * 24 * 60 * 60 * 1000);
    await sendTo(service, source, { name: 'Lee' });
    await night();
    const found = await receipts(source);
    assert.deepEqual(
      found.map(({ payload, fields }) => [payload === null, fields.name ?? null]),
      [
        [false, 'Lee'],
        [true, null],
        [true, null],
      ],
    );
    const { data } = (await organization.api.get('/v1/events?type=retention.applied')).body;
    assert.equal(data[0].data.raw_payloads, 2);
    // It can still be released, with all of its fields.
    const [, , item] = found;
    const fields = { phone: '+14155550192', service_needed: 'ac_repair' };
    const path = `/v1/quarantine/${item.receipt_id}/release`;
    const released = await organization.api.post(path, { fields });
    assert.equal(released.status, 200, JSON.stringify(released.body));
  });
});
