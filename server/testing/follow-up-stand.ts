import assert from 'node:assert/strict';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { GATEWAY_SECRET, type SmsGateway, signedHeaders, startSmsGateway } from './sms-gateway.ts';
import { uuidFrom } from './uuid-from.ts';

/** A Monday, 10:00 in Los Angeles, where the organization is and most of its customers are. */
export const MONDAY_10 = '2027-03-01T18:00:00.000Z';
export const HOUR = 3_600_000;

type FollowUp = ApiResponse['body'];

/** An organization that can send texts and emails, with the gateway and mail server that receive them. */
export class FollowUpStand {
  readonly service: TestService;
  readonly gateway: SmsGateway;
  readonly mailServer: MailServer;
  organizationId = '';
  api!: ApiClient;
  #inboundUrl = '';

  private constructor(service: TestService, gateway: SmsGateway, mailServer: MailServer) {
    this.service = service;
    this.gateway = gateway;
    this.mailServer = mailServer;
  }

  static async start(service: TestService): Promise<FollowUpStand> {
    return new FollowUpStand(service, await startSmsGateway(), await startMailServer());
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.mailServer.stop();
  }

  async openOrganization(): Promise<void> {
    this.service.clock.set(MONDAY_10);
    await this.openOrganizationWithoutChannels();
    const texts = { url: this.gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
    const created = await this.api.post('/v1/channels', { kind: 'sms_gateway', settings: texts });
    this.#inboundUrl = created.body.inbound_url;
    const { port } = this.mailServer;
    const mails = { host: '127.0.0.1', port, from_address: 'office@example.com' };
    await this.api.post('/v1/channels', { kind: 'smtp', settings: mails });
  }

  async openOrganizationWithoutChannels(): Promise<void> {
    const { api, organizationId } = await this.service.newOrganization();
    this.api = api;
    this.organizationId = organizationId;
  }

  async newLead(fields: object = {}): Promise<ApiResponse['body']> {
    const { status, body } = await this.api.post(
      '/v1/leads',
      freshLead({ name: 'Dana', ...fields }),
    );
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  /** A text in an hour by default. */
  async make(lead: { lead_id: string }, fields: object = {}): Promise<FollowUp> {
    const { status, body } = await this.api.post('/v1/follow-ups', {
      lead_id: lead.lead_id,
      channel: 'sms',
      delay: 'PT1H',
      body: 'Hi {{ lead.name }}, still interested?',
      ...fields,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  async read({ follow_up_id }: FollowUp): Promise<FollowUp> {
    return (await this.api.get(`/v1/follow-ups/${follow_up_id}`)).body;
  }

  async becomes(followUp: FollowUp, status: string): Promise<FollowUp> {
    await this.#once(followUp, 'status = $2', status);
    const seen = await this.read(followUp);
    assert.equal(seen.status, status, seen.reason);
    return seen;
  }

  /** The database is asked, which costs less than many requests. */
  #once({ follow_up_id }: FollowUp, condition: string, value: string): Promise<unknown> {
    const text = `select from follow_ups where follow_up_id = $1 and ${condition}`;
    const values = [uuidFrom('follow_up', follow_up_id), value];
    return eventually(async () => (await this.service.owner.query(text, values)).rowCount).catch(
      () => {},
    );
  }

  /** Still scheduled, but for that time. */
  async movesTo(followUp: FollowUp, dueAt: string): Promise<void> {
    await this.#once(followUp, 'due_at = $2', dueAt);
    const moved = await this.read(followUp);
    assert.deepEqual([moved.status, moved.due_at], ['scheduled', dueAt]);
  }

  async eventTypes(lifecycleNumber: string): Promise<string[]> {
    const path = `/v1/events?limit=200&lifecycle_number=${lifecycleNumber}`;
    const { body } = await this.api.get(path);
    return body.data.map(({ type }: { type: string }) => type);
  }

  textsTo(phone: string): string[] {
    const theirs = this.gateway.requests.filter(({ body }) => body.to === phone);
    return theirs.map(({ body }) => body.body);
  }

  async receiveText(from: string, body: string): Promise<void> {
    const reference = crypto.randomUUID();
    const raw = JSON.stringify({ from, to: '+14155550100', body, reference });
    const headers = signedHeaders(raw, this.service.clock.now());
    const url = this.service.url + new URL(this.#inboundUrl).pathname;
    const { ok } = await fetch(url, { method: 'POST', headers, body: raw });
    assert(ok);
  }
}
