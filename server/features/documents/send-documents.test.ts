import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../testing/sms-gateway.ts';

const LINES = [{ description: 'Water heater', quantity: 1, unit_amount: 120_000, tax_rate: 8.25 }];

describe('sending an invoice or an estimate', () => {
  const service = sharedService({ hasWorker: true });
  const organization = fresh(() => service.newOrganization());
  const mailServer = shared(() => startMailServer());
  const gateway = shared(() => startSmsGateway());
  const post = async (path: string, body?: object) => {
    const response = await organization.api.post(path, body);
    assert(response.status < 300, `${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const mailChannel = () =>
    post('/v1/channels', {
      kind: 'smtp',
      settings: {
        host: '127.0.0.1',
        port: mailServer.port,
        secure: false,
        from_address: 'office@example.com',
      },
    });
  const textChannel = () =>
    post('/v1/channels', {
      kind: 'sms_gateway',
      settings: { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' },
    });
  const newInvoice = async (lead: object) => {
    const { lead_id } = await post('/v1/leads', freshLead({ name: 'Dana Whitfield', ...lead }));
    const { job_id } = await post('/v1/jobs', { lead_id, title: 'Heater' });
    return post('/v1/invoices', { job_id, lines: LINES, due_on: '2027-03-31' });
  };
  const eventsOf = async (type: string) =>
    (await organization.api.get(`/v1/events?type=${type}&limit=200`)).body.data;
  const mailTo = (to: string) =>
    eventually(async () => mailServer.mails.find((mail) => mail.to === to) ?? false);
  const attachmentOf = async (raw: string) => {
    const [, part = ''] = raw.split(/Content-Type: application\/pdf/i);
    const encoded = part.split(/\r?\n\r?\n/)[1] ?? '';
    const bytes = Buffer.from(encoded.replaceAll(/[\r\n]/g, ''), 'base64');
    return (await pdfPages(new Uint8Array(bytes))).join(' ').replaceAll(/\s+/g, ' ');
  };

  it('mails it with the PDF attached, and says with which message', async () => {
    await mailChannel();
    const email = 'dana.mail@example.com';
    const invoice = await newInvoice({ email, phone: '+14155550171' });
    const sent = await post(`/v1/invoices/${invoice.invoice_id}/send`);
    assert.deepEqual([sent.status, sent.delivery], ['sent', 'email']);
    assert.match(sent.communication_id, /^communication_/);
    const { raw } = await mailTo(email);
    assert.match(raw, /Subject: Invoice INV-000001 from/);
    assert.match(raw, /filename=INV-000001\.pdf/);
    const text = await attachmentOf(raw);
    assert(text.includes('INV-000001') && text.includes('$1,299.00'), text);
    const message = (await organization.api.get(`/v1/communications/${sent.communication_id}`))
      .body;
    assert.equal(message.purpose, 'service');
    const again = await post(`/v1/invoices/${invoice.invoice_id}/send`);
    assert.deepEqual([again.communication_id, again.delivery], [sent.communication_id, 'email']);
    assert.equal((await eventsOf('invoice.sent')).length, 1);
    assert.equal((await eventsOf('communication.queued')).length, 1);
  });

  it('texts the number, the amount and the day if there is no other way, in the contact’s language', async () => {
    await textChannel();
    const phone = '+14155550172';
    const invoice = await newInvoice({ phone, email: 'x@example.com', language: 'es' });
    const sent = await post(`/v1/invoices/${invoice.invoice_id}/send`);
    assert.equal(sent.delivery, 'sms');
    const { body } = await eventually(
      async () => gateway.requests.find((request) => request.body.to === phone) ?? false,
    );
    assert.match(body.body, /^Hola Dana, su factura INV-000001 de .* es de .*1,?299[.,]00/);
    assert.match(body.body, /31 de marzo de 2027/);
  });

  it('goes out again on request: at once to an address that was corrected, later to the same', async () => {
    await mailChannel();
    const lead = { email: 'dana.wrong@example.com', phone: '+14155550176' };
    const invoice = await newInvoice(lead);
    const path = `/v1/invoices/${invoice.invoice_id}/send`;
    const first = await post(path);
    const { customer_id } = invoice;
    const right = { email: 'dana.right@example.com' };
    assert.equal((await organization.api.patch(`/v1/customers/${customer_id}`, right)).status, 200);
    const second = await post(path);
    assert.notEqual(second.communication_id, first.communication_id);
    await mailTo(right.email);
    assert.deepEqual(await post(path), second);
    const { clock } = service;
    const before = clock.now();
    try {
      clock.advance(5 * 60 * 1000);
      const third = await post(path, { channel: 'email' });
      assert.notEqual(third.communication_id, second.communication_id);
    } finally {
      clock.set(before.toISOString());
    }
    assert.equal((await eventsOf('invoice.resent')).length, 2);
  });

  it('chooses a channel that the contact allows, and says why it sent nothing', async () => {
    await mailChannel();
    await textChannel();
    const email = 'dana.stop@example.com';
    const invoice = await newInvoice({ email, phone: '+14155550177' });
    const path = `/v1/invoices/${invoice.invoice_id}/send`;
    const optOut = (channel: string, address: string) =>
      post('/v1/opt-outs', { channel, address, source: 'phone' });
    await optOut('email', email);
    const texted = await post(path);
    assert.deepEqual([texted.delivery, texted.delivery_reason], ['sms', null]);
    await optOut('sms', '+14155550177');
    const refused = await organization.api.post(path);
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.reason],
      [409, 'document_not_deliverable', 'opted_out'],
    );
    const other = await newInvoice({ email, phone: '+14155550177', name: 'Dan' });
    const issued = await post(`/v1/invoices/${other.invoice_id}/send`);
    assert.deepEqual(
      [issued.status, issued.delivery, issued.delivery_reason],
      ['sent', 'issued', 'opted_out'],
    );
    const { job_id } = await post('/v1/jobs', { customer_id: invoice.customer_id, title: 'Pump' });
    const third = await post('/v1/invoices', { job_id, lines: LINES });
    await organization.api.patch(`/v1/customers/${invoice.customer_id}`, { do_not_contact: true });
    const never = await post(`/v1/invoices/${third.invoice_id}/send`, { channel: 'email' });
    assert.equal(never.delivery_reason, 'do_not_contact');
  });

  it('sends the deposit invoice with the acceptance, or later if it could not then', async () => {
    const accepted = async (lead: object) => {
      const { lead_id } = await post('/v1/leads', freshLead({ name: 'Dana', ...lead }));
      const deposit = { percent: 30 };
      const options = [{ name: 'Better', lines: LINES }];
      const offer = { lead_id, title: 'New heater', options, deposit };
      const { estimate_id } = await post('/v1/estimates', offer);
      await post(`/v1/estimates/${estimate_id}/send`);
      const signature = { name: 'Dana', kind: 'typed' };
      return (await post(`/v1/estimates/${estimate_id}/accept`, { signature })).invoice;
    };
    const lead = { email: 'dana.later@example.com', phone: '+14155550178' };
    const silent = await accepted(lead);
    assert.deepEqual([silent.delivery, silent.delivery_reason], ['issued', 'no_channel']);
    await mailChannel();
    const path = `/v1/invoices/${silent.invoice_id}/send`;
    const later = await post(path);
    assert.deepEqual(
      [later.status, later.delivery, later.delivery_reason],
      ['sent', 'email', null],
    );
    const email = 'dana.deposit@example.com';
    const deposit = await accepted({ email, phone: '+14155550179' });
    assert.deepEqual([deposit.delivery, deposit.status], ['email', 'sent']);
    const { raw } = await eventually(
      async () =>
        mailServer.mails.find(({ to, raw }) => to === email && /Subject: Invoice/.test(raw)) ??
        false,
    );
    assert((await attachmentOf(raw)).includes(deposit.number));
    const [sent] = (await eventsOf('invoice.sent')).filter(
      ({ data }: { data: { number: string } }) => data.number === deposit.number,
    );
    assert.deepEqual(
      [sent.data.delivery, sent.data.communication_id],
      ['email', deposit.communication_id],
    );
    const links = (await organization.api.get(`/v1/links?purpose=invoice&limit=50`)).body.data;
    assert(
      links.some(({ invoice_id }: { invoice_id: string }) => invoice_id === deposit.invoice_id),
      JSON.stringify(links),
    );
  });

  it('goes out by another channel on request, once', async () => {
    await mailChannel();
    await textChannel();
    const phone = '+14155550173';
    const invoice = await newInvoice({ phone, email: 'dana.both@example.com' });
    const path = `/v1/invoices/${invoice.invoice_id}/send`;
    assert.equal((await post(path)).delivery, 'email');
    const texted = await post(path, { channel: 'sms' });
    assert.equal(texted.delivery, 'sms');
    assert.deepEqual(await post(path, { channel: 'sms' }), texted);
    assert.equal((await eventsOf('invoice.sent')).length, 1);
    assert.equal((await eventsOf('invoice.resent')).length, 1);
  });

  it('is only marked as sent without a channel or an address, and refuses a channel that cannot reach', async () => {
    const silent = await newInvoice({ phone: '+14155550174' });
    const path = `/v1/invoices/${silent.invoice_id}/send`;
    const refused = await organization.api.post(path, { channel: 'email' });
    assert.deepEqual(fieldErrors(refused), ['/channel no_address']);
    assert.equal(
      (await organization.api.get(`/v1/invoices/${silent.invoice_id}`)).body.status,
      'draft',
    );
    const issued = await post(path, { channel: 'sms' });
    assert.deepEqual(
      [issued.status, issued.delivery, issued.communication_id],
      ['sent', 'issued', null],
    );
    await textChannel();
    assert.equal((await post(path, { channel: 'sms' })).delivery, 'sms');
  });

  it('mails an estimate with the PDF of its version', async () => {
    await mailChannel();
    const email = 'dana.estimate@example.com';
    const { lead_id } = await post('/v1/leads', freshLead({ email, name: 'Dana' }));
    const options = [{ name: 'Better', lines: LINES }];
    const offer = { lead_id, title: 'New heater', options };
    const { estimate_id } = await post('/v1/estimates', offer);
    const sent = await post(`/v1/estimates/${estimate_id}/send`, { channel: 'email' });
    assert.deepEqual([sent.status, sent.delivery], ['sent', 'email']);
    const { raw } = await mailTo(email);
    assert.match(raw, /Subject: Estimate EST-000001 from/);
    const text = await attachmentOf(raw);
    assert(text.includes('EST-000001') && text.includes('New heater'), text);
  });

  it('finds an invoice by its number', async () => {
    const invoice = await newInvoice({});
    await newInvoice({});
    const numbers = async (query: string) =>
      (await organization.api.get(`/v1/invoices?${query}`)).body.data.map(
        (one: { number: string }) => one.number,
      );
    assert.deepEqual(await numbers(`number=${invoice.number}`), [invoice.number]);
    assert.deepEqual(await numbers(`number=${invoice.number.toLowerCase()}`), [invoice.number]);
    assert.deepEqual(await numbers('number=INV-999999'), []);
    assert.deepEqual(await numbers(`number=${invoice.number}&sort=due_on`), [invoice.number]);
    assert.deepEqual(await numbers(`number=${invoice.number}&status=sent`), []);
  });
});
