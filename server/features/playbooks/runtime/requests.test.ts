import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Outbound } from '../../../platform/outbound/outbound.ts';
import { eventually } from '../../../testing/eventually.ts';
import { sharedService } from '../../../testing/fixtures.ts';
import { Playbooks, type Receiver, startReceiver } from '../../../testing/playbooks.ts';
import { sendRequest } from './send-request.ts';

describe('a playbook request', () => {
  const service = sharedService({ hasWorker: true });
  let receiver: Receiver;
  let playbooks: Playbooks;
  before(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    playbooks = new Playbooks((await service.newOrganization()).api, service);
    receiver.received.length = 0;
  });
  after(async () => {
    await receiver.stop();
  });

  const request = (more: object = {}) => ({
    id: 'call',
    do: 'http_request',
    with: { url: `${receiver.url}/{{ lead.lead_id }}`, body: { name: '{{ lead.name }}' }, ...more },
  });
  const start = async (...steps: object[]) => {
    const playbook = await playbooks.make({ steps });
    const lead = await playbooks.newLead();
    return { lead, ...(await playbooks.run(playbook, { lead_id: lead.lead_id })) };
  };
  const respondOnce = (respond: Receiver['answer']) => {
    const usual = receiver.answer;
    receiver.answer = (one, response) => {
      receiver.answer = usual;
      return respond(one, response);
    };
  };

  it('is rendered, signed and sent with its key, and later steps can use its response', async () => {
    const { secret } = (await playbooks.api.post('/v1/automation/rotate-secret')).body;
    const second = (await playbooks.api.post('/v1/automation/rotate-secret')).body.secret;
    respondOnce((_request, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end('{"score": 7, "odd": "a\\u0000b"}');
    });
    const { lead, run_id } = await start(
      request({
        headers: { 'X-Number': '{{ lead.lifecycle_number }}' },
      }),
      {
        id: 'note',
        do: 'update_lead',
        when: 'steps.call.output.body.score > 5',
        with: { notes: 'Scored {{ steps.call.output.body.score }}' },
      },
    );
    const run = await playbooks.until(run_id, 'completed');
    const [one, ...more] = receiver.received;
    assert.deepEqual(more, []);
    assert.deepEqual(
      [one!.method, one!.url, one!.body],
      ['POST', `/${lead.lead_id}`, '{"name":"Dana"}'],
    );
    assert.equal(one!.headers['idempotency-key'], `${run_id}:call`);
    assert.equal(one!.headers['x-number'], lead.lifecycle_number);
    const headers = one!.headers as Record<string, string>;
    for (const key of [secret, second]) {
      // The library checks the time against the system clock, so the test signs again and compares.
      const signature = new Webhook(key).sign(
        headers['webhook-id']!,
        new Date(Number(headers['webhook-timestamp']) * 1000),
        one!.body,
      );
      assert(headers['webhook-signature']!.split(' ').includes(signature));
    }
    assert.deepEqual(run.steps[0].output, { status: 200, body: { score: 7, odd: 'ab' } });
    assert.equal((await playbooks.api.get(`/v1/leads/${lead.lead_id}`)).body.notes, 'Scored 7');
  });

  it('is retried with the same key after 5xx and 429 responses', async () => {
    const statuses = [503, 429, 500];
    receiver.answer = (_request, response) => {
      response.statusCode = statuses.shift() ?? 200;
      response.end('later');
    };
    const { run_id } = await start(request());
    for (const seconds of [1, 5, 30]) {
      const waiting = await playbooks.until(run_id, 'waiting');
      const due = new Date(service.clock.now().getTime() + seconds * 1000).toISOString();
      assert.equal(waiting.due_at, due);
      assert.equal(waiting.steps[0].error.code, 'request_failed');
      service.clock.advance(seconds * 1000);
      await eventually(async () => (await playbooks.read(run_id)).due_at !== due);
    }
    const run = await playbooks.until(run_id, 'completed');
    assert.equal(run.steps[0].attempts, 4);
    assert.deepEqual(run.steps[0].output, { status: 200, body: 'later' });
    assert.deepEqual(
      new Set(receiver.received.map(({ headers }) => headers['idempotency-key'])),
      new Set([`${run_id}:call`]),
    );
    assert.equal(receiver.received.length, 4);
  });

  it('fails if it is refused, cannot connect after all retries, or has an invalid URL; retrying the run sends it again', async () => {
    receiver.answer = (_request, response) => {
      response.statusCode = 404;
      response.setHeader('content-type', 'application/json').end('{"why": "gone"}');
    };
    const refused = await start(request());
    const run = await playbooks.until(refused.run_id, 'failed');
    assert.equal(run.error.code, 'request_refused');
    assert.deepEqual(run.steps[0].output, { status: 404, body: { why: 'gone' } });
    receiver.answer = (_request, response) => {
      response.end('ok');
    };
    await playbooks.api.post(`/v1/playbook-runs/${refused.run_id}/retry`);
    assert.equal((await playbooks.until(refused.run_id, 'completed')).steps[0].attempts, 2);

    const unreachable = await start(request({ url: 'http://127.0.0.1:1/' }));
    for (const seconds of [1, 5, 30]) {
      await playbooks.until(unreachable.run_id, 'waiting');
      service.clock.advance(seconds * 1000);
      await eventually(
        async () =>
          (await playbooks.read(unreachable.run_id)).status !== 'waiting' ||
          (await playbooks.read(unreachable.run_id)).due_at! > service.clock.now().toISOString(),
      );
    }
    assert.equal(
      (await playbooks.until(unreachable.run_id, 'failed')).error.code,
      'connection_failed',
    );
    const wrong = await start(request({ url: 'http://{{ lead.name }} x/' }));
    assert.equal((await playbooks.until(wrong.run_id, 'failed')).error.code, 'invalid_url');
  });

  it('without a response is unknown and the run continues; an idempotent request is sent again', async () => {
    const { run_id } = await start(request({ timeout_seconds: 1 }), {
      id: 'qualify',
      do: 'qualify',
    });
    respondOnce(() => {});
    await eventually(async () => receiver.received.length === 1);
    const run = await playbooks.until(run_id, 'completed');
    assert.deepEqual(
      run.steps.map((step: { step_id: string; status: string }) => [step.step_id, step.status]),
      [
        ['call', 'unknown'],
        ['qualify', 'completed'],
      ],
    );
    assert.equal(run.steps[0].error.code, 'request_timed_out');
    assert.equal(run.has_unknown, true);

    respondOnce((_request, response) => {
      response.destroy();
    });
    const safe = await start(request({ idempotent: true }));
    const waiting = await playbooks.until(safe.run_id, 'waiting');
    assert.equal(waiting.steps[0].error.code, 'connection_lost');
    service.clock.advance(1_000);
    assert.equal((await playbooks.until(safe.run_id, 'completed')).has_unknown, false);
  });

  it('in progress when the run is canceled is unknown until its response arrives', async () => {
    let respond: (() => void) | null = null;
    respondOnce((_request, response) => {
      respond = () => response.end('late');
    });
    const { run_id } = await start(request(), { id: 'qualify', do: 'qualify' });
    await eventually(async () => respond !== null);
    const canceled = await playbooks.api.post(`/v1/playbook-runs/${run_id}/cancel`);
    assert.deepEqual([canceled.status, canceled.body.has_unknown], [200, true]);
    assert.equal((await playbooks.read(run_id)).steps[0].status, 'unknown');
    respond!();
    const run = await eventually(async () => {
      const seen = await playbooks.read(run_id);
      return seen.steps[0].status === 'completed' && seen;
    });
    assert.deepEqual([run.status, run.has_unknown, run.steps.length], ['canceled', false, 1]);
  });

  it('to a receiver that does not respond delays no other runs', async () => {
    const hung: (() => void)[] = [];
    receiver.answer = (one, response) => {
      if (one.url === '/quick') response.end('ok');
      else hung.push(() => response.end('ok'));
    };
    const many = await playbooks.make({ steps: [request()] });
    const lead = await playbooks.newLead();
    for (let n = 0; n < 20; n += 1) await playbooks.run(many, { lead_id: lead.lead_id });
    await eventually(async () => hung.length === 16);

    const rows = await start({ id: 'qualify', do: 'qualify' });
    await playbooks.until(rows.run_id, 'completed');
    const others = new Playbooks((await service.newOrganization()).api, service);
    const quick = await others.make({ steps: [request({ url: `${receiver.url}/quick` })] });
    const { lead_id } = await others.newLead();
    const { run_id } = await others.run(quick, { lead_id });
    await others.until(run_id, 'completed');
    assert.equal(hung.length, 16);
    receiver.answer = (_one, response) => {
      response.end('ok');
    };
    for (const release of hung) release();
    await eventually(async () => (await playbooks.list('&status=completed')).length === 21);
  });
});

it('a playbook request to a private address is refused', async () => {
  const receiver = await startReceiver();
  const guarded = new Outbound({ allowPrivate: false });
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '2130706433',
  ]) {
    const url = receiver.url.replace('127.0.0.1', host);
    const request = { method: 'POST' as const, url, headers: {}, body: {} };
    const options = { key: 'run:call', secrets: [], at: new Date(), timeoutMs: 5_000 };
    const outcome = await sendRequest(guarded, request, options);
    assert(outcome.result === 'refused', host);
    assert.equal(outcome.reason, 'address_not_public', host);
  }
  assert.deepEqual(receiver.received, []);
  await guarded.close();
  await receiver.stop();
});
