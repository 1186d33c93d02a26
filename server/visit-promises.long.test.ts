import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import type { ApiResponse } from './testing/api-client.ts';
import { eventually } from './testing/eventually.ts';
import { randomFor } from './testing/seed.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';
import { sized } from './testing/sized.ts';
import { GATEWAY_SECRET, signedHeaders, startSmsGateway } from './testing/sms-gateway.ts';
import { takes } from './testing/takes.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-server.ts';
import { type Span, VisitModel } from './testing/visit-model.ts';

const OPERATIONS = sized({ long: 1_500, nightly: 10_000 });
const VISITS = 96;
const USERS = 40;
const AT_ONCE = 16;
/** On the way, and once more when every visit has its last time. */
const KILLS = sized({ long: 3, nightly: 10 });
const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const TOKEN = 'token-of-the-moving-visits';
/** A reminder that is no longer of use five seconds later, or a day later. */
const SHORT = 5 * SECOND;

const TEXT = '{{ appointment.starts_at | date: "%s" }}';
const PLAYBOOK = {
  name: 'Reminder',
  enabled: true,
  once_per: 'event',
  trigger: { event: 'appointment.booked', when: "data.type == 'by_playbook'" },
  steps: [
    { id: 'before', do: 'wait', with: { before: 'PT24H' } },
    {
      id: 'remind',
      do: 'send_message',
      with: {
        channel: 'sms',
        body: TEXT,
        purpose: 'service',
        expires_at: '{{ appointment.starts_at }}',
      },
    },
  ],
};

after(cleanUp);

it(`exactly one reminder per visit, for its last time, over ${OPERATIONS} moves, reassignments, cancellations and STOPs, although the service is killed again and again`, async (test) => {
  const gateway = await startSmsGateway();
  const database = await createTestDatabase();
  const company = new Company(database, gateway.url);
  try {
    await company.open();
    await company.operate(OPERATIONS);
    await company.settleAll();
    await company.crash();
    const arrived = () => company.read(gateway.requests);
    await eventually(async () => {
      arrived();
      return company.visits.every((visit) => !visit.isOwed());
    }, 300_000).catch(() => {});
    // One that should not arrive would arrive now.
    await takes(5 * SECOND);
    arrived();
    const errors = company.visits.flatMap((visit) => visit.errors());
    assert.deepEqual(errors.slice(0, 20), [], `${errors.length} errors`);
    const texts = (short: boolean) =>
      company.visits
        .filter(({ leadMs }) => (leadMs === SHORT) === short)
        .reduce((sum, visit) => sum + visit.texts, 0);
    test.diagnostic(
      `${JSON.stringify(company.counts)}, ${company.kills} kills, ${texts(false)} reminders, ${texts(true)} short ones`,
    );
    assert.equal(company.kills, KILLS + 1);
    for (const kind of ['move', 'reassign', 'cancel', 'stop', 'book'])
      assert(company.counts[kind], kind);
    assert(texts(false) > VISITS && texts(true) > 10);
  } finally {
    await company.stop();
    await gateway.stop();
    await database.drop();
  }
});

class Company {
  readonly visits: VisitModel[] = [];
  readonly counts: Record<string, number> = {};
  kills = 0;
  readonly #random = randomFor('moving visits');
  readonly #database: TestDatabase;
  readonly #gatewayUrl: string;
  readonly #directory = newDataDirectory();
  #server!: ServerProcess;
  #users: string[] = [];
  #inboundPath = '';
  #phones = 0;
  #seen = 0;
  readonly #keys = new Set<string>();

  constructor(database: TestDatabase, gatewayUrl: string) {
    this.#database = database;
    this.#gatewayUrl = gatewayUrl;
  }

  async #start(): Promise<void> {
    this.#server = await startServer({
      THROUGHLINE_DATA_DIR: this.#directory,
      DATABASE_URL: databaseUrl(this.#database.connection),
      THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
      THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
      THROUGHLINE_RATE_LIMIT: '1000000',
      THROUGHLINE_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
      LOG_LEVEL: 'silent',
    });
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async open(): Promise<void> {
    await this.#start();
    await this.#call('PATCH', '/v1/organization', {
      messages_per_person_per_day: 1000,
      text_limits: {
        per_hour: 100_000,
        per_day: 100_000,
        per_number_per_hour: 1000,
        per_number_per_day: 1000,
      },
    });
    const settings = { url: this.#gatewayUrl, secret: GATEWAY_SECRET, from_number: '+14155550100' };
    const { body } = await this.#call('POST', '/v1/channels', { kind: 'sms_gateway', settings });
    this.#inboundPath = new URL(body.inbound_url).pathname;
    await this.#call('POST', '/v1/playbooks', PLAYBOOK);
    this.#users = await Promise.all(
      Array.from({ length: USERS }, async (_, n) => {
        const user = { name: `User ${n}`, email: `user${n}@example.com`, role: 'technician' };
        return (await this.#call('POST', '/v1/users', user)).body.user_id;
      }),
    );
    for (let n = 0; n < VISITS; n += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#book('by_playbook')));
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#book('by_follow_up')));
    }
    const waiting = Math.ceil(VISITS / AT_ONCE) * AT_ONCE;
    await eventually(async () => (await this.#count('waiting')) >= waiting, 300_000);
  }

  async #count(status: string): Promise<number> {
    const sql = 'select count(*)::integer as count from playbook_runs where status = $1';
    return (await this.#database.owner.query(sql, [status])).rows[0].count;
  }

  /** kill -9, and another start. Requests in between are sent again. */
  async crash(): Promise<void> {
    this.kills += 1;
    await this.#server.crash();
    await this.#start();
  }

  /** Each visit belongs to one of the workers, so that its operations have an order. */
  async operate(operations: number): Promise<void> {
    let left = operations;
    let crashing = Promise.resolve();
    const pools = Array.from({ length: AT_ONCE }, (_, n) =>
      this.visits.filter((_visit, index) => index % AT_ONCE === n),
    );
    await Promise.all(
      pools.map(async (pool) => {
        while (left > 0) {
          left -= 1;
          if (left % (OPERATIONS / KILLS) === 0) crashing = crashing.then(() => this.crash());
          await this.#operateOn(pool);
        }
      }),
    );
    await crashing;
  }

  async #operateOn(pool: VisitModel[]): Promise<void> {
    const visit = pool[this.#random.between(0, pool.length - 1)];
    assert(visit);
    const dice = this.#random.next();
    if (visit.canceled !== null || dice < 0.02) {
      if (visit.canceled === null) await this.#cancel(visit);
      pool.splice(pool.indexOf(visit), 1, await this.#book('by_follow_up'));
    } else if (dice < 0.03) await this.#sayStop(visit);
    else if (dice < 0.2) await this.#reassign(visit);
    else await this.#move(visit, this.#newTime(visit.leadMs));
  }

  /** Mostly so that the reminder is due soon; sometimes far ahead, or so that it would have been due before. */
  #newTime(leadMs: number): number {
    const dice = this.#random.next();
    const soon = Date.now() + leadMs + this.#random.between(1, 25) * SECOND;
    if (dice < 0.6) return soon;
    return dice < 0.85 ? soon + this.#random.between(2, 30) * DAY : soon - 60 * SECOND;
  }

  /** The last time of every visit, for which its reminder must come. */
  async settleAll(): Promise<void> {
    const open = this.visits.filter(({ canceled }) => canceled === null);
    for (let n = 0; n < open.length; n += AT_ONCE) {
      await Promise.all(
        open.slice(n, n + AT_ONCE).map(async (visit) => {
          const at = Date.now() + visit.leadMs + this.#random.between(5, 20) * SECOND;
          await this.#move(visit, at, { assigned_to: null });
        }),
      );
    }
  }

  /** Reads the texts that have arrived since. The same key again is the same text. */
  read(requests: Awaited<ReturnType<typeof startSmsGateway>>['requests']): void {
    const byPhone = new Map(this.visits.map((visit) => [visit.phone, visit]));
    for (const { headers, body, at } of requests.slice(this.#seen)) {
      const key = String(headers['idempotency-key']);
      const isNew = !this.#keys.has(key);
      this.#keys.add(key);
      // Others confirm a STOP.
      if (isNew && /^\d+$/.test(body.body)) {
        byPhone.get(body.to)?.arrived({ at: Number(body.body), time: at });
      }
    }
    this.#seen = requests.length;
  }

  async #book(type: 'by_playbook' | 'by_follow_up'): Promise<VisitModel> {
    this.#phones += 1;
    const phone = `+1415${5_550_000 + this.#phones}`;
    const name = `Visitor ${this.#phones}`;
    const lead = await this.#call('POST', '/v1/leads', { name, phone, service_needed: 'repair' });
    const at = Math.floor((Date.now() + 40 * DAY) / SECOND);
    const sent = Date.now();
    const { body } = await this.#call('POST', '/v1/appointments', {
      lead_id: lead.body.lead_id,
      starts_at: new Date(at * SECOND).toISOString(),
      duration_minutes: 5,
      type,
    });
    const isShort = type === 'by_follow_up' && this.#random.chance(0.3);
    if (type === 'by_follow_up') {
      await this.#call('POST', '/v1/follow-ups', {
        appointment_id: body.appointment_id,
        offset: isShort ? '-PT5S' : '-PT24H',
        channel: 'sms',
        body: TEXT,
      });
    }
    const first = { at, since: { sent, known: Date.now() } };
    const visit = new VisitModel(phone, body.appointment_id, isShort ? SHORT : DAY, first);
    this.visits.push(visit);
    this.#counted('book');
    return visit;
  }

  async #move(visit: VisitModel, time: number, more: object = {}): Promise<void> {
    let at = Math.floor(time / SECOND);
    // Each time is used once, so that a text shows which one it is about.
    while (visit.has(at)) at += 1;
    const starts_at = new Date(at * SECOND).toISOString();
    const since = await this.#timed(visit, 'PATCH', '', { starts_at, ...more });
    if (since === null) return this.#counted('move refused');
    visit.moved(at, since);
    this.#counted('move');
  }

  async #reassign(visit: VisitModel): Promise<void> {
    const user = this.#users[this.#random.between(0, USERS - 1)];
    const assigned_to = this.#random.chance(0.5) ? null : user;
    const since = await this.#timed(visit, 'PATCH', '', { assigned_to });
    this.#counted(since === null ? 'reassign refused' : 'reassign');
  }

  async #cancel(visit: VisitModel): Promise<void> {
    visit.canceled = await this.#timed(visit, 'POST', '/cancel', {});
    this.#counted('cancel');
  }

  async #sayStop(visit: VisitModel): Promise<void> {
    const sent = Date.now();
    const reference = randomUUID();
    const raw = JSON.stringify({ from: visit.phone, to: '+14155550100', body: 'STOP', reference });
    await this.#untilAnswered(async (url) => {
      const headers = signedHeaders(raw, new Date());
      const { ok } = await fetch(url + this.#inboundPath, { method: 'POST', headers, body: raw });
      assert(ok);
      return ok;
    });
    visit.stopped ??= { sent, known: Date.now() };
    this.#counted('stop');
  }

  #counted(operation: string): void {
    this.counts[operation] = (this.counts[operation] ?? 0) + 1;
  }

  /** When the change took effect; null if it was refused. */
  async #timed(
    { appointmentId }: VisitModel,
    method: string,
    path: string,
    body: object,
  ): Promise<Span | null> {
    const sent = Date.now();
    const { status } = await this.#call(method, `/v1/appointments/${appointmentId}${path}`, body);
    return status === 409 ? null : { sent, known: Date.now() };
  }

  /** Sent again with the same key until there is a response. */
  async #call(method: string, path: string, body: object): Promise<ApiResponse> {
    const headers = { 'Idempotency-Key': randomUUID() };
    const response = await this.#untilAnswered(async () => {
      const answer = await this.#server.api(TOKEN).call(method, path, body, { headers });
      return answer.status === 503 ? null : answer;
    });
    const isExpected = response.status < 300 || response.status === 409;
    assert(isExpected, `${method} ${path}: ${JSON.stringify(response.body)}`);
    return response;
  }

  async #untilAnswered<T>(request: (url: string) => Promise<T | null>): Promise<T> {
    for (;;) {
      try {
        const answer = await request(this.#server.url);
        if (answer !== null) return answer;
      } catch (error) {
        // The service was killed. Any other error is one of the test.
        if (!(error instanceof TypeError)) throw error;
      }
      await takes(100);
    }
  }
}
