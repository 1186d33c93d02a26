import type { Api, Body } from './api.ts';
import { atTime, DAY, dateOf } from './calendar.ts';
import type { Company } from './open-company.ts';
import { iso } from './story.ts';

/**
 * Ensures that there is a job and an invoice in every state, whatever the time and weekday: those that the month
 * did not produce are created now.
 */
export async function roundOff({ dispatchers, owner }: Company, now: number): Promise<void> {
  const dispatcher = dispatchers[0]!;
  for (const [status, steps] of Object.entries(JOBS)) {
    if (await exists(dispatcher, 'jobs', status)) continue;
    const job = await sellOne(dispatcher);
    for (const step of steps)
      await dispatcher.post(`/v1/jobs/${job.job_id}/${step}`, bodyOf(step, now));
  }
  for (const [status, steps] of Object.entries(INVOICES)) {
    if (await exists(dispatcher, 'invoices', status)) continue;
    const invoice = await billOne(dispatcher, now);
    for (const [step, body] of steps) {
      await dispatcher.post(`/v1/invoices/${invoice.invoice_id}/${step}`, body);
    }
  }
  await cancelOneRun(owner);
}

const JOBS = {
  contracted: [],
  scheduled: ['schedule'],
  in_progress: ['start'],
  on_hold: ['pause'],
  completed: ['start', 'complete'],
  in_warranty: ['start', 'complete', 'enroll-warranty'],
  closed: ['start', 'complete', 'close'],
  canceled: ['cancel'],
};

function bodyOf(step: string, now: number): object | undefined {
  switch (step) {
    case 'schedule':
      return { starts_at: iso(atTime(now, 9, 0, 5)), duration_minutes: 240, type: 'installation' };
    case 'pause':
      return { reason: 'Waiting for the permit' };
    case 'cancel':
      return { reason: 'Customer is moving' };
    default:
      return undefined;
  }
}

const AMOUNT = 120_000;
const INVOICES: Record<string, readonly (readonly [string, object?])[]> = {
  draft: [],
  sent: [['send']],
  partially_paid: [['send'], ['payments', { amount: AMOUNT / 2, method: 'check' }]],
  paid: [['send'], ['payments', { amount: AMOUNT, method: 'card' }]],
  void: [['void', { reason: 'Duplicate invoice' }]],
};

async function exists(dispatcher: Api, what: string, status: string): Promise<boolean> {
  return (await dispatcher.get(`/v1/${what}?status=${status}&limit=1`)).data.length > 0;
}

/** Sells a job to the newest lead that has none. */
async function sellOne(dispatcher: Api): Promise<Body> {
  const [lead] = (await dispatcher.get('/v1/leads?status=qualified&limit=1')).data;
  return dispatcher.post('/v1/jobs', {
    lead_id: lead.lead_id,
    title: 'Ductless heat pump, one head',
    service: 'heat_pump_installation',
    contract: { amount: 620_000, currency: 'USD' },
    warranty_months: 120,
  });
}

async function billOne(dispatcher: Api, now: number): Promise<Body> {
  const [job] = (await dispatcher.get('/v1/jobs?status=completed&limit=1')).data;
  return dispatcher.post('/v1/invoices', {
    job_id: job.job_id,
    currency: 'USD',
    due_on: dateOf(now + 10 * DAY),
    lines: [{ description: 'Extra line set', quantity: 1, unit_amount: AMOUNT }],
  });
}

async function cancelOneRun(owner: Api): Promise<void> {
  const [run] = (await owner.get('/v1/playbook-runs?status=waiting&limit=1')).data;
  if (!run) return;
  await owner.post(`/v1/playbook-runs/${run.run_id}/cancel`, { reason: 'They called us' });
}
