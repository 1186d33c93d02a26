import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ApiResponse } from './testing/api-client.ts';
import { created } from './testing/created.ts';
import { setUp, shared, sharedService } from './testing/fixtures.ts';
import { type Details, Person, type Request } from './testing/people-model.ts';
import type { RandomNumbers } from './testing/random.ts';
import { randomFor } from './testing/seed.ts';
import { sized } from './testing/sized.ts';
import { GATEWAY_SECRET, signedHeaders, startSmsGateway } from './testing/sms-gateway.ts';

/** Random operations, compared with a plain model in memory. */
const OPERATIONS = sized({ long: 1_600, nightly: 10_000 });
/** So few that much happens to each of them. */
const PEOPLE = OPERATIONS / 50;
const WORKERS = 8;

const GIVEN = ['Ana', 'Bruno', 'Carla', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hugo'];
const PARTS = ['mar', 'tol', 'vek', 'sun', 'dra', 'pil', 'hob', 'gin', 'rux', 'zam'];
const SOURCES = ['web_form', 'phone', 'chat', 'ads'];

describe('customers are persons, whatever the order of captures, conversions, merges and deletions', () => {
  const service = sharedService();
  const gateway = shared(() => startSmsGateway());
  const organization = shared(() => service.newOrganization());
  let inbound = '';
  setUp(async () => {
    const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+12025550100' };
    const channel = { kind: 'sms_gateway', settings };
    inbound = new URL((await created(organization.api.post('/v1/channels', channel))).inbound_url)
      .pathname;
  });

  let phones = 0;
  /** So different that none is a typo of another. */
  const newPhone = () => {
    phones += 1;
    return `+1303${String((phones * 7_368_787) % 10_000_000).padStart(7, '0')}`;
  };
  let boxes = 0;
  const newEmail = () => {
    boxes += 1;
    return `box${boxes * 7919}x@example.com`;
  };
  const people = Array.from({ length: PEOPLE }, (_, index) => {
    const digits = String(index * 37 + 1000).split('');
    const surname = digits.map((digit) => PARTS[Number(digit)]).join('');
    const name = `${GIVEN[index % GIVEN.length]} ${surname[0]?.toUpperCase()}${surname.slice(1)}`;
    return new Person(name, newPhone(), newEmail());
  });

  const pick = <T>(items: readonly T[], from: RandomNumbers): T | undefined =>
    items[from.between(0, items.length - 1)];
  const call = (path: string, body?: object) => organization.api.post(path, body);
  /** Fails unless the response has one of the statuses. */
  const expectStatus = ({ status, body }: ApiResponse, ...allowed: number[]) => {
    assert(allowed.includes(status), `${status} ${JSON.stringify(body)}`);
    return body;
  };

  async function capture(person: Person, from: RandomNumbers): Promise<void> {
    // A person who moved is recognized by what stayed the same.
    const isNew = person.requests.length === 0;
    const change = isNew ? 0 : from.between(0, 6);
    if (change === 1 || change === 2) person.phone = newPhone();
    if (change === 3 || change === 4) person.email = newEmail();
    const known = pick(person.recognizedBy, from) ?? {};
    const details = { phone: person.phone, email: person.email, ...known };
    const source = pick(SOURCES, from) ?? 'api';
    const lead = { name: person.name, ...details, source, service_needed: 'drain_cleaning' };
    const body = expectStatus(await call('/v1/leads', lead), 201);
    person.add(body.lead_id, body.lifecycle_number, source, details);
    if (person.customerId === null) return;
    assert.equal(body.relation, 'returning', `${person.name} was not recognized`);
    assert.equal(body.customer_id, person.customerId);
  }

  async function convert(person: Person, request: Request): Promise<void> {
    // The office knows who it is; the service can know it only by a number or a mailbox.
    if (person.customerId !== null && !person.isOfCustomer(request)) {
      return attach(person, request, person);
    }
    const response = await call(`/v1/leads/${request.leadId}/convert`);
    const body = expectStatus(response, 200, 201, 409);
    if (response.status === 409) {
      assert.match(body.code, /lead_(deleted|merged|not_qualified)/);
      return;
    }
    assert.equal(response.status === 201, person.customerId === null, 'a second customer');
    person.customerId ??= body.customer_id;
    assert.equal(body.customer_id, person.customerId);
    person.numbers = new Set(body.lifecycle_numbers);
    request.isConverted = true;
  }

  async function changeLead(person: Person, request: Request, from: RandomNumbers): Promise<void> {
    const details: Details = from.chance(0.5) ? { phone: newPhone() } : { email: newEmail() };
    const response = await organization.api.patch(`/v1/leads/${request.leadId}`, details);
    if (response.status === 409) return;
    expectStatus(response, 200);
    Object.assign(person, details);
    person.learn(request, details);
  }

  async function changeCustomer(person: Person, from: RandomNumbers): Promise<void> {
    if (person.customerId === null) return;
    const details: Details = from.chance(0.5) ? { phone: newPhone() } : { email: newEmail() };
    expectStatus(await organization.api.patch(`/v1/customers/${person.customerId}`, details), 200);
    Object.assign(person, details);
    person.learn(person.own, details);
  }

  async function merge(person: Person, request: Request, from: RandomNumbers): Promise<void> {
    const into = pick(person.active, from);
    if (into === undefined || into === request || request.mergedInto !== null) return;
    const response = await call(`/v1/leads/${request.leadId}/merge`, { into: into.leadId });
    if (response.status === 409) return;
    expectStatus(response, 200);
    request.mergedInto = into;
  }

  async function unmerge(request: Request): Promise<void> {
    expectStatus(await call(`/v1/leads/${request.leadId}/unmerge`), 200);
    request.mergedInto = null;
  }

  async function deleteOrRestore(request: Request): Promise<void> {
    const path = `/v1/leads/${request.leadId}`;
    const response = request.isDeleted
      ? await call(`${path}/restore`)
      : await organization.api.delete(path);
    expectStatus(response, 200);
    request.isDeleted = !request.isDeleted;
  }

  /** To the right customer it changes nothing; to another one by mistake, the undo separates them again. */
  async function attach(person: Person, request: Request, other: Person): Promise<void> {
    const path = `/v1/leads/${request.leadId}`;
    if (person.customerId !== null) {
      const response = await call(`${path}/attach`, { customer_id: person.customerId });
      expectStatus(response, 200, 409);
      if (response.status === 200) request.isOfCustomer = true;
      return;
    }
    if (other === person || other.customerId === null) return;
    const response = await call(`${path}/attach`, { customer_id: other.customerId });
    if (response.status === 409) return;
    expectStatus(response, 200);
    const body = expectStatus(await call(`${path}/detach`), 200);
    assert.equal(body.customer_id, null);
  }

  async function lose(request: Request): Promise<void> {
    expectStatus(
      await call(`/v1/leads/${request.leadId}/lose`, { reason: 'Moved away' }),
      200,
      409,
    );
  }

  /** From any number that the person ever had. */
  async function text(person: Person, from: RandomNumbers): Promise<void> {
    const phone = pick([...person.phones], from);
    if (phone === undefined) return;
    const raw = JSON.stringify({
      from: phone,
      to: '+12025550100',
      body: 'Hello',
      reference: randomUUID(),
    });
    const headers = signedHeaders(raw, service.clock.now());
    const response = await fetch(service.url + inbound, { method: 'POST', headers, body: raw });
    const body = (await response.json()) as Record<string, string>;
    assert(response.ok, JSON.stringify(body));
    const number = String(body.lifecycle_number);
    const isOwn = person.requests.some((one) => one.number === number);
    if (isOwn || person.isKnownBy(phone)) {
      assert(isOwn, `a text from ${phone} did not reach ${person.name}`);
      return;
    }
    // The requests with this number are deleted: it is a new one, and the office writes down who it was.
    const { lead } = (await organization.api.get(`/v1/lifecycles/${number}`)).body;
    const path = `/v1/leads/${lead.lead_id}`;
    expectStatus(await organization.api.patch(path, { name: person.name }), 200);
    const [into] = person.active;
    const request = person.add(lead.lead_id, number, 'sms', { phone });
    if (person.customerId !== null) {
      expectStatus(await call(`${path}/attach`, { customer_id: person.customerId }), 200);
    } else if (into !== undefined) {
      expectStatus(await call(`${path}/merge`, { into: into.leadId }), 200);
      request.mergedInto = into;
    }
  }

  async function step(person: Person, other: Person, from: RandomNumbers): Promise<void> {
    const request = pick(person.requests, from);
    if (request === undefined || from.chance(0.2)) return capture(person, from);
    const kind = from.between(1, 10);
    if (kind <= 2) return convert(person, request);
    if (kind === 3) return changeLead(person, request, from);
    if (kind === 4) return changeCustomer(person, from);
    if (kind === 5) return merge(person, request, from);
    if (kind === 6 && request.mergedInto !== null) return unmerge(request);
    if (kind === 7) return deleteOrRestore(request);
    if (kind === 8) return attach(person, request, other);
    if (kind === 9) return lose(request);
    return text(person, from);
  }

  it(`after ${OPERATIONS} random operations`, { timeout: 900_000 }, async () => {
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const from = randomFor(`persons of worker ${worker}`);
        const own = people.filter((_person, index) => index % WORKERS === worker);
        for (let count = 0; count < OPERATIONS / WORKERS; count += 1) {
          const person = pick(own, from);
          // Between attaching by mistake and its undo, the other's texts belong to both: no other worker may look.
          const other = pick(own, from);
          if (person && other) await step(person, other, from);
          if (count % 50 === 0) service.clock.advance(60_000);
        }
      }),
    );
    await compareCustomers();
    await compareFunnel();
  });

  async function compareCustomers(): Promise<void> {
    const listed: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await organization.api.get(`/v1/customers?limit=200${cursor}`);
      listed.push(...body.data.map((one: { customer_id: string }) => one.customer_id));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    const expected = people.flatMap(({ customerId }) => customerId ?? []);
    assert.deepEqual(listed.toSorted(), expected.toSorted());
    for (const person of people) {
      if (person.customerId === null) continue;
      const { body } = await organization.api.get(`/v1/customers/${person.customerId}`);
      const own = new Set(person.requests.map(({ number }) => number));
      const foreign = body.lifecycle_numbers.filter((number: string) => !own.has(number));
      assert.deepEqual(foreign, [], `${person.name} has requests of others`);
      const converted = person.requests.filter((one) => one.isConverted);
      for (const { number } of converted) assert(body.lifecycle_numbers.includes(number));
    }
  }

  /** Every request counts once, under its own source. */
  async function compareFunnel(): Promise<void> {
    const { body } = await organization.api.get('/v1/reports/funnel');
    const requests = people.flatMap((person) => person.requests);
    assert(requests.length > OPERATIONS / 10);
    for (const source of [...SOURCES, 'sms']) {
      const rows = body.data.filter((row: { source: string }) => row.source === source);
      const captured = rows.reduce(
        (sum: number, row: { captured: number }) => sum + row.captured,
        0,
      );
      assert.equal(captured, requests.filter((one) => one.source === source).length, source);
    }
    assert.equal(body.totals.captured, requests.length);
  }
});
