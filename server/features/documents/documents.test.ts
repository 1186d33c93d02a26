import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { SIGNATURE_PNG, sendBytes } from '../../testing/files.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ATTACKS } from '../../testing/png.ts';
import { assertPrinted, Printed } from '../../testing/printed.ts';
import { newTechnician } from '../../testing/technicians.ts';

describe('documents', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const printed = fresh(async () => new Printed(service, organization));

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
    const estimate = await printed.estimate({ address: '1418 Alder St' });
    const response = await printed.download(`/v1/estimates/${estimate.estimate_id}/document.pdf`);
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /filename="EST-000001-v1\.pdf"/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const [page = ''] = await pdfPages(bytes);
    assertPrinted(page, 'Estimate', 'EST-000001', 'Valid until: March 31, 2027', 'Draft');
    assertPrinted(
      page,
      'Alder Heating & Air',
      '12 Alder St',
      'Portland, OR 97205',
      'Tax ID: 93-1234567',
    );
    assertPrinted(page, 'Dana Whitfield', '1418 Alder St');
    assertPrinted(
      page,
      'Replace the water heater: Standard',
      'Better (recommended)',
      'Haul away (optional)',
    );
    // 1.5 × 1,200.00, and 8.25 % of it.
    assertPrinted(
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
    assertPrinted(page, 'Terms', 'The rest is due on completion.', 'page 1 of 1');
    assert(Buffer.from(bytes).includes('/Subtype /Image'), 'the logo is missing');
  });

  it('of an accepted estimate has only what was accepted, who signed it, and the hash', async () => {
    const estimate = await printed.estimate();
    const path = `/v1/estimates/${estimate.estimate_id}`;
    await printed.post(`${path}/send`);
    const signature = { name: 'Dana W.', kind: 'drawn', image: SIGNATURE_PNG };
    const body = { option: 'Better', optional_lines: [1], signature };
    const { estimate: accepted } = await printed.post(`${path}/accept`, body);
    const text = await printed.text(`${path}/document.pdf`);
    assertPrinted(
      text,
      'Better (Accepted)',
      'Haul away',
      'Signed by Dana W. on March 1, 2027, 7:00 AM PST',
    );
    assertPrinted(text, 'Recorded by the company', accepted.acceptance.document_hash);
    assert(!text.includes('Standard'), text);
    await organization.api.patch('/v1/organization', { name: 'Another name' });
    await organization.api.patch(`/v1/customers/${accepted.customer_id}`, { name: 'Another' });
    const later = await printed.text(`${path}/document.pdf`);
    assert.equal(later, text);
  });

  it('of an invoice has its lines, totals and payments, in the language and the form of the contact', async () => {
    const german = { country: 'DE', currency: 'EUR', time_zone: 'Europe/Berlin' };
    await organization.api.patch('/v1/organization', german);
    const lead = freshLead({ name: 'Jürgen Müßig', language: 'de' });
    const { lead_id } = await printed.post('/v1/leads', lead);
    const { job_id } = await printed.post('/v1/jobs', { lead_id, title: 'Therme tauschen' });
    const lines = [{ description: 'Therme', quantity: 1.5, unit_amount: 123_456, tax_rate: 19 }];
    const invoice = await printed.post('/v1/invoices', {
      job_id,
      lines,
      due_on: '2027-03-31',
      notes: 'Danke.',
    });
    const path = `/v1/invoices/${invoice.invoice_id}`;
    assertPrinted(await printed.text(`${path}/document.pdf`), 'Rechnung', 'Entwurf');
    await printed.post(`${path}/send`);
    await printed.post(`${path}/payments`, { amount: 10_000, method: 'cash' });
    const text = await printed.text(`${path}/document.pdf`);
    assertPrinted(text, 'Jürgen Müßig', 'Fällig am: 31. März 2027', 'Therme tauschen', '1,5');
    assertPrinted(text, '1.234,56 €', '19 %', '1.851,84 €', '351,85 €', 'Gesamt', '2.203,69 €');
    assertPrinted(
      text,
      'Bezahlt',
      '100,00 €',
      'Offener Betrag',
      '2.103,69 €',
      'Danke.',
      'Seite 1 von 1',
    );
  });

  it('takes no picture that could stop the printer, as logo or as signature', async () => {
    const estimate = await printed.estimate();
    const path = `/v1/estimates/${estimate.estimate_id}`;
    await printed.post(`${path}/send`);
    for (const [name, bytes] of Object.entries(ATTACKS)) {
      const { file_id } = (await sendBytes(organization.api, new Uint8Array(bytes))).body;
      const logo = await organization.api.patch('/v1/organization', { logo_file_id: file_id });
      assert.deepEqual(fieldErrors(logo), ['/logo_file_id not_an_image'], name);
      const signature = { name: 'Dana', kind: 'drawn', image: bytes.toString('base64') };
      const signed = await organization.api.post(`${path}/accept`, { option: 0, signature });
      assert.deepEqual(fieldErrors(signed), ['/signature/image not_an_image'], name);
    }
  });

  it('is only for those who may see the estimate or the invoice, and the contact', async () => {
    const estimate = await printed.estimate();
    const path = `/v1/estimates/${estimate.estimate_id}/document.pdf`;
    const scopes = ['estimates:read'];
    const { token } = await printed.post('/v1/tokens', { name: 'Figures', scopes });
    assert.equal((await printed.download(path, { token })).status, 403);
    const rosa = await newTechnician(service, organization, 'Rosa');
    assert.equal((await rosa.api.get(path)).status, 404);
  });
});
