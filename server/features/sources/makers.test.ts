import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { firstOf } from '../../testing/first-of.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { type Body, newSource, type SentRequest, sendTo } from '../../testing/source-stand.ts';

const SECRET = 'Zt4-google-key-9b';

function fixture(name: string): Buffer {
  return readFileSync(new URL(`./adapters/testdata/${name}`, import.meta.url));
}

interface Maker {
  kind: string;
  file: string;
  verification?: object;
  /** What proves that the maker sent it. */
  proof: (bytes: Buffer, secret: string) => SentRequest;
  /** What the maker expects. */
  response?: unknown;
}

const header = (name: string) => (_bytes: Buffer, secret: string) => ({
  headers: { [name]: secret },
});

const MAKERS: Maker[] = [
  { kind: 'angi', file: 'angi.json', proof: header('x-api-key') },
  {
    kind: 'thumbtack',
    file: 'thumbtack.json',
    verification: { username: 'alder' },
    proof: (_bytes, secret) => ({
      headers: {
        authorization: `Basic ${Buffer.from(`alder:${secret}`).toString('base64')}`,
      },
    }),
  },
  {
    kind: 'google_local_services',
    file: 'google-local-services.json',
    verification: { query: 'key' },
    proof: (_bytes, secret) => ({ query: `?key=${secret}` }),
  },
  {
    kind: 'facebook',
    file: 'facebook-lead.json',
    proof: (bytes, secret) => ({
      headers: {
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
      },
    }),
  },
  {
    kind: 'callrail',
    file: 'callrail-call.json',
    proof: (bytes, secret) => ({
      headers: { signature: createHmac('sha1', secret).update(bytes).digest('base64') },
    }),
  },
  { kind: 'json', file: 'facebook-lead.json', proof: header('x-api-key') },
];

const service = sharedService({ hasWorker: true });
const organization = fresh(() => service.newOrganization());
const leads = async (): Promise<Body[]> =>
  (await organization.api.get('/v1/leads?limit=200')).body.data;
const receipts = async (source: Body): Promise<Body[]> =>
  (await organization.api.get(`/v1/sources/${source.source_id}/receipts`)).body.data;

describe('each maker proves itself in its own way', () => {
  for (const { kind, file, verification = {}, proof } of MAKERS) {
    it(`${kind}: with the secret a lead, with another one 401 and nothing stored`, async () => {
      const source = await newSource(organization, {
        kind,
        default_service: 'ac_repair',
        verification: { secret: SECRET, ...verification },
        ...(kind === 'json' && { mapping: { name: 'Fay', phone: '+14155550139' } }),
      });
      const bytes = fixture(file);
      for (const request of [{}, proof(bytes, 'another-secret')]) {
        const { status, body } = await sendTo(service, source, bytes, request);
        assert.deepEqual([status, body.code], [401, 'bad_signature']);
      }
      assert.deepEqual(await receipts(source), []);
      const { status, body } = await sendTo(service, source, bytes, proof(bytes, SECRET));
      assert.equal(status, 200);
      assert.deepEqual([body.status, body.receipts[0].outcome], ['success', 'captured']);
      assert.equal((await leads()).length, 1);
      const repeated = await sendTo(service, source, bytes, proof(bytes, SECRET));
      assert.deepEqual(repeated.body, body);
      assert.equal((await leads()).length, 1);
    });
  }

  it('has its secret in one place, and no place without a secret', async () => {
    const { api } = organization;
    const create = (verification: object) =>
      api.post('/v1/sources', { name: 'P', kind: 'json', source: 'p', verification });
    const without = await create({ header: 'x-key' });
    assert.equal(without.status, 422);
    assert.deepEqual(
      [without.body.errors[0].pointer, without.body.errors[0].code],
      ['/verification/secret', 'required'],
    );
    const source = (await create({ header: 'x-key', secret: SECRET })).body;
    const path = `/v1/sources/${source.source_id}`;
    const moved = await api.patch(path, { verification: { query: 'key' } });
    assert.deepEqual(
      [moved.body.verification.method, moved.body.verification.header],
      ['query', null],
    );
    const sent = { phone: '4155550170', service: 'AC' };
    const byHeader = await sendTo(service, source, sent, { headers: { 'x-key': SECRET } });
    const byQuery = await sendTo(service, source, sent, { query: `?key=${SECRET}` });
    assert.deepEqual([byHeader.status, byQuery.status], [401, 200]);
    await api.patch(path, { verification: { username: 'me' } });
    const authorization = `basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`;
    assert.equal((await sendTo(service, source, sent, { headers: { authorization } })).status, 200);
    const open = await api.patch(path, { verification: { secret: null } });
    assert.equal(open.body.verification.method, 'none');
    const again = await api.patch(path, { verification: { header: 'x-key' } });
    assert.equal(again.status, 422);
  });

  it('google_lead_form: its key in the body is checked, and not stored', async () => {
    const verification = { secret: SECRET };
    const source = await newSource(organization, { kind: 'google_lead_form', verification });
    const sample = JSON.parse(fixture('google-lead-form.json').toString());
    const wrong = await sendTo(service, source, { ...sample, google_key: 'wrong-key-1' });
    assert.equal(wrong.status, 401);
    assert.deepEqual(await receipts(source), []);
    const { status, body } = await sendTo(service, source, sample);
    assert.deepEqual([status, body], [200, {}]);
    const receipt = firstOf(await receipts(source));
    assert.equal(receipt.outcome, 'captured');
    assert.equal(JSON.parse(receipt.payload).google_key, '[hidden]');
    const test = await sendTo(service, source, { ...sample, lead_id: 'T', is_test: true });
    assert.equal(test.status, 200);
    assert.deepEqual(
      (await receipts(source)).map(({ outcome }) => outcome),
      ['ignored', 'captured'],
    );
  });

  it('thumbtack: messages are answered and are no leads', async () => {
    const source = await newSource(organization, { kind: 'thumbtack' });
    await sendTo(service, source, fixture('thumbtack.json'));
    await sendTo(service, source, fixture('thumbtack-message.json'));
    assert.equal((await leads()).length, 1);
    const ignored = firstOf(await receipts(source));
    const sent = fixture('thumbtack-message.json').toString();
    assert.deepEqual([ignored.outcome, ignored.payload], ['ignored', sent]);
  });

  it('callrail: all webhooks of a call are one lead, with what the later ones know', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const source = await newSource(organization, {
      kind: 'callrail',
      default_service: 'ac_repair',
    });
    const { gclid, recording, ...call } = JSON.parse(fixture('callrail-call.json').toString());
    const first = { ...call, customer_name: 'WIRELESS CALLER', answered: null, note: null };
    await sendTo(service, source, first);
    const [ringing] = await leads();
    assert.deepEqual([ringing.attribution.gclid, ringing.first_contacted_at], [undefined, null]);
    await organization.api.patch(`/v1/leads/${ringing.lead_id}`, { address: '9 Oak St' });
    service.clock.advance(4 * 60_000);
    const last = { ...call, gclid, recording, answered: true, note: 'Wants a tune-up' };
    const { body } = await sendTo(service, source, last);
    assert.equal(body.receipts[0].outcome, 'attached');
    const [lead, ...others] = await leads();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [lead.name, lead.address, lead.notes, lead.attribution.gclid, lead.first_contacted_at],
      ['CAL RAIL', '9 Oak St', 'Wants a tune-up', gclid, '2027-03-01T15:04:00.000Z'],
    );
    assert.deepEqual(
      [lead.metadata.callrail_answered, lead.metadata.callrail_recording],
      ['true', recording],
    );
    const kept = await receipts(source);
    assert.deepEqual(
      kept.map(({ outcome, lead_id, payload }) => [outcome, lead_id, JSON.parse(payload)]),
      [
        ['attached', lead.lead_id, last],
        ['captured', lead.lead_id, first],
      ],
    );
    const again = await sendTo(service, source, last);
    assert.deepEqual(again.body, body);
    const { data } = (await organization.api.get('/v1/events?limit=200')).body;
    const types = data.map(({ type }: Body) => type).filter((type: string) => /^lead/.test(type));
    assert.deepEqual(types.sort(), [
      ...['lead.contacted', 'lead.created', 'lead.qualified', 'lead.updated', 'lead.updated'],
    ]);
  });

  it('callrail: a call that was answered at once was the first contact', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const source = await newSource(organization, { kind: 'callrail' });
    const call = { ...JSON.parse(fixture('callrail-call.json').toString()), answered: true };
    // No service: a person adds it later, and the contact was still the call.
    const { body } = await sendTo(service, source, call);
    assert.equal(body.receipts[0].outcome, 'quarantined');
    service.clock.advance(60_000);
    const fields = { service_needed: 'ac_repair' };
    const path = `/v1/quarantine/${body.receipts[0].receipt_id}/release`;
    assert.equal((await organization.api.post(path, { fields })).status, 200);
    assert.equal(firstOf(await leads()).first_contacted_at, '2027-03-01T15:00:00.000Z');
  });

  it('email: a mail, as it is or in a field of a form', async () => {
    const source = await newSource(organization, { kind: 'email', default_service: 'ac_repair' });
    const raw = await sendTo(service, source, fixture('mail-marketplace.eml'), {
      type: 'message/rfc822',
    });
    assert.equal(raw.body.receipts[0].outcome, 'captured');
    const fields = new URLSearchParams({ 'body-mime': fixture('mail-person.eml').toString() });
    const posted = await sendTo(service, source, fields.toString(), {
      type: 'application/x-www-form-urlencoded',
    });
    assert.equal(posted.body.receipts[0].outcome, 'captured');
    // As Postmark sends it, to an address as Mailgun wants it.
    const mail = fixture('mail-person.eml').toString().replace('abc123@', 'abc124@');
    const { status, body } = await sendTo(
      service,
      { source_key: `${source.source_key}/mime` },
      { RawEmail: mail.replaceAll('sam@', 'sara@') },
    );
    assert.deepEqual([status, body.receipts[0].outcome], [200, 'captured']);
    const [sara, person, marketplace] = await leads();
    assert.equal(sara.email, 'sara@example.com');
    assert.deepEqual([person.email, person.name], ['sam@example.com', 'Sam Carter']);
    assert.deepEqual(
      [marketplace.name, marketplace.phone, marketplace.metadata.mail_attachments],
      ['Renée Müller', '+14155550141', '1'],
    );
  });

  it('email: of one with many megabytes of attachments, the beginning is read', async () => {
    const source = await newSource(organization, { kind: 'email', default_service: 'ac_repair' });
    const start =
      'From: Sam <sam@example.com>\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nCall 415-555-0198\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n';
    const mail = Buffer.concat([Buffer.from(start), Buffer.alloc(7_000_000, 'QUJD')]);
    const { status, body } = await sendTo(service, source, mail, { type: 'message/rfc822' });
    assert.deepEqual([status, body.receipts[0].outcome], [200, 'captured']);
    assert.equal(firstOf(await leads()).phone, '+14155550198');
    assert.equal(firstOf(await receipts(source)).payload_bytes, mail.length);
  });

  it('email: a large one is parsed as a whole, and its beginning is kept', async () => {
    const source = await newSource(organization, { kind: 'email', default_service: 'ac_repair' });
    const mail = `From: Sam <sam@example.com>\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n${'QUJD'.repeat(100_000)}\n--b\nContent-Type: text/plain\n\nCall 415-555-0199\n--b--\n`;
    const { status } = await sendTo(service, source, mail, { type: 'message/rfc822' });
    assert.equal(status, 200);
    assert.equal(firstOf(await leads()).phone, '+14155550199');
    const listed = firstOf(await receipts(source));
    assert.equal(listed.payload_bytes, mail.length);
    assert.equal(listed.payload.length, 8_192);
    const { body } = await organization.api.get(`/v1/receipts/${listed.receipt_id}`);
    assert.equal(body.payload.length, 256 * 1024);
  });
});

describe('a webhook of Facebook', () => {
  const graph = shared(async () => {
    const asked: string[] = [];
    /** How it responds to an id the next time, instead of with the lead. */
    const failures = new Map<string, [status: number, body: string]>();
    const server = createServer((request, response) => {
      asked.push(`${request.headers.authorization} ${request.url}`);
      const id = /\/(\d+)\?/.exec(request.url ?? '')?.[1];
      const failure = failures.get(id ?? '');
      if (failure) return response.writeHead(failure[0]).end(failure[1]);
      response.setHeader('content-type', 'application/json');
      response.end(fixture('facebook-lead.json'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { asked, failures, url, stop: () => server.close() };
  });

  it('answers the challenge with its token only', async () => {
    const verification = { verify_token: 'verify-me-please' };
    const source = await newSource(organization, { kind: 'facebook', verification });
    const ask = (token: string) =>
      fetch(
        `${service.url}/in/${source.source_key}?hub.mode=subscribe&hub.challenge=4711004711&hub.verify_token=${token}`,
      );
    const right = await ask('verify-me-please');
    assert.deepEqual([right.status, await right.text()], [200, '4711004711']);
    assert.match(right.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal((await ask('wrong')).status, 401);
  });

  it('without an access token waits in quarantine, and says what to do', async () => {
    const source = await newSource(organization, { kind: 'facebook' });
    const { body } = await sendTo(service, source, fixture('facebook-webhook.json'));
    assert.deepEqual(
      body.receipts.map(({ outcome }: Body) => outcome),
      ['quarantined', 'quarantined'],
    );
    const [item] = (await organization.api.get('/v1/quarantine')).body.data;
    assert.equal(item.reason, 'details_needed');
    assert.match(item.detail, /access_token/);
  });

  it('with an access token is fetched by the worker, with the time of its arrival', async () => {
    service.taskContext.environment.THROUGHLINE_FACEBOOK_URL = graph.url;
    graph.failures.set('800000000124', [400, '{"error":{"code":190}}']);
    const verification = { access_token: 'EAAG-page-token' };
    const source = await newSource(organization, { kind: 'facebook', verification });
    const { body } = await sendTo(service, source, fixture('facebook-webhook.json'));
    assert.equal(body.receipts[0].outcome, 'pending');
    const settled = await eventually(async () => {
      const found = await receipts(source);
      return found.every(({ outcome }) => outcome !== 'pending') && found;
    });
    const byOutcome = new Map(settled.map((one) => [one.outcome, one]));
    assert.equal(byOutcome.get('quarantined')?.reason, 'fetch_failed');
    const lead = firstOf(await leads());
    assert.deepEqual(
      [lead.name, lead.phone, lead.source_ref, lead.lead_id],
      ['Fay Book', '+14155550139', '800000000123', byOutcome.get('captured')?.lead_id],
    );
    assert.equal(lead.created_at, byOutcome.get('captured')?.received_at);
    assert(graph.asked.every((one) => one.startsWith('Bearer EAAG-page-token /v23.0/8000')));
  });

  it('is fetched again if Facebook had a problem, or the source has another access token', async () => {
    service.taskContext.environment.THROUGHLINE_FACEBOOK_URL = graph.url;
    const transient = '{"error":{"code":2,"is_transient":true}}';
    graph.failures.set('800000000123', [400, transient]);
    graph.failures.set('800000000124', [400, '{"error":{"code":190}}']);
    const source = await newSource(organization, {
      kind: 'facebook',
      verification: { access_token: 'EAAG-old-token' },
    });
    const before = graph.asked.length;
    await sendTo(service, source, fixture('facebook-webhook.json'));
    const outcomes = async () => (await receipts(source)).map(({ outcome }) => outcome).sort();
    await eventually(async () => (await outcomes()).join() === 'pending,quarantined');
    await eventually(() => graph.asked.length >= before + 2);
    graph.failures.clear();
    const verification = { access_token: 'EAAG-new-token' };
    const path = `/v1/sources/${source.source_id}`;
    assert.equal((await organization.api.patch(path, { verification })).status, 200);
    await eventually(async () => (await outcomes()).join() === 'captured,pending');
  });
});
