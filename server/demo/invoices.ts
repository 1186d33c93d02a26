import type { CreateInvoice, Invoice, RecordPayment } from '../../packages/sdk/src/index.ts';
import { DAY, dateOf, HOUR, inOfficeHours } from './calendar.ts';
import type { Sale } from './jobs.ts';
import { firstName, plan, type Story } from './story.ts';

/** The invoices of the jobs and their payments. Amounts are in cents. */

/** In percent, of Seattle. */
export const TAX_RATE = 10.35;
const DAYS_TO_PAY = 10;

/** A third on signing: the acceptance of the estimate has sent it. */
export function planDeposit(story: Story, invoice: Invoice): void {
  const { random, world } = story;
  plan(story, inOfficeHours(world.clock.time + random.between(1, 60) * HOUR), () =>
    pay(story, invoice, invoice.total, random.pick(['transfer', 'card', 'check'])),
  );
}

/** Most pay the technician; the others get the invoice by email. */
export async function billAtTheDoor(story: Story, { jobId, amount, title }: Sale): Promise<void> {
  const { random } = story;
  const visit = 8_900;
  const invoice = await draft(story, jobId, [
    { description: 'Visit', quantity: 1, unit_amount: visit, tax_rate: TAX_RATE },
    {
      description: title,
      quantity: 1,
      unit_amount: Math.max(1_000, amount - visit),
      tax_rate: TAX_RATE,
    },
  ]);
  if (random.chance(0.06)) return;
  await send(story, invoice);
  if (random.chance(0.66)) await pay(story, invoice, invoice.total, random.pick(['card', 'cash']));
  else planPayment(story, invoice);
}

/** The whole work: the service subtracts the deposit. */
export async function billAndCollect(story: Story, { jobId, amount, title }: Sale): Promise<void> {
  const { random, world, dispatcher } = story;
  const labor = Math.round(amount * 0.4);
  const invoice = await draft(story, jobId, [
    { description: title, quantity: 1, unit_amount: amount - labor, tax_rate: TAX_RATE },
    { description: 'Labor', quantity: 1, unit_amount: labor, tax_rate: TAX_RATE },
  ]);
  const sentAt = inOfficeHours(world.clock.time + random.between(2, 20) * HOUR);
  plan(story, sentAt, async () => {
    if (random.chance(0.06)) {
      await dispatcher.invoices.void(invoice.invoice_id, {
        reason: 'Rebate was missing',
      });
      await billAgain(story, jobId, invoice);
      return;
    }
    await send(story, invoice);
    planPayment(story, invoice);
  });
}

async function billAgain(story: Story, jobId: string, { lines }: Invoice): Promise<void> {
  const ownLines = lines.filter(({ unit_amount }) => unit_amount > 0);
  const [first, ...others] = ownLines.map(({ description, quantity, unit_amount }) => ({
    description,
    quantity,
    unit_amount,
    tax_rate: TAX_RATE,
  }));
  const rebated = first && { ...first, unit_amount: Math.round(first.unit_amount * 0.93) };
  const invoice = await draft(story, jobId, [...(rebated ? [rebated] : []), ...others]);
  await send(story, invoice);
  planPayment(story, invoice);
}

function draft(
  { world, dispatcher }: Story,
  job_id: string,
  lines: CreateInvoice['lines'],
): Promise<Invoice> {
  const due_on = dateOf(world.clock.time + DAYS_TO_PAY * DAY);
  return dispatcher.invoices.create({ job_id, currency: 'USD', due_on, lines });
}

async function send(
  story: Story,
  { invoice_id, number, total, customer_id }: Invoice,
): Promise<void> {
  const { random, dispatcher, household, source } = story;
  await dispatcher.invoices.send(invoice_id);
  // Callers have left no email address.
  if (source === 'phone' || source === 'referral' || !random.chance(0.5)) return;
  await dispatcher.messages.create({
    customer_id,
    channel: 'email',
    to: household.email,
    subject: `Invoice ${number}`,
    body: `Hi ${firstName(story)},\n\nthank you for your business. Invoice ${number} for $${(total / 100).toFixed(2)} is due within ${DAYS_TO_PAY} days.\n\nAlder Heating & Air`,
  });
}

/** On time, in two parts, late, or not at all. */
function planPayment(story: Story, invoice: Invoice): void {
  const { random, world } = story;
  const { total } = invoice;
  const method = random.pick(['card', 'check', 'transfer'] as const);
  const later = (days: number) => inOfficeHours(world.clock.time + days * DAY);
  switch (
    random.weighted([
      ['on time', 58],
      ['two parts', 16],
      ['late', 12],
      ['not at all', 14],
    ] as const)
  ) {
    case 'on time':
      plan(story, later(random.between(1, 9)), () => pay(story, invoice, total, method));
      return;
    case 'two parts': {
      const part = Math.round(total * 0.4);
      plan(story, later(random.between(1, 5)), () => pay(story, invoice, part, method));
      plan(story, later(random.between(9, 20)), () => pay(story, invoice, total - part, method));
      return;
    }
    case 'late':
      plan(story, later(random.between(12, 18)), () => pay(story, invoice, total, method));
      return;
    case 'not at all':
  }
}

async function pay(
  story: Story,
  { invoice_id, total }: Invoice,
  amount: number,
  method: RecordPayment['method'],
): Promise<void> {
  const { random, world, dispatcher } = story;
  await dispatcher.invoices.payments.create(invoice_id, { amount, method });
  if (amount < total || !random.chance(0.05)) return;
  plan(story, inOfficeHours(world.clock.time + random.between(1, 4) * DAY), async () => {
    await dispatcher.invoices.refunds.create(invoice_id, {
      amount: Math.round(total * 0.1),
      reason: 'Technician was an hour late',
    });
  });
}
