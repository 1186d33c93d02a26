import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { EventListener } from '../../../server/testing/event-listener.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { shared, sharedService } from '../../../server/testing/fixtures.ts';
import { freshLead } from '../../../server/testing/leads.ts';
import { saveToken } from '../../../server/token-file.ts';
import { commands, program } from './program.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('npx throughline: events and webhooks on your machine', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const environment = () => ({
    THROUGHLINE_URL: service.url,
    THROUGHLINE_TOKEN: organization.token,
  });
  const run = commands(environment);
  const { start } = program(environment);

  /** A local receiver, such as a developer would run. */
  async function receive(status = 200) {
    const received: Received[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      received.push({ headers: request.headers, body });
      response.writeHead(status).end('thanks');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    return { received, url, close: () => server.close() };
  }

  const secretIn = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0];

  async function listening(args: string[]) {
    const running = start(['listen', ...args]);
    const secret = await eventually(async () => {
      assert.equal(running.stderr, '');
      return secretIn(running.stdout);
    });
    return { ...running, running, secret };
  }

  it('forwards an example triggered in another terminal, signed like a webhook', async () => {
    const receiver = await receive();
    const { running, secret } = await listening(['--forward-to', receiver.url]);
    assert.match(running.stdout, /Your signing secret is whsec_\S+ \(stable\)/);

    const triggered = await run(['trigger', 'lead.qualified']);
    assert.equal(triggered.code, 0, triggered.stderr);
    assert.match(
      triggered.stdout,
      /^Sent an example of lead\.qualified to all subscribers: event_\w+\n$/,
    );

    const { headers, body } = await eventually(async () => receiver.received[0]);
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      id: string;
      type: string;
      data: { status: string };
    };
    assert.equal(event.type, 'lead.qualified');
    assert.equal(event.data.status, 'qualified');
    assert.equal(headers['webhook-id'], event.id);
    assert(triggered.stdout.includes(event.id));
    await eventually(async () =>
      /example +lead\.qualified .*→ 200 \(\d+ ms\)/.test(running.stdout),
    );
    running.child.kill('SIGINT');
    assert.equal(await running.exit, 0);
    receiver.close();
  });

  it('forwards real events as the log has them, in order, and continues when the receiver fails', async () => {
    const own = await service.newOrganization();
    const receiver = await receive(500);
    const running = start(['listen', '--forward-to', receiver.url, '--json', '--after', '0'], {
      THROUGHLINE_TOKEN: own.token,
    });
    // U+2028 ends a line for some parsers, but not in the stream.
    await own.api.post('/v1/leads', freshLead({ name: 'Dana\u2028Whitfield' }));
    await eventually(async () => receiver.received.length === 4);
    const { body: log } = await own.api.get('/v1/events');
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body)),
      log.data,
    );
    const [first, ...lines] = await eventually(
      async () => running.lines.length === 5 && running.lines.map((line) => JSON.parse(line)),
    );
    assert.equal(first.listening.forward_to, receiver.url);
    assert.deepEqual(
      lines.map(({ forwarded }) => [forwarded.seq, forwarded.type, forwarded.status]),
      log.data.map(({ seq, type }: { seq: number; type: string }) => [seq, type, 500]),
    );
    receiver.close();
    await own.api.post('/v1/leads', freshLead());
    const down = await eventually(
      async () => running.lines.length >= 6 && JSON.parse(running.lines[5]!),
    );
    assert.equal(down.forwarded.status, null);
    assert.equal(down.forwarded.error, 'ECONNREFUSED');
  });

  it('signs with the same secret every time, and with a different one for another organization', async () => {
    const receiver = await receive();
    const first = await listening(['--forward-to', receiver.url]);
    const second = await listening(['--forward-to', receiver.url, '--json']);
    assert.equal(first.secret, second.secret);
    const other = await service.newOrganization();
    const third = start(['listen', '--forward-to', receiver.url, '--token', other.token]);
    const secret = await eventually(async () => secretIn(third.stdout));
    assert.notEqual(secret, first.secret);
    assert(!first.stdout.includes(organization.token));
    receiver.close();
  });

  it('forwards only the event types in --types', async () => {
    const receiver = await receive();
    const types = ['--types', 'lead.*,job.closed'];
    const { running } = await listening(['--forward-to', receiver.url, ...types]);
    for (const type of ['invoice.paid', 'job.closed', 'job.created', 'lead.created']) {
      assert.equal((await run(['trigger', type])).code, 0);
    }
    await eventually(async () => receiver.received.length === 2);
    const forwarded = receiver.received.map(({ body }) => JSON.parse(body).type);
    assert.deepEqual(forwarded, ['job.closed', 'lead.created']);
    // A line is printed after the response of the receiver.
    await eventually(async () => running.lines.length >= 4);
    assert.equal(running.lines.length, 4);
    receiver.close();
  });

  it('continues after the last event when the stream was cut', async () => {
    const receiver = await receive();
    const { running } = await listening(['--forward-to', receiver.url]);
    await organization.api.post('/v1/leads', freshLead());
    await eventually(async () => receiver.received.length === 2);
    // Like a proxy: the program sees an unexpected end.
    service.dropConnections();
    await eventually(async () => /Connection lost/.test(running.stdout));
    await organization.api.post('/v1/leads', freshLead());
    await eventually(async () => receiver.received.length === 4);
    assert.match(running.stdout, /Reconnected/);
    const seqs = receiver.received.map(({ body }) => JSON.parse(body).seq);
    assert.deepEqual(
      seqs,
      seqs.map((_, index) => seqs[0] + index),
    );
    receiver.close();
  });

  it('prints the log, as lines or as JSON', async () => {
    const own = await service.newOrganization();
    await own.api.post('/v1/leads', freshLead());
    const environment = { THROUGHLINE_TOKEN: own.token };
    const text = await run(['events', '--after', '1', '--output', 'table'], environment);
    assert.equal(text.code, 0);
    assert.match(
      text.stdout,
      /#2 +token\.created .*\n.*#3 +lead\.created .*\n.*#4 +lead\.qualified /,
    );
    const json = await run(['events', '--json'], environment);
    const { body } = await own.api.get('/v1/events');
    const events = json.stdout.trim().split('\n');
    assert.deepEqual(
      events.map((line) => JSON.parse(line)),
      body.data,
    );
  });

  it('finds the token stored by the first start', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'throughline-cli-'));
    await saveToken(directory, organization.token);
    const found = await run(['events', '--json'], {
      THROUGHLINE_DATA_DIR: directory,
      THROUGHLINE_TOKEN: '',
    });
    assert.equal(found.code, 0, found.stderr);
    rmSync(directory, { recursive: true });
  });

  it('reports errors as a sentence or as JSON, and exits with an error code', async () => {
    const token = { THROUGHLINE_TOKEN: organization.token };
    const hooks = ['--forward-to', 'http://127.0.0.1:9/'];
    const wrong: [string[], Record<string, string>, number, string, RegExp][] = [
      [
        ['listen', ...hooks],
        { THROUGHLINE_TOKEN: 'x'.repeat(30) },
        4,
        'unauthorized',
        /was refused/,
      ],
      [['trigger', 'job.closed'], { THROUGHLINE_TOKEN: '' }, 4, 'no_token', /--token/],
      [
        ['trigger', 'lead.qualifyed'],
        token,
        5,
        'validation_failed',
        /Similar event types: lead.qualified/,
      ],
      [['trigger'], token, 2, 'bad_arguments', /trigger TYPE/],
      [['trigger', 'job.closed', '--endpoint', 'x'], token, 3, 'not_found', /webhook endpoint/],
      [['listen'], token, 2, 'bad_arguments', /--forward-to/],
      [['listen', '--forward-to', 'localhost'], token, 2, 'bad_arguments', /--forward-to/],
      [['listen', ...hooks, '--after', 'x'], token, 2, 'bad_arguments', /--after/],
      [['listen', ...hooks, '--after', '999999'], token, 5, 'validation_failed', /ends at seq/],
      [['listen', ...hooks, '--types', 'Lead'], token, 2, 'bad_arguments', /--types/],
      [['events', '--no-such'], token, 2, 'bad_arguments', /--no-such/],
      [['events', '--url', 'http://127.0.0.1:9'], token, 1, 'unreachable', /npm start/],
      [['events', '--url', 'x'], token, 2, 'bad_url', /--url/],
      [['fly'], token, 2, 'unknown_command', /Unknown command fly/],
    ];
    for (const [args, environment, exitCode, name, sentence] of wrong) {
      const { code, stdout, stderr } = await run([...args, '--json'], environment);
      const called = args.join(' ');
      assert.equal(code, exitCode, `${called}: ${stderr}`);
      const { error } = JSON.parse(stderr);
      assert.equal(error.code, name, called);
      assert.match(error.detail, sentence, called);
      assert.equal(stdout, '', called);
    }
    const { code, stdout, stderr } = await run(['trigger', 'lead.qualifyed'], token);
    assert.deepEqual([code, stdout], [5, '']);
    assert.match(stderr, /Similar event types: lead\.qualified, .*\n/);
  });

  it('exits when its token is revoked while it listens', async () => {
    const created = await organization.api.post('/v1/tokens', {
      name: 'x',
      scopes: ['events:read'],
    });
    const args = ['listen', '--forward-to', 'http://127.0.0.1:9/', '--token', created.body.token];
    const running = start(args);
    await eventually(async () => secretIn(running.stdout));
    await organization.api.delete(`/v1/tokens/${created.body.token_id}`);
    service.dropConnections();
    assert.equal(await running.exit, 4);
    assert.match(running.stderr, /The token was refused.*\nThe token is from --token\./);
  });

  it('runs from a checkout with npx, and prints help', async () => {
    const npx = start(['help', '--json'], {}, ['npx', '--offline', 'throughline']);
    assert.equal(await npx.exit, 0, npx.stderr);
    const commands = npx.lines.map((line) => JSON.parse(line).command);
    for (const name of ['listen', 'trigger', 'events', 'rotate-key', 'leads create']) {
      assert(commands.includes(name), name);
    }
    for (const args of [[], ['help'], ['--help'], ['listen', '--help']]) {
      const { code, stdout } = await run(args);
      assert.equal(code, 0);
      assert.match(stdout, /listen/);
    }
    assert.match((await run(['listen', '--help'])).stdout, /throughline listen --forward-to URL/);
  });

  it('shares the stream with any other client', async () => {
    const listener = await EventListener.open(service.url, organization.token);
    assert.equal((await run(['trigger', 'job.completed', '--json'])).code, 0);
    await listener.until(1);
    assert.equal(listener.events[0]!.type, 'example.sent');
    listener.close();
  });
});
