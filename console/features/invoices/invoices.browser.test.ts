import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { Paying } from '../../../server/testing/paying.ts';
import { StripeStand } from '../../../server/testing/stripe-stand.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('invoices', () => {
  const stand = useStand();
  const newJob = async (name: string, phone: string) => {
    const { api } = stand.organization;
    const body = { name, phone, service_needed: 'roof_repair' };
    const { lead_id } = await created(api.post('/v1/leads', body));
    const contract = { amount: 120_000, currency: 'USD' };
    return created(api.post('/v1/jobs', { lead_id, title: 'New roof', contract }));
  };
  const newInvoice = async (job_id: string, due_on: string, unit_amount: number) => {
    const { api } = stand.organization;
    const lines = [{ description: 'Roof', quantity: 1, unit_amount }];
    const invoice = await created(api.post('/v1/invoices', { job_id, due_on, lines }));
    const { status } = await api.post(`/v1/invoices/${invoice.invoice_id}/send`);
    assert.equal(status, 200);
    return invoice.number as string;
  };

  it('are none at first', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/invoices');
    await page.getByText('Nothing is owed to you.').waitFor();
    await assertAccessible(page);
  });

  it('are written with a live total, changed as a draft, sent, paid in parts and refunded', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { job_id } = await newJob('Carla Novotny', '+14155554101');
    await page.goto(`/jobs/${job_id}`);
    await page.getByRole('button', { name: 'New invoice' }).click();
    const form = page.getByRole('dialog', { name: 'New invoice: New roof' });
    assert.equal(await form.getByLabel('Price').inputValue(), '1200.00', 'the agreed price');
    await form.getByLabel('Tax %').fill('8.25');
    await form.getByText('$1,299.00').waitFor();
    await form.getByRole('button', { name: 'Add a line' }).click();
    await form.getByRole('button', { name: 'Save the draft' }).click();
    await form.getByText('Enter what the line is for.').waitFor();
    await assertAccessible(page);
    const second = form.getByRole('group', { name: 'Line 2' });
    await second.getByLabel('Description').fill('Labor, per hour');
    await second.getByLabel('Quantity').fill('2,5');
    await second.getByLabel('Price').fill('40');
    await second.getByLabel('Tax %').fill('');
    await form.getByText('$1,399.00').waitFor();
    await form.getByRole('button', { name: 'Save the draft' }).click();

    await page.getByRole('heading', { name: /^Invoice / }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: /^Edit invoice/ });
    await edit.getByRole('button', { name: 'Remove line 2' }).click();
    await edit.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('$1,299.00').first().waitFor();
    const send = page.getByRole('dialog', { name: /^Send invoice/ });
    await page.getByRole('button', { name: 'Send' }).click();
    await send.getByText('Text to +14155554101').waitFor();
    await send.getByLabel('How').selectOption('email');
    await send.getByText('There is no email address.').waitFor();
    await send.getByRole('button', { name: 'Send' }).click();
    await send.getByText(/The contact has no email address/).waitFor();
    await send.getByLabel('How').selectOption('auto');
    await send.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/is marked as sent, but no message has left/).waitFor();
    await page
      .getByRole('definition')
      .getByText(/, only marked as sent$/)
      .waitFor();
    const pdf = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
    const response = await page.request.get(pdf ?? '');
    assert.equal(response.headers()['content-type'], 'application/pdf');

    await page.getByRole('button', { name: 'Record a payment' }).click();
    const pay = page.getByRole('dialog', { name: /^Payment for invoice/ });
    assert.equal(await pay.getByLabel('Amount received').inputValue(), '1299.00');
    await pay.getByLabel('Amount received').fill('2000');
    await pay.getByText('More than the open amount of $1,299.00.').waitFor();
    await pay.getByLabel('Amount received').fill('299');
    await pay.getByText('Open after this payment: $1,000.00').waitFor();
    await assertAccessible(page);
    await pay.getByLabel('Method').selectOption('check');
    await pay.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByText('Partly paid').waitFor();
    await page.getByRole('listitem').getByText('Check').waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const refund = page.getByRole('dialog', { name: /^Refund of invoice/ });
    await refund.getByLabel('Amount returned').fill('300');
    await refund.getByLabel('Reason').fill('Part under warranty');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await refund.getByText('More than the $299.00 that can be refunded.').waitFor();
    await assertAccessible(page);
    await refund.getByLabel('Amount returned').fill('99');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Refund · Part under warranty').waitFor();
    await page.getByText('$1,099.00').waitFor();
    await assertAccessible(page);
  });

  it('show what came in through a provider, what went back, and what is disputed', async (t) => {
    const stripe = await StripeStand.start(() => stand.service.clock.now());
    t.after(() => stripe.stop());
    const company = await Paying.open(stand.service, stripe);
    const { page } = await stand.signedInTo(company, 'dispatcher');
    const { invoice, session } = await company.checkout();
    await page.goto(`/invoices/${invoice.invoice_id}`);
    const payments = page.getByRole('region', { name: 'Payments' });
    await payments.getByText('No payments yet.').waitFor();
    await company.deliver(stripe.pay(session));
    await payments.getByText('Card · through Stripe').waitFor();
    const intent = session.payment_intent ?? '';
    await company.deliver(...stripe.refund(intent, 2_500));
    await payments.getByText('Refund · through Stripe').waitFor();
    await payments.getByText('-$25.00').waitFor();
    const dispute = { id: 'dp_1', amount: 7_500, currency: 'usd', reason: 'product_not_received' };
    await company.deliver(
      stripe.event('charge.dispute.created', {
        ...dispute,
        status: 'needs_response',
        payment_intent: intent,
      }),
    );
    const said = 'Dispute, product not received: respond at your provider';
    await payments.getByText(said).waitFor();

    const late = await company.checkout();
    await company.books.paid(late.invoice.invoice_id, 10_000);
    await company.deliver(stripe.pay(late.session));
    await page.goto(`/invoices/${late.invoice.invoice_id}`);
    await payments.getByText(/the invoice was paid already/).waitFor();
    await payments.getByText('Not on this invoice').waitFor();
    await assertAccessible(page);

    const open = await company.books.sent();
    await page.goto('/payments');
    const received = page.getByRole('list', { name: 'Payments' });
    await received.getByText('the invoice was paid already').waitFor();
    await received.getByRole('button', { name: /^Put on an invoice/ }).click();
    const match = page.getByRole('dialog', { name: 'Payment of $100.00' });
    await match.getByRole('button', { name: 'Put on an invoice' }).click();
    await match.getByText('Choose the invoice.').waitFor();
    await match.getByRole('combobox', { name: 'Invoice' }).fill(open.number);
    await match.getByRole('option', { name: new RegExp(open.number) }).waitFor();
    await page.keyboard.press('Enter');
    await match.getByRole('button', { name: 'Put on an invoice' }).click();
    await page.getByText(`$100.00 is recorded on invoice ${open.number}.`).waitFor();
    await page.getByText('Every payment is on its invoice.').waitFor();
    assert.equal((await company.books.read(open.invoice_id)).status, 'paid');
  });

  it('ask before they are void', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { job_id } = await newJob('Ben Ashby', '+14155554102');
    const number = await newInvoice(job_id, '2027-04-01', 5_000);
    await page.goto('/invoices');
    await page.getByRole('link', { name: new RegExp(number) }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Void' }).click();
    const dialog = page.getByRole('dialog', { name: /^Void invoice/ });
    await dialog.getByRole('button', { name: 'Void' }).click();
    await dialog.getByLabel('Reason').and(page.locator('[aria-invalid=true]')).waitFor();
    await dialog.getByLabel('Reason').fill('Created twice');
    await dialog.getByRole('button', { name: 'Void' }).click();
    await page.getByRole('definition').getByText('Created twice').waitFor();
  });

  it('are listed with the overdue first and what is open in all', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { job_id } = await newJob('Dora Quigley', '+14155554103');
    const later = await newInvoice(job_id, '2027-05-01', 30_000);
    const overdue = await newInvoice(job_id, '2027-02-01', 20_000);
    await page.goto('/invoices');
    const rows = page.getByRole('list', { name: 'Invoices' }).getByRole('link');
    await rows.filter({ hasText: later }).waitFor();
    await rows.filter({ hasText: 'Dora Quigley' }).first().waitFor();
    assert.match((await rows.first().textContent()) ?? '', new RegExp(overdue));
    await page.getByText('$1,599.00').waitFor();
    await page.getByRole('button', { name: 'Void' }).click();
    await rows.filter({ hasText: 'Void' }).waitFor();
    await assertAccessible(page);
  });

  it('fit on a phone', async () => {
    const { page } = await stand.signedIn('dispatcher', {}, { width: 360, height: 740 });
    await page.goto('/invoices');
    await page
      .getByRole('link', { name: /Dora Quigley/ })
      .first()
      .waitFor();
    const wide = await page.evaluate(() => {
      const main = document.getElementById('main');
      return main ? main.scrollWidth - main.clientWidth : -1;
    });
    assert.equal(wide, 0, 'nothing is cut off at the right');
    await assertAccessible(page);
  });
});
