import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { SIGNATURE_PNG, sendBytes } from '../../testing/files.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ATTACKS, chunk, pngOf } from '../../testing/png.ts';
import { assertPrinted, Printed } from '../../testing/printed.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

describe('documents', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const printed = fresh(async () => new Printed(service, organization));

  it('of an estimate that can no longer be accepted says so', async () => {
    const estimate = await printed.estimate();
    const path = `/v1/estimates/${estimate.estimate_id}`;
    await printed.post(`${path}/send`);
    const text = () => printed.text(`${path}/document.pdf`);
    assert(!(await text()).includes('Status'));
    await printed.post(`${path}/decline`, { reason: 'Too expensive' });
    assertPrinted(await text(), 'Status: Declined');
    await printed.post(`${path}/revise`);
    assertPrinted(await text(), 'Status: Replaced by a newer version');
  });

  it('of an invoice says how it can be paid, as long as something is owed', async () => {
    const payment_instructions = 'By transfer to account 0042.';
    await organization.api.patch('/v1/organization', { payment_instructions });
    const { lead_id } = await printed.post('/v1/leads', freshLead({ language: 'es' }));
    const { job_id } = await printed.post('/v1/jobs', { lead_id, title: 'Heater' });
    const lines = [{ description: 'Heater', quantity: 1, unit_amount: 100 }];
    const sections = async ({ invoice_id }: { invoice_id: string }) => {
      const text = await printed.text(`/v1/invoices/${invoice_id}/document.pdf`);
      return ['Cómo pagar', payment_instructions].map((part) => text.includes(part));
    };
    const invoice = await printed.post('/v1/invoices', { job_id, lines });
    await printed.post(`/v1/invoices/${invoice.invoice_id}/send`);
    assert.deepEqual(await sections(invoice), [true, true]);
    await printed.post(`/v1/invoices/${invoice.invoice_id}/payments`, {
      amount: 100,
      method: 'cash',
    });
    assert.deepEqual(await sections(invoice), [false, false]);
    const voided = await printed.post('/v1/invoices', { job_id, lines });
    await printed.post(`/v1/invoices/${voided.invoice_id}/void`, { reason: 'Twice' });
    assert.deepEqual(await sections(voided), [false, false]);
  });

  it('prints accents, Greek, Cyrillic and Vietnamese as they are, and says what it cannot print', async () => {
    const name = 'Łukasz Øster-Šimić Ñandú';
    const description = 'Ελληνικά Привет Đặng Văn 漢字 مرحبا €';
    const lines = [{ description, quantity: 1, unit_amount: 100 }];
    const fields = { options: [{ name: 'A', lines }], terms: 'Rate\t5 %' };
    const estimate = await printed.estimate({ name }, fields);
    const text = await printed.text(`/v1/estimates/${estimate.estimate_id}/document.pdf`);
    assertPrinted(text, name, 'Ελληνικά Привет Đặng Văn ?? ????? €', 'Rate 5 %');
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
    const estimate = await printed.estimate({}, { options, terms: 'Word '.repeat(1_900) });
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    // Asked for first, answered last: others are served while it is laid out.
    const answered: string[] = [];
    const asked = (name: string, response: Promise<Response>) =>
      response.finally(() => answered.push(name));
    const [response] = await Promise.all([
      asked('document', printed.download(path)),
      asked('list', printed.download('/v1/estimates')),
    ]);
    assert.deepEqual(answered, ['list', 'document']);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const pages = await pdfPages(bytes);
    assert(pages.length > 10, `${pages.length} pages`);
    assertPrinted(pages[3] ?? '', 'Description', `page 4 of ${pages.length}`);
    assert(bytes.length < 2 ** 20, `${bytes.length} bytes`);
    const wide = lines.map((line) => ({ ...line, description: 'W'.repeat(500) }));
    const all = options.map(({ name }) => ({ name, lines: wide }));
    const endless = await printed.estimate({}, { options: all, terms: 'a\n'.repeat(4_900) });
    const refused = await printed.download(`/v1/estimates/${endless.estimate_id}/document.pdf`);
    const problem = (await refused.json()) as { code: string };
    assert.deepEqual([refused.status, problem.code], [409, 'document_too_long']);
  });

  it('that could not be printed is not sent, and says what to shorten', async () => {
    const wide = { description: 'W'.repeat(500), quantity: 1, unit_amount: 100 };
    const lines = (length: number) => Array.from({ length }, () => wide);
    const send = (path: string) => organization.api.post(`${path}/send`);
    const options = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, lines: lines(100) }));
    const estimate = await printed.estimate({}, { options, terms: 'a\n'.repeat(4_900) });
    const offered = `/v1/estimates/${estimate.estimate_id}`;
    assert.deepEqual(fieldErrors(await send(offered)), ['/options document_too_long']);
    assert.equal((await organization.api.get(offered)).body.status, 'draft');
    // As long as one can be that is not laid out when it is sent.
    const shorter = options.map(({ name }) => ({ name, lines: lines(20) }));
    const change = { options: shorter, terms: 'a\n'.repeat(2_000).trim() };
    assert.equal((await organization.api.patch(offered, change)).status, 200);
    assert.equal((await send(offered)).status, 200);
    assert((await printed.pages(`${offered}/document.pdf`)).length <= 190);

    const { lead_id } = await printed.post('/v1/leads', freshLead());
    const { customer_id } = await printed.post(`/v1/leads/${lead_id}/convert`);
    const { job_id } = await printed.post('/v1/jobs', { customer_id, title: 'Work' });
    const { invoice_id } = await printed.post('/v1/invoices', { job_id, lines: lines(500) });
    const billed = `/v1/invoices/${invoice_id}`;
    assert.deepEqual(fieldErrors(await send(billed)), ['/lines document_too_long']);
    await organization.api.patch(billed, { lines: lines(300) });
    assert.equal((await send(billed)).status, 200);
  });

  it('is refused while too many others wait, and says when to try again', async () => {
    const line = { description: 'Water heater', quantity: 1.5, unit_amount: 120_000 };
    const lines = Array.from({ length: 100 }, () => line);
    const estimate = await printed.estimate({}, { options: [{ name: 'A', lines }] });
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    const responses = await Promise.all(Array.from({ length: 60 }, () => printed.download(path)));
    const statuses = responses.map(({ status }) => status);
    assert(statuses.includes(200) && statuses.includes(503), statuses.join());
    for (const response of responses.filter(({ status }) => status === 503)) {
      const problem = (await response.json()) as { code: string };
      assert.equal(problem.code, 'document_busy');
      assert.equal(response.headers.get('retry-after'), '5');
    }
    await Promise.all(responses.map((response) => response.body?.cancel().catch(() => {})));
  });

  it('is printed without a picture that cannot be read, and so are those of others', async () => {
    const png = new Uint8Array(Buffer.from(SIGNATURE_PNG, 'base64'));
    const { file_id } = (await sendBytes(organization.api, png)).body;
    await organization.api.patch('/v1/organization', { logo_file_id: file_id });
    const estimate = await printed.estimate();
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    const other = await service.newOrganization();
    const theirs = await new Printed(service, other).estimate();
    // Stored before these pictures were refused.
    const values = [uuidFrom('organization', organization.organizationId)];
    const store = 'update file_chunks set bytes = $2 where organization_id = $1';
    for (const [name, bytes] of Object.entries(ATTACKS)) {
      await service.owner.query(store, [...values, bytes]);
      const [text, beside] = await Promise.all([
        printed.pages(path),
        printed.download(`/v1/estimates/${theirs.estimate_id}/document.pdf`, other),
      ]);
      assertPrinted(text.join(), 'EST-000001');
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
      const estimate = await printed.estimate();
      const response = await printed.download(`/v1/estimates/${estimate.estimate_id}/document.pdf`);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert(bytes.includes('/Subtype /Image'), JSON.stringify(form));
    }
  });
});
