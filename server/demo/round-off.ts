import type { Estimate, Invoice, Job, RecordPayment } from '../../packages/sdk/src/index.ts';
import type { Api } from './api.ts';
import { atTime, DAY, dateOf } from './calendar.ts';
import type { Company } from './open-company.ts';
import { iso } from './story.ts';

/**
 * Ensures that there is a job and an invoice in every state, whatever the time and weekday: those that the month
 * did not produce are created now.
 */
export async function roundOff({ dispatchers, owner }: Company, now: number): Promise<void> {
  const dispatcher = dispatchers[0]!;
  for (const [status, steps] of JOBS) {
    if ((await dispatcher.jobs.list({ status: [status], limit: 1 })).data.length > 0) continue;
    const { job_id } = await sellOne(dispatcher);
    for (const step of steps) await step(dispatcher, job_id, now);
  }
  for (const [status, steps] of INVOICES) {
    if ((await dispatcher.invoices.list({ status: [status], limit: 1 })).data.length > 0) continue;
    const { invoice_id } = await billOne(dispatcher, now);
    for (const step of steps) await step(dispatcher, invoice_id, now);
  }
  for (const [status, steps] of ESTIMATES) {
    if ((await dispatcher.estimates.list({ status: [status], limit: 1 })).data.length > 0) continue;
    const { estimate_id } = await offerOne(dispatcher);
    for (const step of steps) await step(dispatcher, estimate_id, now);
  }
  await cancelOneRun(owner);
}

type Step = (dispatcher: Api, id: string, now: number) => Promise<unknown>;

/** What leads to each status. */
type Steps = readonly (readonly [string, readonly Step[]])[];

const start: Step = ({ jobs }, id) => jobs.start(id);
const complete: Step = ({ jobs }, id) => jobs.complete(id);
const schedule: Step = ({ jobs }, id, now) =>
  jobs.schedule(id, {
    starts_at: iso(atTime(now, 9, 0, 5)),
    duration_minutes: 240,
    type: 'installation',
  });

const JOBS = [
  ['contracted', []],
  ['scheduled', [schedule]],
  ['in_progress', [start]],
  ['on_hold', [({ jobs }, id) => jobs.pause(id, { reason: 'Waiting for the permit' })]],
  ['completed', [start, complete]],
  ['in_warranty', [start, complete, ({ jobs }, id) => jobs.enrollWarranty(id)]],
  ['closed', [start, complete, ({ jobs }, id) => jobs.close(id)]],
  ['canceled', [({ jobs }, id) => jobs.cancel(id, { reason: 'Customer is moving' })]],
] as const satisfies Steps;

const AMOUNT = 120_000;
const send: Step = ({ invoices }, id) => invoices.send(id);
const pay =
  (amount: number, method: RecordPayment['method']): Step =>
  ({ invoices }, id) =>
    invoices.payments.create(id, { amount, method });

const INVOICES = [
  ['draft', []],
  ['sent', [send]],
  ['partially_paid', [send, pay(AMOUNT / 2, 'check')]],
  ['paid', [send, pay(AMOUNT, 'card')]],
  ['void', [({ invoices }, id) => invoices.void(id, { reason: 'Duplicate invoice' })]],
] as const satisfies Steps;

const offerIt: Step = ({ estimates }, id) => estimates.send(id);
const signature = { name: 'Dana Whitfield', kind: 'typed' } as const;

const ESTIMATES = [
  ['draft', []],
  ['sent', [offerIt]],
  [
    'viewed',
    [
      offerIt,
      async (dispatcher, estimate_id) => {
        const { url } = await dispatcher.links.create({ purpose: 'estimate', estimate_id });
        await dispatcher.visitPage(url);
      },
    ],
  ],
  ['accepted', [offerIt, ({ estimates }, id) => estimates.accept(id, { option: 0, signature })]],
  [
    'declined',
    [offerIt, ({ estimates }, id) => estimates.decline(id, { reason: 'Too expensive' })],
  ],
  ['superseded', [offerIt, ({ estimates }, id) => estimates.revise(id, {})]],
] as const satisfies Steps;

/** Sells a job to the newest lead that has none. */
async function sellOne(dispatcher: Api): Promise<Job> {
  const [lead] = (await dispatcher.leads.list({ status: ['qualified'], limit: 1 })).data;
  return dispatcher.jobs.create({
    lead_id: lead!.lead_id,
    title: 'Ductless heat pump, one head',
    service: 'heat_pump_installation',
    contract: { amount: 620_000, currency: 'USD' },
    warranty_months: 120,
  });
}

async function offerOne(dispatcher: Api): Promise<Estimate> {
  const [lead] = (await dispatcher.leads.list({ status: ['qualified'], limit: 1 })).data;
  return dispatcher.estimates.create({
    lead_id: lead!.lead_id,
    title: 'Ductless heat pump, one head',
    options: [
      {
        name: 'One head',
        lines: [{ description: 'Ductless heat pump, one head', quantity: 1, unit_amount: 620_000 }],
      },
    ],
    deposit: { percent: 30 },
  });
}

async function billOne(dispatcher: Api, now: number): Promise<Invoice> {
  const [job] = (await dispatcher.jobs.list({ status: ['completed'], limit: 1 })).data;
  return dispatcher.invoices.create({
    job_id: job!.job_id,
    currency: 'USD',
    due_on: dateOf(now + 10 * DAY),
    lines: [{ description: 'Extra line set', quantity: 1, unit_amount: AMOUNT }],
    // It is not in the contract that the deposit was for.
    subtract_deposit: false,
  });
}

async function cancelOneRun(owner: Api): Promise<void> {
  const [run] = (await owner.playbookRuns.list({ status: ['waiting'], limit: 1 })).data;
  if (!run) return;
  await owner.playbookRuns.cancel(run.run_id, { reason: 'They called us' });
}
