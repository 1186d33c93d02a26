import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toUuid } from '../domain/ids.ts';
import type { ApiClient } from './api-client.ts';
import { activeProvider } from './builders.ts';
import { created } from './created.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import { newUser } from './office.ts';

export interface Technician {
  userId: string;
  name: string;
  api: ApiClient;
}

/** A technician with a token that has all scopes of the role. */
export async function newTechnician(
  service: TestService,
  { api }: Pick<TestOrganization, 'api'>,
  name: string,
): Promise<Technician> {
  const userId = await newUser(api, { name });
  const { token } = await created(api.post('/v1/tokens', { name, user_id: userId }));
  return { userId, name, api: service.as(token) };
}

/** The ids of a technician's work, by the prefix of the id. */
export type Work = Record<string, string> & { lifecycle_number: string };

/**
 * What the office has planned for a technician: a visit of a job with everything that can belong to it. The text of
 * everything contains `mark`, and `hour` is when the visit starts on Tuesday.
 */
export async function planWork(
  service: TestService,
  { api }: TestOrganization,
  { userId }: Technician,
  { mark, hour }: { mark: string; hour: number },
): Promise<Work> {
  const lead = await created(
    api.post('/v1/leads', freshLead({ name: mark, email: `${randomUUID()}@example.com` })),
  );
  const { lead_id, lifecycle_number } = lead;
  const { property_id } = await created(
    api.post('/v1/properties', { lead_id, address: addressOf(mark), access_notes: mark }),
  );
  const { equipment_id } = await created(
    api.post('/v1/equipment', { property_id, kind: 'Boiler', serial: mark }),
  );
  const job = await created(
    api.post('/v1/jobs', { lead_id, equipment_id, title: `Boiler ${mark}` }),
  );
  const { job_id, customer_id } = job;
  const visit = await created(
    api.post('/v1/appointments', { job_id, assigned_to: userId, ...at(hour), notes: mark }),
  );
  const item = await created(api.post(`/v1/jobs/${job_id}/checklist`, { title: mark }));
  await created(api.post(`/v1/jobs/${job_id}/notes`, { text: mark }));
  const photo = { url: 'https://files.example.com/1.jpg', name: mark };
  await created(api.post(`/v1/jobs/${job_id}/attachments`, photo));
  const file_id = await attachedFile(api, job_id, mark);
  const invoice_id = await sentInvoice(api, job_id, mark);
  await activeProvider({ api });
  const checkout = await created(api.post(`/v1/invoices/${invoice_id}/checkout`));
  const follow_up = await created(
    api.post('/v1/follow-ups', {
      job_id,
      channel: 'task',
      body: mark,
      assigned_to: userId,
      due_at: '2027-03-05T09:00:00-08:00',
    }),
  );
  return {
    lead: lead_id,
    lifecycle_number,
    job: job_id,
    customer: customer_id,
    property: property_id,
    equipment: equipment_id,
    appointment: visit.appointment_id,
    hold: visit.appointment_id.replace(/^appointment/, 'hold'),
    item: item.checklist[0].item_id,
    invoice: invoice_id,
    checkout: checkout.checkout_id,
    estimate: await acceptedEstimate(api, lead_id, mark),
    file: file_id,
    communication: await failedMessage(service, api, lead_id, mark),
    follow_up: follow_up.follow_up_id,
    ...(await claimOf(api, lead_id, userId, mark)),
  };
}

function addressOf(line1: string) {
  return { line1, city: 'Portland', region: 'OR', postal_code: '97205', country: 'US' };
}

export function at(hour: number): { starts_at: string; duration_minutes: number } {
  const starts_at = `2027-03-02T${String(hour).padStart(2, '0')}:00:00-08:00`;
  return { starts_at, duration_minutes: 60 };
}

async function attachedFile(api: ApiClient, job_id: string, mark: string): Promise<string> {
  const headers = { 'content-type': 'application/pdf' };
  const path = `/v1/files?name=${encodeURIComponent(mark)}`;
  const raw = `%PDF-1.7\n${mark}\n%%EOF\n`;
  const { file_id } = await created(api.post(path, undefined, { raw, headers }));
  await created(api.post(`/v1/jobs/${job_id}/attachments`, { file_id }));
  return file_id;
}

async function acceptedEstimate(api: ApiClient, lead_id: string, mark: string): Promise<string> {
  const lines = [{ description: mark, quantity: 1, unit_amount: 120_000 }];
  const offer = { lead_id, title: mark, terms: mark, options: [{ name: mark, lines }] };
  const { estimate_id } = await created(api.post('/v1/estimates', offer));
  await api.post(`/v1/estimates/${estimate_id}/send`);
  const signature = { name: mark, kind: 'typed' };
  await created(api.post(`/v1/estimates/${estimate_id}/accept`, { signature }));
  return estimate_id;
}

/** With a payment of a part of it. */
async function sentInvoice(api: ApiClient, job_id: string, mark: string): Promise<string> {
  const lines = [{ description: mark, quantity: 1, unit_amount: 120_000 }];
  const { invoice_id } = await created(
    api.post('/v1/invoices', { job_id, currency: 'USD', lines, notes: mark }),
  );
  await api.post(`/v1/invoices/${invoice_id}/send`);
  const payment = { amount: 1_000, method: 'card', reference: mark };
  await created(api.post(`/v1/invoices/${invoice_id}/payments`, payment));
  return invoice_id;
}

/** A message that can be sent again. */
async function failedMessage(
  { owner }: TestService,
  api: ApiClient,
  lead_id: string,
  body: string,
): Promise<string> {
  const message = { lead_id, channel: 'sms', body };
  const { communication_id } = await created(api.post('/v1/messages', message));
  await owner.query(`update communications set status = 'failed' where communication_id = $1`, [
    toUuid('communication', communication_id),
  ]);
  return communication_id;
}

/** Of another job of the same customer, which is assigned to the user. */
async function claimOf(
  api: ApiClient,
  lead_id: string,
  assigned_to: string,
  description: string,
): Promise<{ claim: string; claimed_job: string }> {
  const job = { lead_id, title: `Vent ${description}`, assigned_to, warranty_months: 12 };
  const { job_id } = await created(api.post('/v1/jobs', job));
  for (const step of ['start', 'complete', 'enroll-warranty']) {
    assert.equal((await api.post(`/v1/jobs/${job_id}/${step}`)).status, 200);
  }
  const claim = await created(api.post(`/v1/jobs/${job_id}/warranty-claims`, { description }));
  return { claim: claim.claim_id, claimed_job: job_id };
}
