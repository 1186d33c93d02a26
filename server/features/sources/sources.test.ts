import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../testing/eventually.ts';
import { firstOf } from '../../testing/first-of.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { type Body, newSource, sendTo } from '../../testing/source-stand.ts';
import { MAX_READ_BYTES } from './read-body.ts';

const DANA = { id: 'L-1', name: 'Dana', phone: '415 555 0134', service: 'AC repair' };

describe('a source', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const api = () => organization.api;
  const leads = async (): Promise<Body[]> => (await api().get('/v1/leads?limit=200')).body.data;
  const receipts = async (source: Body): Promise<Body[]> =>
    (await api().get(`/v1/sources/${source.source_id}/receipts?limit=200`)).body.data;
  const quarantine = async (): Promise<Body[]> => (await api().get('/v1/quarantine')).body.data;

  it('is created with an address, listed, read and changed, with events that do not show its key', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    assert.equal(source.url, `${service.url}/in/${source.source_key}`);
    assert.equal(source.verification.method, 'none');
    const path = `/v1/sources/${source.source_id}`;
    assert.deepEqual((await api().get(path)).body, source);
    const secret = 'Zt4-secret-9b';
    const changed = await api().patch(path, { active: false, verification: { secret } });
    assert.equal(changed.status, 200);
    assert.equal(changed.body.verification.method, 'header');
    const [listed] = (await api().get('/v1/sources')).body.data;
    assert.deepEqual(listed, changed.body);
    const { data } = (await api().get('/v1/events')).body;
    const own = data.filter(({ type }: Body) => type.startsWith('source.'));
    assert.deepEqual(own.map(({ type }: Body) => type).sort(), [
      'source.created',
      'source.updated',
    ]);
    const log = JSON.stringify(own);
    assert(!log.includes(source.source_key) && !log.includes(secret));
    const { rows } = await service.owner.query('select * from sources');
    assert(!JSON.stringify(rows).includes(secret));
  });

  it('makes a lead of what arrives, as every capture does', async () => {
    const source = await newSource(organization, {});
    const sent = { ...DANA, utm_campaign: 'spring', plan: 'gold' };
    const { status, body } = await sendTo(service, source, sent);
    assert.equal(status, 200);
    assert.equal(body.receipts[0].outcome, 'captured');
    const [lead] = await leads();
    assert.deepEqual(
      [lead.name, lead.phone, lead.source, lead.source_ref, lead.service_needed, lead.status],
      ['Dana', '+14155550134', 'partner', 'L-1', 'ac_repair', 'qualified'],
    );
    assert.deepEqual(lead.metadata, { plan: 'gold' });
    assert.equal(lead.attribution.campaign, 'spring');
    const [receipt] = await receipts(source);
    assert.equal(receipt.lead_id, lead.lead_id);
    assert.equal(receipt.lifecycle_number, lead.lifecycle_number);
    assert.deepEqual(JSON.parse(receipt.payload), sent);
    const { body: whole } = await api().get(`/v1/receipts/${receipt.receipt_id}`);
    assert.deepEqual(whole, receipt);
    // The same person again, from another source, is recognized.
    const other = await newSource(organization, { source: 'other' });
    await sendTo(service, other, { ...DANA, id: 'X-9' });
    const [second] = await leads();
    assert.equal(second.duplicate_of, lead.lead_id);
  });

  it('makes one lead of the same delivery, however often and at once it arrives', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    const same = await Promise.all(Array.from({ length: 5 }, () => sendTo(service, source, DANA)));
    for (const { status, body } of same) {
      assert.equal(status, 200);
      assert.deepEqual(body.receipts, firstOf(same).body.receipts);
    }
    // Without an id, the content counts, and for a day.
    const form = { name: 'Eve', phone: '4155550155' };
    const [first, again] = [
      await sendTo(service, source, form),
      await sendTo(service, source, form),
    ];
    assert.deepEqual(again.body, first.body);
    assert.equal((await leads()).length, 2);
    assert.deepEqual((await receipts(source)).map(({ deliveries }) => deliveries).sort(), [2, 5]);
    service.clock.advance(25 * 60 * 60 * 1000);
    const later = await sendTo(service, source, form);
    assert.notDeepEqual(later.body, first.body);
    assert.equal((await leads()).length, 3);
  });

  it('takes only its own id for the id: every submission of a form is a lead', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    for (const [index, id] of ['nested', 'nested', 'own', 'own', 'own'].entries()) {
      const contact = { name: `Person ${index}`, phone: `41555501${60 + index}` };
      const sent =
        id === 'own' ? { id: 'contact-1', ...contact } : { form: { id: 'f' }, lead: contact };
      const { body } = await sendTo(service, source, sent);
      assert.equal(body.receipts[0].outcome, 'captured', `${id} ${index}`);
    }
    assert.deepEqual(
      (await leads()).map(({ phone }) => phone).sort(),
      [60, 61, 62, 63, 64].map((end) => `+141555501${end}`),
    );
  });

  it('has ids of its own: another address with the same source does not share them', async () => {
    const first = await newSource(organization, { default_service: 'ac_repair' });
    const second = await newSource(organization, { default_service: 'ac_repair' });
    await sendTo(service, first, { id: '1', phone: '4155550171' });
    const { body } = await sendTo(service, second, { id: '1', phone: '4155550172' });
    assert.equal(body.receipts[0].outcome, 'captured');
    const [other, lead] = await leads();
    assert.deepEqual(
      [lead.phone, lead.source_ref, other.phone, other.source_ref],
      ['+14155550171', '1', '+14155550172', `${second.source_id} 1`],
    );
    const [receipt] = await receipts(second);
    assert.equal(receipt.lead_id, other.lead_id);
    // What is in quarantine, too.
    await sendTo(service, first, { id: '2', phone: '4155550173' });
    await sendTo(service, second, { id: '2', name: 'Kim' });
    const fields = { phone: '+14155550174' };
    const path = `/v1/quarantine/${firstOf(await quarantine()).receipt_id}/release`;
    const released = await api().post(path, { fields });
    assert.notEqual(released.body.lead_id, (await receipts(first))[0]?.lead_id);
    assert.equal((await leads()).length, 4);
  });

  it('keeps what is sent again with other content: the lead gets it, or it is tried again', async () => {
    const source = await newSource(organization, {
      default_service: 'ac_repair',
      mapping: {
        id: '/id',
        name: '/name',
        phone: '/phone',
        email: '/mail',
        'metadata.plan': '/plan',
      },
    });
    await sendTo(service, source, { id: 'A', name: 'Kim' });
    const corrected = await sendTo(service, source, { id: 'A', phone: '4155550175' });
    assert.equal(corrected.body.receipts[0].outcome, 'captured');
    const [lead] = await leads();
    assert.deepEqual([lead.name, lead.phone], ['Kim', '+14155550175']);
    assert.deepEqual(await quarantine(), []);
    assert.deepEqual(
      (await receipts(source)).map(({ outcome, lead_id }) => [outcome, lead_id]),
      [
        ['captured', lead.lead_id],
        ['attached', lead.lead_id],
      ],
    );
    // All at once: each is kept, and it is one lead.
    const plans = ['gold', 'silver', 'bronze', 'iron'];
    const sent = plans.map((plan) => ({
      id: 'B',
      phone: '4155550176',
      plan,
      mail: 'b@example.com',
    }));
    await Promise.all(sent.map((one) => sendTo(service, source, one)));
    const own = (await receipts(source)).filter(({ payload }) => JSON.parse(payload).id === 'B');
    assert.deepEqual(own.map(({ outcome }) => outcome).sort(), [
      ...['attached', 'attached', 'attached', 'captured'],
    ]);
    assert.equal(new Set(own.map(({ lead_id }) => lead_id)).size, 1);
    assert.equal((await leads()).length, 2);
    // What a person discarded does not become a lead by itself.
    await sendTo(service, source, { id: 'C', name: 'Spam' });
    const path = `/v1/quarantine/${firstOf(await quarantine()).receipt_id}/discard`;
    await api().post(path, { reason: 'Spam' });
    await sendTo(service, source, { id: 'C', phone: '4155550177' });
    assert.equal(firstOf(await quarantine()).reason, 'discarded_before');
    assert.equal((await leads()).length, 2);
  });

  it('reads the same again, after it was changed so that it can', async () => {
    const source = await newSource(organization, {});
    const sent = { id: 'D', name: 'Dana', phone: '4155550178' };
    const before = await sendTo(service, source, sent);
    assert.equal(before.body.receipts[0].outcome, 'quarantined');
    await api().patch(`/v1/sources/${source.source_id}`, { default_service: 'ac_repair' });
    const after = await sendTo(service, source, sent);
    assert.deepEqual(after.body.receipts, [
      { receipt_id: before.body.receipts[0].receipt_id, outcome: 'captured' },
    ]);
    assert.equal((await leads()).length, 1);
  });

  it('counts the same content around midnight once', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    service.clock.set('2027-03-02T23:59:59Z');
    const first = await sendTo(service, source, { phone: '4155550156' });
    service.clock.advance(2_000);
    assert.deepEqual((await sendTo(service, source, { phone: '4155550156' })).body, first.body);
    assert.equal((await leads()).length, 1);
  });

  it('puts what cannot become a lead into quarantine, and a release keeps the time of arrival', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const source = await newSource(organization, {});
    const { status, body } = await sendTo(service, source, { id: 'Q-1', name: 'Kim' });
    assert.equal(status, 200);
    assert.equal(body.receipts[0].outcome, 'quarantined');
    assert.equal((await leads()).length, 0);
    const item = firstOf(await quarantine());
    assert.equal(item.reason, 'contact_channel_missing');
    assert.deepEqual([item.fields.name, item.lead_id], ['Kim', null]);

    service.clock.advance(90 * 60_000);
    const path = `/v1/quarantine/${item.receipt_id}`;
    const missing = await api().post(`${path}/release`, { fields: { phone: 'x' } });
    assert.equal(missing.status, 422);
    assert.equal(missing.body.code, 'lead_not_actionable');
    assert.match(missing.body.errors[0].pointer, /^\/fields\//);
    const fields = { phone: '+14155550157', service_needed: 'ac_repair' };
    const released = await api().post(`${path}/release`, { fields });
    assert.equal(released.status, 200, JSON.stringify(released.body));
    const lead = firstOf(await leads());
    assert.equal(released.body.lead_id, lead.lead_id);
    assert.equal(released.body.lifecycle_number, lead.lifecycle_number);
    assert.deepEqual(
      [lead.name, lead.source, lead.source_ref, lead.created_at],
      ['Kim', 'partner', 'Q-1', '2027-03-01T15:00:00.000Z'],
    );
    await api().post(`/v1/leads/${lead.lead_id}/contacted`);
    const { body: speed } = await api().get(
      '/v1/reports/speed-to-lead?from=2027-03-01&to=2027-03-01',
    );
    assert.match(JSON.stringify(speed.totals ?? speed), /5400/);
    // Again: the same.
    const again = await api().post(`${path}/release`, {});
    assert.deepEqual(again.body, released.body);
    assert.equal((await leads()).length, 1);
    assert.deepEqual(await quarantine(), []);
    // The maker sends it again: nothing more.
    const repeated = await sendTo(service, source, { id: 'Q-1', name: 'Kim' });
    assert.equal(repeated.body.receipts[0].outcome, 'released');
    assert.equal((await leads()).length, 1);
    const types = (await api().get('/v1/events?limit=200')).body.data.map(({ type }: Body) => type);
    for (const type of ['quarantine.added', 'quarantine.released', 'lead.created']) {
      assert.equal(types.filter((one: string) => one === type).length, 1, type);
    }
  });

  it('releases once, if two people release at once, and not what was discarded', async () => {
    const source = await newSource(organization, {});
    await sendTo(service, source, { name: 'Kim' });
    await sendTo(service, source, { name: 'Lee' });
    const [second, first] = await quarantine();
    const fields = { email: 'kim@example.com', service_needed: 'ac_repair' };
    const both = await Promise.all([
      api().post(`/v1/quarantine/${first.receipt_id}/release`, { fields }),
      api().post(`/v1/quarantine/${first.receipt_id}/release`, { fields }),
    ]);
    assert.deepEqual(both[0].body, both[1].body);
    assert.equal((await leads()).length, 1);
    const path = `/v1/quarantine/${second.receipt_id}`;
    const discarded = await api().post(`${path}/discard`, { reason: 'Spam' });
    assert.deepEqual(
      [discarded.body.outcome, discarded.body.discard_reason],
      ['discarded', 'Spam'],
    );
    assert.deepEqual((await api().post(`${path}/discard`, { reason: 'x' })).body, discarded.body);
    const refused = await api().post(`${path}/release`, { fields });
    assert.deepEqual([refused.status, refused.body.code], [409, 'not_in_quarantine']);
  });

  it('keeps what no one can read, byte by byte', async () => {
    const source = await newSource(organization, {});
    const bytes = Buffer.from([0xff, 0x00, 0xfe, 0x7b]);
    const { status } = await sendTo(service, source, bytes, { type: 'application/octet-stream' });
    assert.equal(status, 200);
    await sendTo(service, source, '{"name": ', {});
    const [text, binary] = await quarantine();
    assert.deepEqual([text.reason, text.payload], ['unreadable', '{"name": ']);
    assert.deepEqual(
      [binary.payload_encoding, binary.payload],
      ['base64', bytes.toString('base64')],
    );
  });

  it('reads what has a photo in it as a whole, and keeps all of it but the photo', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    const photo = `data:image/jpeg;base64,${'x'.repeat(600_000)}`;
    const quote = String.raw`a \" b`;
    const sent = JSON.stringify({ photo, quote, phone: '4155550134' });
    assert.equal((await sendTo(service, source, sent)).status, 200);
    assert.equal(firstOf(await leads()).phone, '+14155550134');
    const [item] = await receipts(source);
    const { body } = await api().get(`/v1/receipts/${item.receipt_id}`);
    const kept = JSON.parse(body.payload);
    assert.deepEqual([body.payload_bytes, kept.phone], [sent.length, '4155550134']);
    assert.match(kept.photo, /^data:image\/jpeg;base64,x{1000,}… \(600023 characters\)$/);
    // What is not known yet can be mapped by it.
    const mapping = { name: '/quote', phone: '/phone' };
    const given = { receipt_id: item.receipt_id, mapping };
    const preview = await api().post(`/v1/sources/${source.source_id}/preview`, given);
    assert.equal(preview.body.results[0].fields.name, quote);
  });

  it('reads the answers of a form with photos, also if they are larger than it reads', async () => {
    for (const size of [400_000, MAX_READ_BYTES]) {
      const source = await newSource(organization, { kind: 'form', default_service: 'ac_repair' });
      const phone = `415555${size === 400_000 ? '0161' : '0162'}`;
      const form = new FormData();
      form.set('name', 'Phil Photo');
      form.set('phone', phone);
      form.set(
        'picture',
        new Blob([Buffer.alloc(200_000, 0xff)], { type: 'image/jpeg' }),
        'ac.jpg',
      );
      form.set('large', new Blob([Buffer.alloc(size, 0xff)], { type: 'image/jpeg' }), 'unit.jpg');
      const request = new Response(form);
      const sent = Buffer.from(await request.arrayBuffer());
      const type = request.headers.get('content-type') ?? '';
      const { status, body } = await sendTo(service, source, sent, { type });
      assert.deepEqual([status, body.receipts[0].outcome], [200, 'captured']);
      const lead = firstOf(await leads());
      assert.deepEqual([lead.name, lead.phone], ['Phil Photo', `+1${phone}`]);
      assert.equal(lead.metadata.picture, 'ac.jpg');
      assert.equal(firstOf(await receipts(source)).payload_bytes, sent.length);
    }
  });

  it('keeps what has too many values to be read', async () => {
    const source = await newSource(organization, {});
    const sent = `[${'{},'.repeat(60_000)}{}]`;
    assert.equal((await sendTo(service, source, sent)).status, 200);
    const [item] = await quarantine();
    assert.deepEqual([item.reason, item.payload_bytes], ['unreadable', sent.length]);
    assert.match(item.detail, /more than 50000 values/);
  });

  it('reads text in the charset that it names or begins with', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    const text = JSON.stringify({ name: 'Zoë Renée', phone: '4155550163' });
    const mark = Buffer.from([0xff, 0xfe]);
    const sent: [Buffer, string][] = [
      [Buffer.from(text, 'latin1'), 'application/json; charset=ISO-8859-1'],
      [Buffer.from(text, 'utf16le'), 'application/json;charset="utf-16le"'],
      [Buffer.concat([mark, Buffer.from(text, 'utf16le')]), 'application/json'],
      [Buffer.from(text), 'application/json; charset=utf-16'],
      [Buffer.from(text), 'application/json; charset=no-such-charset'],
    ];
    const form = 'application/x-www-form-urlencoded';
    const fields = 'phone=415-555-0163&100%=%ZZ&name=';
    sent.push([Buffer.from(`${fields}Zo%EB+Ren%E9e`), form]);
    sent.push([Buffer.from(`${fields}Zo%EB+Ren%E9e`), `${form}; charset=iso-8859-1`]);
    sent.push([Buffer.from(`${fields}Zo%C3%AB+Renée`), `${form}; charset=klingon`]);
    for (const [bytes, type] of sent) {
      const { body } = await sendTo(service, source, bytes, { type });
      assert.equal(body.receipts[0].outcome, 'captured', type);
    }
    assert.deepEqual(new Set((await leads()).map(({ name }) => name)), new Set(['Zoë Renée']));
  });

  it('takes any type and compression, and keeps them as they were sent', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    const types = ['', '/', 'json', 'text', 'application/json, application/json', 'a/b;;;', 'é'];
    for (const [index, type] of types.entries()) {
      const headers = { 'content-type': Buffer.from(type).toString('latin1') };
      const sent = { phone: `41555502${10 + index}` };
      const { status, body } = await sendTo(service, source, sent, { headers });
      assert.deepEqual([status, body.receipts?.[0].outcome], [200, 'captured'], type);
      assert.equal((await receipts(source))[0]?.content_type, headers['content-type'].trim());
    }
    const zipped = gzipSync(JSON.stringify({ phone: '4155550231' }));
    const headers = { 'content-encoding': 'gzip' };
    const { body } = await sendTo(service, source, zipped, { headers });
    assert.equal(body.receipts[0].outcome, 'captured');
    assert.equal((await receipts(source))[0]?.payload, '{"phone":"4155550231"}');
    const broken = await sendTo(service, source, zipped.subarray(0, 20), { headers });
    assert.equal(broken.body.receipts[0].outcome, 'quarantined');
    const bomb = await sendTo(service, source, gzipSync(Buffer.alloc(MAX_READ_BYTES + 1)), {
      headers,
    });
    assert.equal(bomb.body.receipts[0].outcome, 'quarantined');
  });

  it('keeps every digit of an id', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    await sendTo(service, source, '{"id":12345678901234567,"phone":"4155550134","n":1.5}');
    const [lead] = await leads();
    assert.deepEqual([lead.source_ref, lead.metadata], ['12345678901234567', { n: '1.5' }]);
  });

  it('does not show a secret that was sent in the body, also not in the lead', async () => {
    const secret = 'Zt4-secret-9b';
    const source = await newSource(organization, {
      default_service: 'ac_repair',
      verification: { secret },
    });
    const headers = { 'x-api-key': secret };
    await sendTo(service, source, { phone: '4155550134', token: secret }, { headers });
    const [lead] = await leads();
    assert.equal(lead.metadata.token, '[hidden]');
  });

  it('is not the sender’s fault if the service cannot read its secret', async () => {
    const verification = { secret: 'Zt4-secret-9b' };
    const source = await newSource(organization, { verification });
    await service.owner.query(
      `update sources set sealed_secret = '\\x00112233445566778899' where source_key = $1`,
      [source.source_key],
    );
    const headers = { 'x-api-key': verification.secret };
    const refused = await sendTo(service, source, DANA, { headers });
    assert.deepEqual([refused.status, refused.body.code], [503, 'secret_unreadable']);
    assert(refused.headers.get('retry-after'));
  });

  it('is sent again by makers that repeat only after 5xx, if too much comes at once', async () => {
    const source = await newSource(organization, {});
    const all = await Promise.all(
      Array.from({ length: 40 }, () => sendTo(service, source, { name: 'Kim' })),
    );
    const refused = all.find(({ status }) => status !== 200);
    assert(refused);
    assert.deepEqual([refused.status, refused.body.code], [503, 'source_busy']);
    assert(refused.headers.get('retry-after'));
  });

  it('settles text with a NUL, also with an idempotency key, which stores the response', async () => {
    const source = await newSource(organization, {});
    await sendTo(service, source, 'name=Dana\0', { type: 'text/plain' });
    const [receipt] = await quarantine();
    assert.equal(Buffer.from(receipt.payload, 'base64').toString(), 'name=Dana\0');
    const path = `/v1/quarantine/${receipt.receipt_id}/discard`;
    const options = { headers: { 'idempotency-key': 'nul' } };
    const first = await api().post(path, { reason: 'Spam' }, options);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.deepEqual((await api().post(path, { reason: 'Spam' }, options)).body, first.body);
  });

  it('keeps a phone number that it cannot read in the notes, if there is another way', async () => {
    const source = await newSource(organization, { default_service: 'ac_repair' });
    await sendTo(service, source, { phone: 'call me', email: 'ann@example.com', message: 'Hi' });
    const lead = firstOf(await leads());
    assert.deepEqual([lead.phone, lead.notes], [null, 'Hi\nPhone: call me']);
  });

  it('has an address that is unknown, closed, suspended or given too much', async () => {
    const source = await newSource(organization, {});
    for (const key of ['0'.repeat(26), 'x', '7m2k9x4c0p8t5w1z6b3d7f2h4j']) {
      const { status, body } = await sendTo(service, { source_key: key }, DANA);
      assert.deepEqual([status, body.code], [404, 'not_found']);
    }
    const large = await sendTo(service, source, { notes: 'x'.repeat(MAX_READ_BYTES) });
    assert.deepEqual([large.status, large.body.code], [413, 'body_too_large']);
    const wrong = await fetch(`${service.url}/in/${source.source_key}`);
    assert.equal(wrong.status, 405);
    const suspend = `/v1/organizations/${organization.organizationId}/suspend`;
    assert.equal((await service.operator.post(suspend)).status, 200);
    // An empty body becomes no lead, whether the suspension has arrived already or not.
    const suspended = await eventually(async () => {
      const response = await sendTo(service, source, {});
      return response.status === 403 && response;
    });
    assert.equal(suspended.body.code, 'organization_suspended');
    const resume = `/v1/organizations/${organization.organizationId}/resume`;
    assert.equal((await service.operator.post(resume)).status, 200);
    await eventually(async () => (await api().get('/v1/organization')).status === 200);
    const before = await receipts(source);
    await api().patch(`/v1/sources/${source.source_id}`, { active: false });
    const closed = await eventually(async () => {
      const response = await sendTo(service, source, DANA);
      return response.status !== 403 && response;
    });
    assert.deepEqual([closed.status, closed.body.code], [410, 'address_closed']);
    assert.deepEqual(await receipts(source), before);
  });

  it('is not found in another organization', async () => {
    const source = await newSource(organization, {});
    await sendTo(service, source, { name: 'Kim' });
    const item = firstOf(await quarantine());
    const other = (await service.newOrganization()).api;
    assert.equal((await other.get(`/v1/sources/${source.source_id}`)).status, 404);
    assert.equal((await other.get(`/v1/sources/${source.source_id}/receipts`)).status, 404);
    assert.equal((await other.get(`/v1/receipts/${item.receipt_id}`)).status, 404);
    const fields = { phone: '+14155550134', service_needed: 'x' };
    const release = `/v1/quarantine/${item.receipt_id}/release`;
    assert.equal((await other.post(release, { fields })).status, 404);
    assert.deepEqual((await other.get('/v1/quarantine')).body.data, []);
  });
});
