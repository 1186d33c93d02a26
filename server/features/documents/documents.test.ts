import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { SIGNATURE_PNG, sendBytes } from '../../testing/files.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ATTACKS, chunk, pngOf } from '../../testing/png.ts';
import { newTechnician } from '../../testing/technicians.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const LINES = [
  { description: 'Water heater', quantity: 1.5, unit_amount: 120_000, tax_rate: 8.25 },
  { description: 'Haul away', quantity: 1, unit_amount: 7_500, optional: true },
];
const OFFER = {
  title: 'Replace the water heater',
  valid_until: '2027-03-31',
  options: [
    { name: 'Standard', lines: LINES.slice(0, 1) },
    { name: 'Better', recommended: true, lines: LINES },
  ],
  deposit: { percent: 30 },
  terms: 'The rest is due on completion.',
};

describe('documents', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const post = async (path: string, body?: object) => {
    const response = await organization.api.post(path, body);
    assert(response.status < 300, `${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const download = (path: string, token = organization.token) =>
    fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const pagesOf = async (path: string) => {
    const response = await download(path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    return pdfPages(new Uint8Array(await response.arrayBuffer()));
  };
  const estimateOf = async (lead: object = {}, fields: object = {}) => {
    const { lead_id } = await post('/v1/leads', freshLead({ name: 'Dana Whitfield', ...lead }));
    return post('/v1/estimates', { lead_id, ...OFFER, ...fields });
  };
  const has = (text: string, ...parts: string[]) => {
    const plain = text.replaceAll(/\s+/g, ' ');
    for (const part of parts) assert(plain.includes(part), `${part} is missing in: ${plain}`);
  };

  it('of an estimate has the company, the contact, every option with its lines and totals, and the terms', async () => {
    const logo = await sendBytes(
      organization.api,
      new Uint8Array(Buffer.from(SIGNATURE_PNG, 'base64')),
    );
    await organization.api.patch('/v1/organization', {
      name: 'Alder Heating & Air',
      address: '12 Alder St\nPortland, OR 97205',
      tax_id: '93-1234567',
      phone: '+15035550100',
      logo_file_id: logo.body.file_id,
    });
    const estimate = await estimateOf({ address: '1418 Alder St' });
    const response = await download(`/v1/estimates/${estimate.estimate_id}/document.pdf`);
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /filename="EST-000001-v1\.pdf"/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const [page = ''] = await pdfPages(bytes);
    has(page, 'Estimate', 'EST-000001', 'Valid until: March 31, 2027', 'Draft');
    has(page, 'Alder Heating & Air', '12 Alder St', 'Portland, OR 97205', 'Tax ID: 93-1234567');
    has(page, 'Dana Whitfield', '1418 Alder St');
    has(page, 'Replace the water heater: Standard', 'Better (recommended)', 'Haul away (optional)');
    // 1.5 × 1,200.00, and 8.25 % of it.
    has(
      page,
      '1.5',
      '$1,200.00',
      '8.25 %',
      '$1,800.00',
      '$148.50',
      '$1,948.50',
      'Deposit',
      '$584.55',
    );
    has(page, 'Terms', 'The rest is due on completion.', 'page 1 of 1');
    assert(Buffer.from(bytes).includes('/Subtype /Image'), 'the logo is missing');
  });

  it('of an accepted estimate has only what was accepted, who signed it, and the hash', async () => {
    const estimate = await estimateOf();
    const path = `/v1/estimates/${estimate.estimate_id}`;
    await post(`${path}/send`);
    const signature = { name: 'Dana W.', kind: 'drawn', image: SIGNATURE_PNG };
    const body = { option: 'Better', optional_lines: [1], signature };
    const { estimate: accepted } = await post(`${path}/accept`, body);
    const text = (await pagesOf(`${path}/document.pdf`)).join(' ');
    has(text, 'Better (Accepted)', 'Haul away', 'Signed by Dana W. on March 1, 2027, 7:00 AM PST');
    has(text, 'Recorded by the company', accepted.acceptance.document_hash);
    assert(!text.includes('Standard'), text);
    await organization.api.patch('/v1/organization', { name: 'Another name' });
    await organization.api.patch(`/v1/customers/${accepted.customer_id}`, { name: 'Another' });
    const later = (await pagesOf(`${path}/document.pdf`)).join(' ');
    assert.equal(later, text);
  });

  it('of an estimate that can no longer be accepted says so', async () => {
    const estimate = await estimateOf();
    const path = `/v1/estimates/${estimate.estimate_id}`;
    await post(`${path}/send`);
    const printed = async () => (await pagesOf(`${path}/document.pdf`)).join(' ');
    assert(!(await printed()).includes('Status'));
    await post(`${path}/decline`, { reason: 'Too expensive' });
    has(await printed(), 'Status: Declined');
    await post(`${path}/revise`);
    has(await printed(), 'Status: Replaced by a newer version');
  });

  it('of an invoice has its lines, totals and payments, in the language and the form of the contact', async () => {
    const german = { country: 'DE', currency: 'EUR', time_zone: 'Europe/Berlin' };
    await organization.api.patch('/v1/organization', german);
    const lead = freshLead({ name: 'Jürgen Müßig', language: 'de' });
    const { lead_id } = await post('/v1/leads', lead);
    const { job_id } = await post('/v1/jobs', { lead_id, title: 'Therme tauschen' });
    const lines = [{ description: 'Therme', quantity: 1.5, unit_amount: 123_456, tax_rate: 19 }];
    const invoice = await post('/v1/invoices', {
      job_id,
      lines,
      due_on: '2027-03-31',
      notes: 'Danke.',
    });
    const path = `/v1/invoices/${invoice.invoice_id}`;
    has((await pagesOf(`${path}/document.pdf`)).join(' '), 'Rechnung', 'Entwurf');
    await post(`${path}/send`);
    await post(`${path}/payments`, { amount: 10_000, method: 'cash' });
    const text = (await pagesOf(`${path}/document.pdf`)).join(' ');
    has(text, 'Jürgen Müßig', 'Fällig am: 31. März 2027', 'Therme tauschen', '1,5');
    has(text, '1.234,56 €', '19 %', '1.851,84 €', '351,85 €', 'Gesamt', '2.203,69 €');
    has(text, 'Bezahlt', '100,00 €', 'Offener Betrag', '2.103,69 €', 'Danke.', 'Seite 1 von 1');
  });

  it('of an invoice says how it can be paid, as long as something is owed', async () => {
    const payment_instructions = 'By transfer to account 0042.';
    await organization.api.patch('/v1/organization', { payment_instructions });
    const { lead_id } = await post('/v1/leads', freshLead({ language: 'es' }));
    const { job_id } = await post('/v1/jobs', { lead_id, title: 'Heater' });
    const lines = [{ description: 'Heater', quantity: 1, unit_amount: 100 }];
    const sections = async ({ invoice_id }: { invoice_id: string }) => {
      const text = (await pagesOf(`/v1/invoices/${invoice_id}/document.pdf`)).join(' ');
      return ['Cómo pagar', payment_instructions].map((part) => text.includes(part));
    };
    const invoice = await post('/v1/invoices', { job_id, lines });
    await post(`/v1/invoices/${invoice.invoice_id}/send`);
    assert.deepEqual(await sections(invoice), [true, true]);
    await post(`/v1/invoices/${invoice.invoice_id}/payments`, { amount: 100, method: 'cash' });
    assert.deepEqual(await sections(invoice), [false, false]);
    const voided = await post('/v1/invoices', { job_id, lines });
    await post(`/v1/invoices/${voided.invoice_id}/void`, { reason: 'Twice' });
    assert.deepEqual(await sections(voided), [false, false]);
  });

  it('prints accents, Greek, Cyrillic and Vietnamese as they are, and says what it cannot print', async () => {
    const name = 'Łukasz Øster-Šimić Ñandú';
    const description = 'Ελληνικά Привет Đặng Văn 漢字 مرحبا €';
    const lines = [{ description, quantity: 1, unit_amount: 100 }];
    const fields = { options: [{ name: 'A', lines }], terms: 'Rate\t5 %' };
    const estimate = await estimateOf({ name }, fields);
    const text = (await pagesOf(`/v1/estimates/${estimate.estimate_id}/document.pdf`)).join(' ');
    has(text, name, 'Ελληνικά Привет Đặng Văn ?? ????? €', 'Rate 5 %');
  });

  it('of many pages repeats the headings, does not stop other requests, and has an end', async () => {
    const description = 'Ball valve, brass, three quarters of an inch, with a lever '
      .repeat(8)
      .slice(0, 480);
    const lines = Array.from({ length: 100 }, () => ({
      description,
      quantity: 1,
      unit_amount: 100,
    }));
    const options = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, lines }));
    const estimate = await estimateOf({}, { options, terms: 'Word '.repeat(1_900) });
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    // The thread is started by the first document.
    await pagesOf(path);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const startedAt = performance.now();
    const response = await download(path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const tookMs = performance.now() - startedAt;
    delay.disable();
    const pages = await pdfPages(bytes);
    assert(pages.length > 10, `${pages.length} pages`);
    has(pages[3] ?? '', 'Description', `page 4 of ${pages.length}`);
    assert(bytes.length < 2 ** 20, `${bytes.length} bytes`);
    assert(tookMs < 15_000, `${tookMs} ms`);
    assert(delay.max / 1e6 < 400, `blocked for ${delay.max / 1e6} ms`);
    const wide = lines.map((line) => ({ ...line, description: 'W'.repeat(500) }));
    const all = options.map(({ name }) => ({ name, lines: wide }));
    const endless = await estimateOf({}, { options: all, terms: 'a\n'.repeat(4_900) });
    const refused = await download(`/v1/estimates/${endless.estimate_id}/document.pdf`);
    const problem = (await refused.json()) as { code: string };
    assert.deepEqual([refused.status, problem.code], [409, 'document_too_long']);
  });

  it('that could not be printed is not sent, and says what to shorten', async () => {
    const wide = { description: 'W'.repeat(500), quantity: 1, unit_amount: 100 };
    const lines = (length: number) => Array.from({ length }, () => wide);
    const send = (path: string) => organization.api.post(`${path}/send`);
    const options = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, lines: lines(100) }));
    const estimate = await estimateOf({}, { options, terms: 'a\n'.repeat(4_900) });
    const offered = `/v1/estimates/${estimate.estimate_id}`;
    assert.deepEqual(fieldErrors(await send(offered)), ['/options document_too_long']);
    assert.equal((await organization.api.get(offered)).body.status, 'draft');
    // As long as one can be that is not laid out when it is sent.
    const shorter = options.map(({ name }) => ({ name, lines: lines(20) }));
    const change = { options: shorter, terms: 'a\n'.repeat(2_000).trim() };
    assert.equal((await organization.api.patch(offered, change)).status, 200);
    assert.equal((await send(offered)).status, 200);
    assert((await pagesOf(`${offered}/document.pdf`)).length <= 190);

    const { lead_id } = await post('/v1/leads', freshLead());
    const { customer_id } = await post(`/v1/leads/${lead_id}/convert`);
    const { job_id } = await post('/v1/jobs', { customer_id, title: 'Work' });
    const { invoice_id } = await post('/v1/invoices', { job_id, lines: lines(500) });
    const billed = `/v1/invoices/${invoice_id}`;
    assert.deepEqual(fieldErrors(await send(billed)), ['/lines document_too_long']);
    await organization.api.patch(billed, { lines: lines(300) });
    assert.equal((await send(billed)).status, 200);
  });

  it('is refused while too many others wait, and says when to try again', async () => {
    const lines = Array.from({ length: 100 }, () => ({ ...LINES[0] }));
    const estimate = await estimateOf({}, { options: [{ name: 'A', lines }] });
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    const responses = await Promise.all(Array.from({ length: 60 }, () => download(path)));
    const statuses = responses.map(({ status }) => status);
    assert(statuses.includes(200) && statuses.includes(503), statuses.join());
    for (const response of responses.filter(({ status }) => status === 503)) {
      const problem = (await response.json()) as { code: string };
      assert.equal(problem.code, 'document_busy');
      assert.equal(response.headers.get('retry-after'), '5');
    }
    await Promise.all(responses.map((response) => response.body?.cancel().catch(() => {})));
  });

  it('takes no picture that could stop the printer, as logo or as signature', async () => {
    const estimate = await estimateOf();
    const path = `/v1/estimates/${estimate.estimate_id}`;
    await post(`${path}/send`);
    for (const [name, bytes] of Object.entries(ATTACKS)) {
      const { file_id } = (await sendBytes(organization.api, new Uint8Array(bytes))).body;
      const logo = await organization.api.patch('/v1/organization', { logo_file_id: file_id });
      assert.deepEqual(fieldErrors(logo), ['/logo_file_id not_an_image'], name);
      const signature = { name: 'Dana', kind: 'drawn', image: bytes.toString('base64') };
      const signed = await organization.api.post(`${path}/accept`, { option: 0, signature });
      assert.deepEqual(fieldErrors(signed), ['/signature/image not_an_image'], name);
    }
  });

  it('is printed without a picture that cannot be read, and so are those of others', async () => {
    const png = new Uint8Array(Buffer.from(SIGNATURE_PNG, 'base64'));
    const { file_id } = (await sendBytes(organization.api, png)).body;
    await organization.api.patch('/v1/organization', { logo_file_id: file_id });
    const estimate = await estimateOf();
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    const other = await service.newOrganization();
    const lead = (await other.api.post('/v1/leads', freshLead())).body;
    const theirs = (await other.api.post('/v1/estimates', { lead_id: lead.lead_id, ...OFFER }))
      .body;
    // Stored before these pictures were refused.
    const values = [uuidFrom('organization', organization.organizationId)];
    const store = 'update file_chunks set bytes = $2 where organization_id = $1';
    for (const [name, bytes] of Object.entries(ATTACKS)) {
      await service.owner.query(store, [...values, bytes]);
      const [text, beside] = await Promise.all([
        pagesOf(path),
        download(`/v1/estimates/${theirs.estimate_id}/document.pdf`, other.token),
      ]);
      has(text.join(), 'EST-000001');
      assert.equal(beside.status, 200, name);
      await beside.body?.cancel();
    }
  });

  it('has pictures of every form', async () => {
    const palette = [
      chunk('PLTE', Buffer.from('ff0000000000', 'hex')),
      chunk('tRNS', Buffer.of(9)),
    ];
    for (const form of [
      { colorType: 0, bits: 16 },
      { colorType: 2 },
      { colorType: 3, bits: 1, before: palette },
      { colorType: 3, before: palette, isInterlaced: true },
      { colorType: 4 },
      { colorType: 6, bits: 16, isInterlaced: true },
    ]) {
      const { file_id } = (await sendBytes(organization.api, new Uint8Array(pngOf(form)))).body;
      const logo = await organization.api.patch('/v1/organization', { logo_file_id: file_id });
      assert.equal(logo.status, 200, JSON.stringify(form));
      const estimate = await estimateOf();
      const response = await download(`/v1/estimates/${estimate.estimate_id}/document.pdf`);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert(bytes.includes('/Subtype /Image'), JSON.stringify(form));
    }
  });

  it('is only for those who may see the estimate or the invoice, and the contact', async () => {
    const estimate = await estimateOf();
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    const other = await service.newOrganization();
    assert.equal((await download(path, other.token)).status, 404);
    const scopes = ['estimates:read'];
    const { token } = await post('/v1/tokens', { name: 'Figures', scopes });
    assert.equal((await download(path, token)).status, 403);
    const rosa = await newTechnician(service, organization, 'Rosa');
    assert.equal((await rosa.api.get(path)).status, 404);
  });
});
