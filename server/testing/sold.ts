import assert from 'node:assert/strict';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { created } from './created.ts';
import { lastOf } from './first-of.ts';
import type { TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import { newUser, type SeenEvent } from './office.ts';

/** An organization that sells jobs, for tests of jobs. */
export class Shop {
  readonly api: ApiClient;

  private constructor(api: ApiClient) {
    this.api = api;
  }

  static async open(service: TestService, options: { time_zone?: string } = {}): Promise<Shop> {
    return new Shop((await service.newOrganization(options)).api);
  }

  newUser(fields: object = {}): Promise<string> {
    return newUser(this.api, fields);
  }

  async newLead(fields: Record<string, unknown> = {}) {
    return await created(this.api.post('/v1/leads', freshLead(fields)));
  }

  async newCustomer(fields: Record<string, unknown> = {}) {
    const lead = await this.newLead(fields);
    return await created(this.api.post(`/v1/leads/${lead.lead_id}/convert`));
  }

  /** To a new lead by default. */
  async sell(job: Record<string, unknown> = {}): Promise<ApiResponse> {
    const isNamed = 'customer_id' in job || 'lead_id' in job;
    const to = isNamed ? {} : { lead_id: (await this.newLead()).lead_id };
    return this.api.post('/v1/jobs', { ...to, title: 'Replace the water heater', ...job });
  }

  async sold(job: Record<string, unknown> = {}) {
    return await created(this.sell(job));
  }

  take(jobId: string, step: string, body?: object): Promise<ApiResponse> {
    return this.api.post(`/v1/jobs/${jobId}/${step}`, body);
  }

  /** A job after these steps. */
  async soldAnd(steps: readonly string[], job: Record<string, unknown> = {}) {
    let body = await created(this.sell(job));
    for (const step of steps) {
      const response = await this.take(body.job_id, step);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      body = response.body;
    }
    return body;
  }

  async read(jobId: string) {
    return (await this.api.get(`/v1/jobs/${jobId}`)).body;
  }

  /** All events of the lifecycle number, in order. */
  async events({ lifecycle_number }: { lifecycle_number: string }): Promise<SeenEvent[]> {
    const path = `/v1/events?limit=200&lifecycle_number=${lifecycle_number}`;
    return (await this.api.get(path)).body.data;
  }

  async lastEvent(of: { lifecycle_number: string }): Promise<SeenEvent> {
    return lastOf(await this.events(of));
  }

  async kinds(of: { lifecycle_number: string }): Promise<string[]> {
    return (await this.events(of)).map(({ type }) => type);
  }
}
