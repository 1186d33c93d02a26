import type { Invoice } from '../../packages/sdk/src/index.ts';
import { DAY, dateOf } from './calendar.ts';
import type { Story } from './story.ts';

/** Estimates of installations: two options, signed at the kitchen table or on the customer's link. Amounts are in cents. */
export interface Offer {
  estimateId: string;
  title: string;
  /** Of the options, in their order. */
  totals: readonly [number, number];
}

const VALID_DAYS = 14;
const PERMIT = 18_500;

/** Writes and sends it. One in eight is revised; a third of the customers look at it with their link. */
export async function offer(story: Story): Promise<Offer> {
  const { random, world, service, leadId, dispatcher } = story;
  const amount = random.between(...service.price) * 100;
  const title = random.pick(service.titles);
  const better = Math.round(amount * 1.12);
  const deposit = Math.round(amount / 3);
  const installation = (unit_amount: number) => ({ description: title, quantity: 1, unit_amount });
  const permit = { price_item: 'permit', quantity: 1 };
  const content = {
    valid_until: dateOf(world.clock.time + VALID_DAYS * DAY),
    deposit: { amount: deposit },
    warranty_months: service.warrantyMonths,
    terms: 'A third on signing, the rest on completion.',
    options: [
      { name: 'Standard', lines: [installation(amount), permit] },
      {
        name: 'With ten years of care',
        recommended: true,
        lines: [
          installation(better),
          permit,
          { price_item: 'thermostat', quantity: 1, optional: true },
        ],
      },
    ],
  };
  const { estimates } = dispatcher;
  const first = await estimates.create({ lead_id: leadId, title, ...content });
  await estimates.send(first.estimate_id);
  let { estimate_id } = first;
  if (random.chance(0.12)) {
    const next = await estimates.revise(estimate_id, { title });
    await estimates.send(next.estimate_id);
    estimate_id = next.estimate_id;
  }
  if (random.chance(0.33)) await look(story, estimate_id);
  const totals = [amount + PERMIT, better + PERMIT] as const;
  return { estimateId: estimate_id, title, totals };
}

async function look({ dispatcher }: Story, estimate_id: string): Promise<void> {
  const { url } = await dispatcher.links.create({ purpose: 'estimate', estimate_id });
  await dispatcher.visitPage(url);
}

export interface Signed {
  jobId: string;
  customerId: string;
  amount: number;
  invoice: Invoice;
}

/** The customer chooses an option and signs; the deposit is an invoice that is sent already. */
export async function sign({ random, dispatcher, household }: Story, made: Offer): Promise<Signed> {
  const option = random.chance(0.6) ? 1 : 0;
  const { job, invoice } = await dispatcher.estimates.accept(made.estimateId, {
    option,
    signature: { name: household.name, kind: 'typed' },
  });
  if (job === null || invoice === null) throw new Error('It is sold with a deposit');
  const { job_id: jobId, customer_id: customerId } = job;
  return { jobId, customerId, amount: made.totals[option], invoice };
}
