import type { Api, Body } from './api.ts';
import { atTime, DAY, dateOf } from './calendar.ts';
import type { Company } from './open-company.ts';
import { iso } from './story.ts';

/**
 * Whatever hour of whatever weekday it is now, a job and an invoice of every state is there: what the month
 * did not leave is sold, done and billed now.
 */
export async function roundOff({ dispatchers, owner }: Company, now: number): Promise<void> {
  const desk = dispatchers[0]!;
  for (const [status, steps] of Object.entries(JOBS)) {
    if (await isThere(desk, 'jobs', status)) continue;
    const job = await sellOne(desk);
    for (const step of steps) await desk.post(`/v1/jobs/${job.job_id}/${step}`, bodyOf(step, now));
  }
  for (const [status, steps] of Object.entries(INVOICES)) {
    if (await isThere(desk, 'invoices', status)) continue;
    const invoice = await billOne(desk, now);
    for (const [step, body] of steps) {
      await desk.post(`/v1/invoices/${invoice.invoice_id}/${step}`, body);
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
      return { reason: 'Moves away' };
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
  void: [['void', { reason: 'Written twice' }]],
};

async function isThere(desk: Api, what: string, status: string): Promise<boolean> {
  return (await desk.get(`/v1/${what}?status=${status}&limit=1`)).data.length > 0;
}

/** To the newest lead that nobody has sold anything to. */
async function sellOne(desk: Api): Promise<Body> {
  const [lead] = (await desk.get('/v1/leads?status=qualified&limit=1')).data;
  return desk.post('/v1/jobs', {
    lead_id: lead.lead_id,
    title: 'Ductless heat pump, one head',
    service: 'heat_pump_installation',
    contract: { amount: 620_000, currency: 'USD' },
    warranty_months: 120,
  });
}

async function billOne(desk: Api, now: number): Promise<Body> {
  const [job] = (await desk.get('/v1/jobs?status=completed&limit=1')).data;
  return desk.post('/v1/invoices', {
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
