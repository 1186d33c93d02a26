import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { eventually } from '../../../server/testing/eventually.ts';
import { shared, sharedService } from '../../../server/testing/fixtures.ts';
import { type LoopbackServer, startLoopback } from '../../../server/testing/loopback.ts';
import { Core } from '../src/core.ts';
import {
  ApiError,
  ConnectionError,
  type Event,
  isProblem,
  Throughline,
  ThroughlineError,
} from '../src/index.ts';

let people = 0;
const newLead = (source = 'web_form') => {
  people += 1;
  const phone = `+1415555${String(1000 + people)}`;
  return { service_needed: 'drain_cleaning', source, name: `Person ${people}`, phone };
};

/** How long the clients have waited between attempts, in milliseconds: in these tests no time passes. */
const waits: number[] = [];
before(() => mock.method(Core.prototype, 'wait', async (ms: number) => void waits.push(ms)));
after(() => mock.restoreAll());
beforeEach(() => {
  waits.length = 0;
});

describe('the client', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const client = (options: object = {}) =>
    new Throughline({ token: organization.token, baseUrl: service.url, ...options });

  it('captures, reads, changes and lists, with types', async () => {
    const throughline = client();
    const lead = await throughline.leads.create(newLead('typed'));
    assert.match(lead.lifecycle_number, /^\d+-\d$/);
    const changed = await throughline.leads.update(lead.lead_id, { notes: 'Ring twice.' });
    assert.equal(changed.notes, 'Ring twice.');
    assert.equal((await throughline.leads.get(lead.lead_id)).notes, 'Ring twice.');
    const { data, has_more } = await throughline.leads.list({
      status: ['new', 'qualified'],
      source: ['typed'],
    });
    assert.deepEqual([data.map((one) => one.lead_id), has_more], [[lead.lead_id], false]);
    const note = { channel: 'note', lead_id: lead.lead_id, body: 'Called.' } as const;
    assert.equal((await throughline.communications.create(note)).body, 'Called.');
  });

  it('loops over all pages of a list, and stops asking when the loop ends', async () => {
    const throughline = client();
    const create = () => throughline.leads.create(newLead('pages'));
    await Promise.all(Array.from({ length: 7 }, create));
    const threeAPage = { source: ['pages'], limit: 3 };
    const all = await throughline.leads.list(threeAPage).toArray();
    assert.equal(new Set(all.map((one) => one.lead_id)).size, 7);
    let pages = 0;
    for await (const page of throughline.leads.list(threeAPage).pages()) {
      pages += 1;
      if (page.data.length === 3 && pages === 2) break;
    }
    assert.equal(pages, 2);
    const first = await throughline.leads.list(threeAPage);
    const rest: string[] = [];
    for await (const { data } of throughline.leads
      .list(threeAPage)
      .pages(first.next_cursor ?? '')) {
      rest.push(...data.map((one) => one.lead_id));
    }
    assert.deepEqual(
      rest,
      all.slice(3).map((one) => one.lead_id),
    );
    await assert.rejects(
      throughline.leads.list({ source: ['pages'] }).toArray({ limit: 6 }),
      ThroughlineError,
    );
  });

  it('takes times as texts and as dates', async () => {
    const throughline = client();
    const { lead_id } = await throughline.leads.create(newLead());
    const starts_at = new Date('2027-03-02T17:00:00Z');
    const booked = await throughline.appointments.create({ lead_id, starts_at });
    assert.equal(new Date(booked.starts_at).getTime(), starts_at.getTime());
    const from = '2027-03-02T00:00:00Z';
    const { data } = await throughline.appointments.list({ from, to: new Date('2027-03-03') });
    assert.equal(data.length, 1);
  });

  it('throws a problem with its code and its own fields', async () => {
    const throughline = client();
    const user = await throughline.users.create({
      name: 'Rosa',
      email: 'rosa@example.com',
      role: 'technician',
    });
    const book = async () =>
      throughline.appointments.create({
        lead_id: (await throughline.leads.create(newLead())).lead_id,
        starts_at: '2027-03-02T10:00:00-08:00',
        assigned_to: user.user_id,
      });
    await book();
    const error = await book().catch((one: unknown) => one);
    assert(isProblem(error, 'slot_taken'));
    assert.equal(error.problem.alternatives.length, 3);
    assert.equal(error.status, 409);
    assert(error.requestId.length > 0);
    const missing = await throughline.leads.get('lead_nope').catch((one: unknown) => one);
    assert(isProblem(missing, 'not_found', 'validation_failed'));
    assert(!isProblem(missing, 'slot_taken'));
  });

  it('uses the current token of a function', async () => {
    const tokens = ['tl_wrong', organization.token];
    const throughline = client({ token: async () => tokens.shift() ?? organization.token });
    await assert.rejects(throughline.me.get(), { code: 'unauthorized', status: 401 });
    assert.equal(
      (await throughline.me.get()).organization.organization_id,
      organization.organizationId,
    );
  });

  it('uploads a file, also as a stream', async () => {
    const throughline = client();
    const csv = 'name,phone,service_needed\nAna,+14155550101,roofing\n';
    const first = await throughline.imports.create({ type: 'text/csv', content: csv });
    assert.match(first.import_id, /^import_/);
    const content = new Blob([csv.replace('Ana', 'Bo')]).stream();
    const second = await throughline.imports.create(
      { type: 'text/csv', content },
      { source: 'crm' },
    );
    assert.notEqual(second.import_id, first.import_id);
  });

  it('makes each change once, although every first response is lost', async () => {
    const proxy = await startLosingProxy(service.url);
    try {
      const throughline = client({ baseUrl: proxy.url });
      const asked = Array.from({ length: 10 }, () => newLead('lost'));
      const made = await Promise.all(asked.map((lead) => throughline.leads.create(lead)));
      assert.equal(new Set(made.map((one) => one.lead_id)).size, 10);
      assert.equal(
        (
          await client()
            .leads.list({ source: ['lost'] })
            .toArray()
        ).length,
        10,
      );
      assert.equal(proxy.lost, 10);
    } finally {
      await proxy.stop();
    }
  });

  it('streams events, and continues after the last one when the connection breaks', async () => {
    const own = await service.newOrganization();
    const connection = new AbortController();
    const throughline = client({
      token: own.token,
      fetch(url: URL, { signal, ...request }: RequestInit & { signal: AbortSignal }) {
        const broken = connection.signal.aborted ? [] : [connection.signal];
        return fetch(url, { ...request, signal: AbortSignal.any([signal, ...broken]) });
      },
    });
    const capture = async () => {
      const lead = newLead();
      await throughline.leads.create(lead);
      return lead.phone;
    };
    const abort = new AbortController();
    const seen: Event[] = [];
    const phones: (string | null)[] = [];
    const reading = (async () => {
      const events = throughline.events.stream({ after: 0 }, { signal: abort.signal });
      for await (const event of events) {
        seen.push(event);
        if (event.type !== 'lead.created') continue;
        phones.push(event.data.phone);
        if (phones.length === 2) connection.abort(new Error('the connection broke'));
        if (phones.length === 4) abort.abort(new Error('enough'));
      }
    })();
    const before = [await capture(), await capture()];
    await eventually(async () => connection.signal.aborted);
    const after = [await capture(), await capture()];
    await assert.rejects(reading, /enough/);
    assert.deepEqual(phones, [...before, ...after]);
    assert.deepEqual(
      seen.map((one) => one.seq),
      seen.map((_, index) => index + 1),
    );
    assert.equal(waits.length, 1);
  });
});

describe('a request that fails', () => {
  let answers: ((response: ServerResponse) => void)[] = [];
  const keys: (string | undefined)[] = [];
  const server: LoopbackServer = shared(() =>
    startLoopback((request, _body, response) => {
      keys.push(request.headers['idempotency-key']?.toString());
      const answer = answers.shift() ?? ((to) => send(to, 201, { lead_id: 'lead_1' }));
      answer(response);
    }),
  );
  const client = (options: object = {}) =>
    new Throughline({ token: 'tl_x', baseUrl: `${server.url}/`, ...options });
  const capture = (given: typeof answers, options: object = {}) => {
    answers = given;
    keys.length = 0;
    return client(options).leads.create(newLead());
  };

  it('is repeated under its key after 5xx, 429, no response and a key that is in use', async () => {
    const lost = (response: ServerResponse) => response.destroy();
    const busy = problem(409, 'idempotency_key_in_use');
    for (const failure of [
      problem(503, 'server_at_capacity'),
      problem(429, 'rate_limited'),
      lost,
      busy,
    ]) {
      const lead = await capture([failure]);
      assert.equal(lead.lead_id, 'lead_1');
      assert.equal(keys.length, 2);
      assert(keys[0] && keys[0] === keys[1]);
    }
  });

  it('is not repeated if the service refused it', async () => {
    for (const [status, code] of [
      [422, 'validation_failed'],
      [409, 'slot_taken'],
      [401, 'unauthorized'],
    ] as const) {
      await assert.rejects(capture([problem(status, code)]), { name: 'ApiError', code, status });
      assert.equal(keys.length, 1);
    }
  });

  it('is thrown after two repetitions, or after as many as wanted', async () => {
    const down = Array.from({ length: 5 }, () => problem(500, 'internal_error'));
    await assert.rejects(capture([...down]), { code: 'internal_error' });
    assert.equal(keys.length, 3);
    // Each wait is longer than the one before, with a quarter left to chance.
    const [first = 0, second = 0] = waits;
    assert(first >= 187 && first <= 250 && second >= 375 && second <= 500, waits.join());
    await assert.rejects(capture([...down], { maxRetries: 0 }), { code: 'internal_error' });
    assert.equal(keys.length, 1);
  });

  it('waits as long as Retry-After says', async () => {
    await capture([
      problem(429, 'rate_limited', { 'retry-after': '7' }),
      problem(503, 'database_busy', { 'retry-after': '2' }),
    ]);
    assert.deepEqual(waits, [7_000, 2_000]);
  });

  it('is thrown at once if the service asks for a longer wait than wanted', async () => {
    const full = problem(503, 'storage_full', { 'retry-after': '30' });
    await assert.rejects(capture([full], { maxWaitMs: 5_000 }), { code: 'storage_full' });
    assert.deepEqual([keys.length, waits], [1, []]);
    await capture([problem(503, 'database_busy', { 'retry-after': '5' })], { maxWaitMs: 5_000 });
    assert.deepEqual([keys.length, waits], [2, [5_000]]);
  });

  it('says that nothing responded, and keeps the cause', async () => {
    const nowhere = client({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    const error = await nowhere.me.get().catch((one: unknown) => one);
    assert(error instanceof ConnectionError);
    assert.match(error.message, /^No response from http:\/\/127\.0\.0\.1:9\.$/);
    assert(error.cause instanceof Error);
  });

  it('is an ApiError even if it is not from Throughline', async () => {
    const page = (response: ServerResponse) => response.writeHead(404).end('<h1>Not here</h1>');
    const error = await capture([page]).catch((one: unknown) => one);
    assert(error instanceof ApiError);
    assert.equal(error.code, 'http_404');
    assert.match(error.problem.detail, /but not as Throughline does\. Check the address\.$/);
  });

  it('ends with the reason of the signal', async () => {
    const never = () => {};
    answers = [never];
    const abort = new AbortController();
    const asking = client().me.get({ signal: abort.signal });
    abort.abort(new Error('no longer needed'));
    await assert.rejects(asking, /no longer needed/);
    answers = [never];
    await assert.rejects(client().me.get({ timeoutMs: 20, maxRetries: 0 }), ConnectionError);
  });
});

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function problem(status: number, code: string, headers: object = {}) {
  const body = {
    type: `urn:throughline:problem:${code}`,
    title: code,
    status,
    detail: code,
    code,
    request_id: 'r',
  };
  return (response: ServerResponse) => send(response, status, body, headers);
}

/** A network that delivers every request, and loses the first response to each. */
async function startLosingProxy(target: string): Promise<LoopbackServer & { lost: number }> {
  const seen = new Set<string>();
  const server = await startLoopback(async (request, body, response) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const method = request.method ?? 'GET';
    const answer = await fetch(target + request.url, { method, headers, body });
    const key = headers.get('idempotency-key') ?? '';
    if (!seen.has(key)) {
      seen.add(key);
      proxy.lost += 1;
      return response.destroy();
    }
    return send(response, answer.status, (await answer.json()) as object);
  });
  const proxy = { ...server, lost: 0 };
  return proxy;
}
