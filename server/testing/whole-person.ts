import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toUuid } from '../platform/ids.ts';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { created } from './created.ts';
import { eventually } from './eventually.ts';
import { pngBytes, SIGNATURE_PNG, sendBytes } from './files.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { newLinkFor } from './link-visitor.ts';
import { newUser } from './office.ts';
import { type Receiver, startReceiver } from './playbooks.ts';
import { GATEWAY_SECRET, type SmsGateway, signedHeaders, startSmsGateway } from './sms-gateway.ts';
import { sendTo } from './source-stand.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

type Body = ApiResponse['body'];

/** Every free text about the person contains this word. */
export const SECRET_WORD = 'xyzzyquux';

/** Contact details that nothing else contains. */
export const PERSON = {
  name: 'Zebulon Quackenbush',
  earlierName: 'Zeb Quackenbush-Smythe',
  phone: '+14157779911',
  earlierPhone: '+14157779922',
  email: 'Zeb.Quackenbush@personal-mail.example',
  otherEmail: 'zq@old-mail.example',
  address: '7781 Marmalade Lane, Portland, OR 97205',
};

/** How the values could be written in a dump. */
export const SPELLINGS: readonly string[] = [
  SECRET_WORD,
  'zebulon',
  'quackenbush',
  'smythe',
  PERSON.phone,
  PERSON.earlierPhone,
  '4157779911',
  '4157779922',
  '(415) 777-9911',
  '415-777-9911',
  'zeb.quackenbush',
  'zebquackenbush',
  'personal-mail.example',
  'old-mail.example',
  'marmalade',
];

export interface Surroundings {
  gateway: SmsGateway;
  webhooks: WebhookReceiver;
  receiver: Receiver;
  stop(): Promise<void>;
}

/** Other machines, which repeat what they are sent: their responses are stored. */
export async function startSurroundings(): Promise<Surroundings> {
  const [gateway, webhooks, receiver] = [
    await startSmsGateway(),
    await startWebhookReceiver(),
    await startReceiver(),
  ];
  webhooks.always = (response, event) => response.end(event.raw.slice(0, 1024));
  receiver.answer = (request, response) => {
    response.setHeader('content-type', 'application/json').end(request.body || '{}');
  };
  return {
    gateway,
    webhooks,
    receiver,
    async stop() {
      await Promise.all([gateway.stop(), webhooks.stop(), receiver.stop()]);
    },
  };
}

let words = 0;
/** A text that only the person's records contain. */
function secretly(what: string): string {
  words += 1;
  return `${what} ${SECRET_WORD}${words}`;
}

/** A person with something in every place that can store something about a person. Nothing is left open. */
export class WholePerson {
  readonly service: TestService;
  readonly api: ApiClient;
  readonly organization: TestOrganization;
  readonly #around: Surroundings;
  customerId = '';
  leadId = '';
  mergedLeadId = '';
  waitingRunId = '';
  openFollowUpId = '';

  private constructor(service: TestService, organization: TestOrganization, around: Surroundings) {
    this.service = service;
    this.organization = organization;
    this.api = organization.api;
    this.#around = around;
  }

  static async create(
    service: TestService,
    organization: TestOrganization,
    around: Surroundings,
  ): Promise<WholePerson> {
    const person = new WholePerson(service, organization, around);
    await person.#open();
    await person.#capture();
    await person.#visit();
    await person.#sell();
    await person.#message();
    await person.#automate();
    await person.#scatter();
    await person.#arrive();
    await person.#settle();
    return person;
  }

  async #ok(request: Promise<ApiResponse>): Promise<Body> {
    const { status, body } = await request;
    assert(status < 300, `${status} ${JSON.stringify(body)}`);
    return body;
  }

  #post(path: string, body?: object, key?: string): Promise<Body> {
    return this.#ok(
      this.api.post(path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    );
  }

  async #open(): Promise<void> {
    await this.#post('/v1/webhook-endpoints', { url: this.#around.webhooks.url });
    const settings = { url: this.#around.gateway.url, secret: GATEWAY_SECRET };
    const text = { ...settings, from_number: '+14155550100' };
    this.#channel = await this.#post('/v1/channels', { kind: 'sms_gateway', settings: text });
    const mail = { host: '127.0.0.1', port: 1, from_address: 'office@example.com' };
    await this.#post('/v1/channels', { kind: 'smtp', settings: mail });
  }
  #channel: Body;

  readonly #reference = secretly('ref');

  async #capture(): Promise<void> {
    // The address opted out before anyone knew whose it is.
    const sms = { channel: 'sms', address: PERSON.earlierPhone, source: secretly('Called') };
    await this.#post('/v1/opt-outs', sms);
    const earlier = {
      name: PERSON.earlierName,
      email: PERSON.otherEmail,
      phone: PERSON.earlierPhone,
      address: PERSON.address,
      service_needed: 'ac_repair',
      notes: secretly('Notes'),
    };
    const merged = await created(this.api.post('/v1/leads', earlier));
    const lead = {
      name: PERSON.name,
      phone: PERSON.earlierPhone,
      email: PERSON.email,
      notes: secretly('Notes'),
      service_needed: 'water_heater_repair',
      source_ref: this.#reference,
      metadata: { status: secretly('Status'), plan: 'gold' },
      attribution: { utm_term: secretly('Term'), referrer: `https://x.example.com/${SECRET_WORD}` },
      consent: { email: 'granted', source: secretly('Form'), wording: secretly('Wording') },
      transcript: {
        channel: 'call',
        text: secretly('Transcript'),
        recording_url: `https://calls.example.com/${SECRET_WORD}.mp3`,
      },
    };
    const key = `zq ${PERSON.email}`;
    const { lead_id } = await this.#post('/v1/leads', lead, key);
    this.leadId = lead_id;
    this.mergedLeadId = merged.lead_id;
    await this.#ok(this.api.patch(`/v1/leads/${lead_id}`, { phone: PERSON.phone }));
    await this.#post(`/v1/leads/${merged.lead_id}/lose`, { reason: secretly('Lost') });
    await this.#post(`/v1/leads/${merged.lead_id}/disqualify`, { reason: secretly('Reason') });
    await this.#post(`/v1/leads/${merged.lead_id}/merge`, { into: lead_id });
    await this.#post(`/v1/leads/${lead_id}/qualify`);
    this.customerId = (
      await this.#post(`/v1/leads/${lead_id}/convert`, undefined, 'convert')
    ).customer_id;
    await this.#ok(
      this.api.patch(`/v1/customers/${this.customerId}`, { address: `${PERSON.address}, USA` }),
    );
  }

  /** A marketplace sends the request again, and something about the person that cannot become a lead. */
  async #arrive(): Promise<void> {
    const source = await this.#post('/v1/sources', { name: 'Market', kind: 'json', source: 'api' });
    const again = { id: this.#reference, phone: PERSON.phone, service: 'Water heater repair' };
    for (const sent of [again, { id: secretly('other'), email: PERSON.email }]) {
      const { status, body } = await sendTo(this.service, source, sent);
      assert.equal(status, 200, JSON.stringify(body));
    }
  }

  /** A colleague has searched for the person, and saved it. */
  async #saveView(user_id: string): Promise<void> {
    const { token } = await created(this.api.post('/v1/tokens', { name: 'Rosa', user_id }));
    const views = [{ name: PERSON.name, filters: { q: PERSON.phone } }];
    const colleague = this.service.as(token);
    const saved = await colleague.patch('/v1/me/preferences', { saved_views: { leads: views } });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
  }

  async #visit(): Promise<void> {
    const assigned_to = await newUser(this.api, { name: 'Rosa Delgado' });
    await this.#saveView(assigned_to);
    const place = {
      location: { address: PERSON.address, latitude: 45.51, longitude: -122.68 },
      notes: secretly('Gate code'),
      assigned_to,
      lead_id: this.leadId,
    };
    const book = (starts_at: string) => this.#post('/v1/appointments', { ...place, starts_at });
    const done = await book('2027-03-02T09:00:00-08:00');
    await this.#post(`/v1/appointments/${done.appointment_id}/start`);
    await this.#post(`/v1/appointments/${done.appointment_id}/complete`);
    const visitor = await newLinkFor(this.api, 'visit', done.appointment_id);
    const review = { rating: '4', comment: secretly('Friendly') };
    // Where it leads says that it was taken: what is refused is 303, too.
    assert.match((await visitor.post('review', review)).location ?? '', /done=reviewed$/);
    const off = await book('2027-03-03T09:00:00-08:00');
    await this.#post(`/v1/appointments/${off.appointment_id}/cancel`, { reason: secretly('Ill') });
  }

  async #place(): Promise<Body> {
    const property = await this.#post('/v1/properties', {
      lead_id: this.leadId,
      address: {
        line1: PERSON.address,
        line2: secretly('Unit'),
        city: secretly('City'),
        region: secretly('Region'),
        postal_code: secretly('Code'),
        country: 'US',
      },
      coordinates: { latitude: 45.51, longitude: -122.68 },
      access_notes: secretly('Key under'),
    });
    return this.#post('/v1/equipment', {
      property_id: property.property_id,
      kind: 'Water heater',
      make: secretly('Make'),
      model: secretly('Model'),
      serial: secretly('Serial'),
    });
  }

  async #sell(): Promise<void> {
    const { equipment_id } = await this.#place();
    const terms = { amount: 125_000, currency: 'USD', terms: secretly('Terms') };
    const job = await this.#post('/v1/jobs', {
      customer_id: this.customerId,
      title: secretly('Heater for Mr Quackenbush'),
      contract: terms,
      equipment_id,
      warranty_months: 12,
    });
    const at = `/v1/jobs/${job.job_id}`;
    await this.#post(`${at}/checklist`, { title: secretly('Shut off') });
    await this.#post(`${at}/notes`, { text: secretly('Dog') });
    const url = `https://files.example.com/${SECRET_WORD}.jpg`;
    await this.#post(`${at}/attachments`, { url, name: secretly('Photo') });
    const { file_id } = await created(sendBytes(this.api, pngBytes(), { name: secretly('Scan') }));
    await this.#post(`${at}/attachments`, { file_id });
    await this.#post(`${at}/start`);
    await this.#post(`${at}/pause`, { reason: secretly('Ill') });
    await this.#post(`${at}/resume`);
    const line = { description: secretly('Heater'), quantity: 1, unit_amount: 125_000 };
    const invoice = await this.#post('/v1/invoices', {
      job_id: job.job_id,
      currency: 'USD',
      lines: [line],
      notes: secretly('Thanks'),
    });
    const bill = `/v1/invoices/${invoice.invoice_id}`;
    await this.#post(`${bill}/send`);
    const reference = secretly('Check 17');
    const note = secretly('Paid late');
    await this.#post(`${bill}/payments`, { amount: 125_000, method: 'check', reference, note });
    const void_ = await this.#post('/v1/invoices', {
      job_id: job.job_id,
      currency: 'USD',
      lines: [line],
    });
    await this.#post(`/v1/invoices/${void_.invoice_id}/void`, { reason: secretly('Twice') });
    await this.#post(`${at}/complete`);
    await this.#post(`${at}/enroll-warranty`);
    const claim = await this.#post(`${at}/warranty-claims`, { description: secretly('Drips') });
    const resolution = secretly('Tightened');
    await this.#post(`/v1/warranty-claims/${claim.claim_id}/close`, { resolution });
    const other = await this.#post('/v1/jobs', {
      customer_id: this.customerId,
      title: secretly('Second'),
    });
    await this.#post(`/v1/jobs/${other.job_id}/cancel`, { reason: secretly('Moved') });
    await this.#offer();
  }

  /** An estimate that was accepted and signed, one that was declined, and one that was sent and one that was not. */
  async #offer(): Promise<void> {
    const lines = [{ description: secretly('Boiler'), quantity: 1, unit_amount: 5_000 }];
    const offer = {
      customer_id: this.customerId,
      title: secretly('Boiler'),
      options: [{ name: secretly('Better'), lines }],
      deposit: { percent: 100 },
      terms: secretly('Terms'),
    };
    const sent = async () => {
      const { estimate_id } = await this.#post('/v1/estimates', offer);
      await this.#post(`/v1/estimates/${estimate_id}/send`, { channel: 'email' });
      return `/v1/estimates/${estimate_id}`;
    };
    await this.#post(`${await sent()}/decline`, { reason: secretly('Too expensive') });
    const signature = { name: PERSON.name, kind: 'drawn', image: SIGNATURE_PNG };
    const { job, invoice } = await this.#post(`${await sent()}/accept`, { signature });
    const payment = { amount: invoice.balance, method: 'cash' };
    await this.#post(`/v1/invoices/${invoice.invoice_id}/payments`, payment);
    await this.#post(`/v1/jobs/${job.job_id}/cancel`, { reason: secretly('Moved') });
    await sent();
    await this.#post('/v1/estimates', offer);
  }

  /** A text from the phone, as a gateway sends it. */
  async receiveText(from: string, body: string): Promise<Record<string, unknown>> {
    const raw = JSON.stringify({ from, to: '+14155550100', body, reference: randomUUID() });
    const url = this.service.url + new URL(this.#channel.inbound_url).pathname;
    const headers = signedHeaders(raw, this.service.clock.now());
    const response = await fetch(url, { method: 'POST', headers, body: raw });
    assert(response.status < 300, String(response.status));
    return (await response.json()) as Record<string, unknown>;
  }

  async #message(): Promise<void> {
    const lead_id = this.leadId;
    const note = { lead_id, channel: 'note', body: secretly('Prefers mornings') };
    await this.#post('/v1/communications', note);
    this.#around.gateway.next.push((response, text) => {
      response.writeHead(400).end(JSON.stringify({ detail: `No such number ${text.body.to}` }));
    });
    await this.#post('/v1/messages', { lead_id, channel: 'sms', body: secretly('On our way') });
    const mail = { lead_id, channel: 'email', subject: secretly('Hi'), body: secretly('Hello') };
    await this.#post('/v1/messages', mail);
    await this.receiveText(PERSON.phone, secretly('Thanks'));
    await this.receiveText(PERSON.phone, 'STOP');
  }

  async #automate(): Promise<void> {
    const lead_id = this.leadId;
    const task = { lead_id, channel: 'task', delay: 'P1D', body: secretly('Ask him') };
    const done = await this.#post('/v1/follow-ups', task);
    await this.#post(`/v1/follow-ups/${done.follow_up_id}/complete`, { note: secretly('Asked') });
    const open = await this.#post('/v1/follow-ups', { ...task, body: secretly('Ask again') });
    this.openFollowUpId = open.follow_up_id;
    const request = {
      id: 'send',
      do: 'http_request',
      with: { url: `${this.#around.receiver.url}/x`, body: { name: '{{ lead.name }}' } },
    };
    const wait = { id: 'pause', do: 'wait', with: { duration: 'P30D' } };
    const make = (steps: object[]) =>
      this.#post('/v1/playbooks', { name: `P ${randomUUID()}`, trigger: { manual: true }, steps });
    const input = { status: secretly('Input'), nested: { name: PERSON.name } };
    const start = async (steps: object[]) => {
      const { playbook_id } = await make(steps);
      return (await this.#post(`/v1/playbooks/${playbook_id}/run`, { lead_id, input })).run_id;
    };
    const ended = await start([request]);
    this.waitingRunId = await start([wait]);
    const reaches = (runId: string, status: string) =>
      eventually(async () => {
        const { body } = await this.api.get(`/v1/playbook-runs/${runId}`);
        return body.status === status;
      });
    await reaches(ended, 'completed');
    await reaches(this.waitingRunId, 'waiting');
  }

  /** Places that no lifecycle number leads to. */
  async #scatter(): Promise<void> {
    const raw = `{"email": "${PERSON.email}", "service_needed": \n`;
    const headers = { 'content-type': 'application/x-ndjson' };
    const { import_id } = await this.#ok(this.api.post('/v1/imports', undefined, { raw, headers }));
    await eventually(async () => {
      const { body } = await this.api.get(`/v1/imports/${import_id}`);
      return body.status === 'completed';
    });
    const { owner } = this.service;
    const organizationId = toUuid('organization', this.organization.organizationId);
    await owner.query(
      `insert into import_errors (organization_id, import_id, number, line, code, detail)
       values ($1, $2, 99, 2, 'malformed_json', $3)`,
      [organizationId, toUuid('import', import_id), `Unexpected token in "${PERSON.email}"`],
    );
    await owner.query(
      `insert into pgboss.job (name, data, source_name, source_output, source_retry_count, source_created_on)
       values ('dead-letter', $1, 'send-communication', $2, 10, now())`,
      [
        { organization_id: organizationId, communication_id: randomUUID() },
        { message: `550 no mailbox ${PERSON.email.toLowerCase()} for 415-777-9911` },
      ],
    );
  }

  /** Until nothing is queued, and receivers of webhooks have everything. */
  async #settle(): Promise<void> {
    const { owner } = this.service;
    await eventually(async () => {
      const { rows } = await owner.query(`
        select (select count(*) from communications where channel = 'sms' and status in ('queued', 'sending'))
             + (select count(*) from webhook_deliveries where status = 'pending')
             + (select count(*) from events e where e.seq > coalesce((select c.last_seq from event_cursors c
                  where c.organization_id = e.organization_id and c.follower = 'webhooks'), e.seq)) as open`);
      return Number(rows[0].open) === 0;
    });
  }

  /** Erases the customer and waits for the end. */
  async erase(path = `/v1/customers/${this.customerId}/erase`): Promise<Body> {
    const { status, body } = await this.api.post(path);
    assert.equal(status, 202, JSON.stringify(body));
    return this.whenErased(body.erasure_id);
  }

  whenErased(erasureId: string): Promise<Body> {
    return eventually(async () => {
      const { body } = await this.api.get(`/v1/erasures/${erasureId}`);
      return body.status === 'completed' && body;
    });
  }
}
