import assert from 'node:assert/strict';
import type { ApiClient, ApiResponse, CallOptions } from './api-client.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import type { SeenEvent } from './office.ts';

export const LINE = { description: 'Water heater', quantity: 1, unit_amount: 10_000 };

export interface SoldJob {
  job_id: string;
  customer_id: string;
  lifecycle_number: string;
}

/** An organization with a sold job, for tests of invoices. */
export class Bookkeeping {
  readonly api: ApiClient;
  readonly organizationId: string;
  readonly job: SoldJob;

  private constructor({ api, organizationId }: TestOrganization, job: SoldJob) {
    this.api = api;
    this.organizationId = organizationId;
    this.job = job;
  }

  static async open(
    service: TestService,
    options: { time_zone?: string } = {},
  ): Promise<Bookkeeping> {
    const organization = await service.newOrganization(options);
    return new Bookkeeping(organization, await sellJob(organization.api));
  }

  newJob(contract?: object): Promise<SoldJob> {
    return sellJob(this.api, contract);
  }

  create(fields: object = {}, options?: CallOptions): Promise<ApiResponse> {
    const invoice = { job_id: this.job.job_id, lines: [LINE], ...fields };
    return this.api.post('/v1/invoices', invoice, options);
  }

  async draft(fields: object = {}) {
    return succeeded(await this.create(fields), 201);
  }

  /** For 100.00 by default. */
  async sent(fields: object = {}) {
    const { invoice_id } = await this.draft(fields);
    return succeeded(await this.api.post(`/v1/invoices/${invoice_id}/send`), 200);
  }

  pay(invoiceId: string, amount: unknown, more: object = {}, options?: CallOptions) {
    const payment = { amount, method: 'card', ...more };
    return this.api.post(`/v1/invoices/${invoiceId}/payments`, payment, options);
  }

  async paid(invoiceId: string, amount: number, more: object = {}) {
    return succeeded(await this.pay(invoiceId, amount, more), 201);
  }

  refund(invoiceId: string, amount: unknown, more: object = {}): Promise<ApiResponse> {
    const refund = { amount, reason: 'Under warranty.', ...more };
    return this.api.post(`/v1/invoices/${invoiceId}/refunds`, refund);
  }

  async refunded(invoiceId: string, amount: number, more: object = {}) {
    return succeeded(await this.refund(invoiceId, amount, more), 201);
  }

  void(invoiceId: string, reason: unknown = 'Duplicate invoice.'): Promise<ApiResponse> {
    return this.api.post(`/v1/invoices/${invoiceId}/void`, { reason });
  }

  async read(invoiceId: string) {
    return succeeded(await this.api.get(`/v1/invoices/${invoiceId}`), 200);
  }

  /** The events of all invoices or of one of them, in order. */
  async events(invoiceId?: string): Promise<SeenEvent[]> {
    const events: SeenEvent[] = [];
    for (;;) {
      const after = events.at(-1)?.seq ?? 0;
      const { body } = await this.api.get(`/v1/events?limit=200&after=${after}`);
      events.push(...body.data);
      if (!body.has_more) break;
    }
    return events.filter(
      ({ type, data }) =>
        type.startsWith('invoice.') && (invoiceId ?? data.invoice_id) === data.invoice_id,
    );
  }

  async eventTypes(invoiceId?: string): Promise<string[]> {
    return (await this.events(invoiceId)).map(({ type }) => type);
  }
}

function succeeded({ status, body }: ApiResponse, expected: number) {
  assert.equal(status, expected, JSON.stringify(body));
  return body;
}

async function sellJob(
  api: ApiClient,
  contract: object = { amount: 120_000, currency: 'USD' },
): Promise<SoldJob> {
  const { lead_id } = succeeded(await api.post('/v1/leads', freshLead()), 201);
  const job = { lead_id, title: 'Replace the water heater', contract };
  const { job_id, customer_id, lifecycle_number } = succeeded(await api.post('/v1/jobs', job), 201);
  return { job_id, customer_id, lifecycle_number };
}
