import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { shared, sharedService } from '../../../server/testing/fixtures.ts';
import { freshLead } from '../../../server/testing/leads.ts';
import { startLoopback } from '../../../server/testing/loopback.ts';
import { Core } from '../../sdk/src/core.ts';
import { commands, program } from './program.ts';

const HARD_NAME = 'Zoë\u2028🔧 \u202eWhitfield\u001b[2J';

describe('a command is an operation', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const environment = () => ({
    THROUGHLINE_URL: service.url,
    THROUGHLINE_TOKEN: organization.token,
  });
  const run = commands(environment);
  const directory = mkdtempSync(join(tmpdir(), 'throughline-cli-'));
  after(() => rmSync(directory, { recursive: true }));

  async function newLead(fields: Record<string, unknown> = {}) {
    const { body } = await organization.api.post('/v1/leads', freshLead(fields));
    return body;
  }

  it('sends fields by their kind, inside of objects by dots, over those of --data', async () => {
    const file = join(directory, 'lead.json');
    writeFileSync(file, JSON.stringify({ name: 'From the file', notes: 'stays' }));
    const created = await run([
      ...['leads', 'create', '--data', `@${file}`, '--name', HARD_NAME],
      ...['--phone=+14155550111', '--service_needed', 'drain_cleaning'],
      ...['--consent.sms', 'granted', '--consent.call', '{"status":"denied"}'],
    ]);
    assert.equal(created.code, 0, created.stderr);
    const lead = JSON.parse(created.stdout);
    assert.equal(lead.name, HARD_NAME);
    assert.deepEqual([lead.notes, lead.service_needed], ['stays', 'drain_cleaning']);
    assert.deepEqual([lead.consent.sms.status, lead.consent.call.status], ['granted', 'denied']);
    // The value is whole, and the line is one line for every reader.
    assert.equal(created.stdout.split(/[\n\u2028]/).length, 2);
  });

  it('prints a table, JSON or one line per item, and only the fields that are wanted', async () => {
    const lead = await newLead({ name: HARD_NAME, source: 'table_test' });
    await newLead({ source: 'table_test' });
    const list = ['leads', 'list', '--source', 'table_test'];
    const fields = ['--fields', 'lead_id,name,consent.sms'];
    const lines = (await run([...list, ...fields])).stdout.trim().split('\n');
    assert.equal(lines.length, 2);
    assert.deepEqual(Object.keys(JSON.parse(lines[0]!)), ['lead_id', 'name', 'consent.sms']);

    const json = JSON.parse((await run([...list, '--json'])).stdout);
    assert.equal(json.length, 2);
    assert.deepEqual(json, (await organization.api.get('/v1/leads?source=table_test')).body.data);

    const table = (await run([...list, '-o', 'table', '--fields', 'name,lead_id'])).stdout;
    assert.match(table, /^name +lead_id\n/);
    // Nothing in it controls the terminal or reverses the text.
    assert(!/(?!\n)[\p{Cc}\u2028\u202e]/u.test(table), table);
    assert(table.includes('Zoë\\u2028🔧 \\u202eWhitfield\\u001b[2J'), table);
    const one = (await run(['leads', 'get', lead.lead_id, '--output', 'table'])).stdout;
    assert.match(one, new RegExp(`lead_id +${lead.lead_id}\n`));
  });

  it('lists one page, a number of items, or all', async () => {
    const own = await service.newOrganization();
    await Promise.all(Array.from({ length: 53 }, () => own.api.post('/v1/leads', freshLead())));
    const token = { THROUGHLINE_TOKEN: own.token };
    const count = async (args: string[]) => {
      const { stdout, stderr } = await run(['leads', 'list', ...args], token);
      return [stdout.trim().split('\n').length, /There are more/.test(stderr)];
    };
    assert.deepEqual(await count([]), [50, true]);
    assert.deepEqual(await count(['--limit', '3']), [3, true]);
    assert.deepEqual(await count(['--limit', '53']), [53, false]);
    assert.deepEqual(await count(['--all']), [53, false]);
  });

  it('sends a template as it is written, though it begins like JSON', async () => {
    const source = await run([
      ...['sources', 'create', '--name', 'Partner', '--kind', 'json', '--source', 'partner'],
      ...['--mapping.phone', '/tel', '--mapping.name', '{{ payload.first }} {{ payload.last }}'],
    ]);
    assert.equal(source.code, 0, source.stderr);
    const { mapping } = JSON.parse(source.stdout);
    assert.deepEqual(mapping, { phone: '/tel', name: '{{ payload.first }} {{ payload.last }}' });
  });

  it('says what is wrong with a command, and what was probably meant', async () => {
    const wrong: [string[], RegExp][] = [
      [['leads', 'create', '--nmae', 'x'], /Unknown option --nmae\. Did you mean --name/],
      [['leads', 'create', '--consent.smss', 'x'], /Did you mean --consent\.sms/],
      [['leads', 'create', '--phone', '1'], /leads create needs --service-needed/],
      [['leads', 'list', '--status', 'nwe'], /must be one of new, qualified.*Did you mean new/],
      [['leads', 'lits'], /Unknown command leads lits\. Did you mean list/],
      [['laeds', 'list'], /Unknown command laeds\. Did you mean leads/],
      [['leads'], /leads needs a command/],
      [['leads', 'get'], /leads get needs ID/],
      [['leads', 'get', 'a', 'b'], /takes no "b"/],
      [['leads', 'list', '--limit', '0'], /--limit must be a number from 1/],
      [['leads', 'create', '--data', '{x'], /--data is not valid JSON/],
      [['leads', 'create', '--data', '@/nowhere'], /--data cannot be read/],
      [['leads', 'create', '--name'], /--name needs a value/],
      [['appointments', 'create', '--duration-minutes', 'x'], /must be a whole number/],
      [['leads', 'list', '--output', 'xml'], /--output must be one of/],
    ];
    for (const [args, sentence] of wrong) {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, sentence, args.join(' '));
    }
  });

  it('lists what is wrong with a request, and where', async () => {
    const wrong = ['--service-needed', 'x', '--phone', '123', '--email', 'dana@'];
    const { stderr } = await run(['leads', 'create', ...wrong]);
    const [summary, phone, email, code, ...rest] = stderr.trimEnd().split('\n');
    assert.equal(summary, '2 things are wrong with the request.');
    assert.match(phone ?? '', /^ {2}--phone: The phone number is not valid/);
    assert.match(email ?? '', /^ {2}--email: The field email must be/);
    assert.match(code ?? '', /^validation_failed, request /);
    assert.deepEqual(rest, []);
  });

  it('ends with a code that says why', async ({ mock }) => {
    // Between the repetitions of a request without a response.
    mock.method(Core.prototype, 'wait', async () => {});
    const { lead_id } = await newLead();
    const reader = await organization.api.post('/v1/tokens', { name: 'x', scopes: ['jobs:read'] });
    const merge = ['leads', 'merge', lead_id, '--into', lead_id, '--yes'];
    const cases: [number, string[], Record<string, string>][] = [
      [0, ['leads', 'get', lead_id], {}],
      [1, ['leads', 'get', lead_id], { THROUGHLINE_URL: 'http://127.0.0.1:9' }],
      [2, ['leads', 'list', '--agee', '1d'], {}],
      [5, ['leads', 'list', '--age', 'yesterday-ish'], {}],
      [3, ['leads', 'get', 'lead_01h455vb4pex5vsknk084sn02q'], {}],
      [4, ['leads', 'get', lead_id], { THROUGHLINE_TOKEN: 'tl_wrong' }],
      [4, ['leads', 'get', lead_id], { THROUGHLINE_TOKEN: reader.body.token }],
      [5, merge, {}],
    ];
    for (const [code, args, environment] of cases) {
      const done = await run(args, environment);
      assert.equal(done.code, code, `${args.join(' ')}: ${done.stderr}`);
      assert.equal(done.stdout === '', code !== 0);
    }
    const refused = await run(['leads', 'get', lead_id, '--json', '--token', reader.body.token]);
    const { error } = JSON.parse(refused.stderr);
    assert.deepEqual([error.status, error.token_from], [403, '--token']);
    assert.deepEqual(error.required_scopes.includes('leads:read'), true);
  });

  it('asks before it removes something or reaches someone, and needs --yes without a terminal', async () => {
    const { lead_id } = await newLead();
    const refused = await run(['leads', 'delete', lead_id]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /confirm it with --yes/);
    const raw = await run(['api', 'DELETE', `/v1/leads/${lead_id}`]);
    assert.equal(raw.code, 2);
    const sent = await run(['messages', 'create', '--channel', 'sms', '--lead-id', lead_id]);
    assert.match(sent.stderr, /confirm it with --yes/);
    assert.equal((await organization.api.get(`/v1/leads/${lead_id}`)).body.deleted_at, null);
    const done = await run(['leads', 'delete', lead_id, '--yes']);
    assert.equal(done.code, 0, done.stderr);
    const restored = await run(['leads', 'restore', lead_id]);
    assert.equal(restored.code, 0, restored.stderr);
  });

  it('sends --dry-run and --idempotency-key, and says if the service ignored a dry run', async (test) => {
    const { lead_id } = await newLead();
    const fields = ['--phone', '+14155550177', '--service-needed', 'drain_cleaning'];
    const once = ['leads', 'create', ...fields, '--idempotency-key', 'cli-once'];
    const [first, second] = [await run(once), await run(once)];
    assert.equal(JSON.parse(first.stdout).lead_id, JSON.parse(second.stdout).lead_id);

    const seen: string[] = [];
    const fake = await startLoopback(({ method, url, headers }, _body, response) => {
      seen.push(`${method} ${url} ${headers['dry-run']}`);
      const knows = url?.startsWith('/new') ? { 'dry-run': 'true' } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...knows }).end('{"a":1}');
    });
    test.after(() => fake.stop());
    const dry = ['leads', 'delete', lead_id, '--dry-run'];
    const known = await run(dry, { THROUGHLINE_URL: `${fake.url}/new` });
    assert.deepEqual([known.code, known.stdout], [0, '{"a":1}\n'], known.stderr);
    assert.match(known.stderr, /nothing was stored or sent/);
    const ignored = await run(dry, { THROUGHLINE_URL: `${fake.url}/old` });
    assert.equal(ignored.code, 1);
    assert.match(ignored.stderr, /did not confirm the dry run/);
    assert.deepEqual(seen, [
      `DELETE /new/v1/leads/${lead_id} true`,
      `DELETE /old/v1/leads/${lead_id} true`,
    ]);
  });

  it('ends with 6 when the service stays busy', async (test) => {
    test.mock.method(Core.prototype, 'wait', async () => {});
    const busy = await startLoopback((_request, _body, response) => {
      const problem = { code: 'rate_limited', detail: 'Too many requests.', status: 429 };
      response.writeHead(429, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify(problem));
    });
    test.after(() => busy.stop());
    assert.equal((await run(['me', 'get'], { THROUGHLINE_URL: busy.url })).code, 6);
  });

  it('stores a file that is returned, and never writes its bytes to a terminal', async (test) => {
    const pdf = Buffer.from('%PDF-1.7\n\u00ff\u0000\r\n', 'latin1');
    const asked: (string | undefined)[] = [];
    const files = await startLoopback(({ url }, _body, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    });
    test.after(() => files.stop());
    const url = { THROUGHLINE_URL: files.url };
    const get = ['estimates', 'document', 'estimate_1'];
    const file = join(directory, 'estimate.pdf');
    const stored = await run([...get, '--output-file', file], url);
    assert.equal(stored.code, 0, stored.stderr);
    assert.equal(stored.stdout, '');
    assert.match(stored.stderr, /Stored in .*estimate\.pdf/);
    assert.deepEqual(readFileSync(file), pdf);
    assert.deepEqual((await run(get, url)).bytes, pdf);
    assert.deepEqual([...new Set(asked)], ['/v1/estimates/estimate_1/document.pdf']);
    const nowhere = await run([...get, '--output-file', join(directory, 'none', 'x.pdf')], url);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /cannot be written/);

    const terminal = await run(get, url, { isTerminal: true });
    assert.deepEqual([terminal.code, terminal.stdout], [2, '']);
    assert.match(terminal.stderr, /--output-file FILE, or .* > FILE/);
  });

  it('sends any request with api', async () => {
    const { lead_id } = await newLead();
    const got = await run(['api', 'get', `/v1/leads?limit=1`, '--output', 'json']);
    assert.equal(JSON.parse(got.stdout).length, 1, got.stderr);
    const changed = await run(['api', 'PATCH', `/v1/leads/${lead_id}`, '--data', '{"name":"Raw"}']);
    assert.equal(JSON.parse(changed.stdout).name, 'Raw');
    assert.equal((await run(['api', 'GET', '/v1/nothing'])).code, 3);
    assert.equal((await run(['api', 'FLY', '/v1/leads'])).code, 2);
    assert.equal((await run(['api', 'GET', 'https://example.com'])).code, 2);
  });

  it('completes resources, verbs, flags and values, in scripts that the shell can read', async () => {
    const completed = async (...words: string[]) =>
      (await run(['__complete', ...words])).stdout.split('\n').filter((word) => word !== '');
    assert.deepEqual(await completed('lea'), ['leads']);
    assert.deepEqual(await completed('leads', 'qual'), ['qualify']);
    assert.deepEqual(await completed('jobs', 'no'), ['notes']);
    assert.deepEqual(await completed('leads', 'list', '--stat'), ['--status']);
    assert.deepEqual(await completed('leads', 'list', '--status', 'qu'), ['qualified']);
    assert((await completed('')).includes('import'));
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { code, stdout } = await run(['completion', shell]);
      assert.equal(code, 0);
      assert.match(stdout, /throughline __complete/);
      if (shell !== 'bash') continue;
      assert.equal(spawnSync('bash', ['-n'], { input: stdout }).status, 0);
      const used = `throughline() { echo "\${@:2}"; }\n${stdout}\nCOMP_WORDS=(throughline leads li); COMP_CWORD=2; _throughline; echo "$\{COMPREPLY[*]}"`;
      assert.equal(spawnSync('bash', { input: used }).stdout.toString(), 'leads li\n');
    }
    assert.equal((await run(['completion', 'csh'])).code, 2);
  });

  describe('in a process of its own', () => {
    const { start, run } = program(environment);

    it('reads stdin, writes JSON into a pipe, and ends with the code', async () => {
      const { lead_id } = await newLead();
      const update = ['leads', 'update', lead_id, '--data', '-', '--notes', 'null'];
      const piped = await run(update, {}, '{"name":"From stdin"}');
      assert.equal(piped.code, 0, piped.stderr);
      const updated = JSON.parse(piped.stdout);
      assert.deepEqual([updated.name, updated.notes], ['From stdin', null]);

      const wrong = await run(['leads', 'lits']);
      assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
      assert.match(wrong.stderr, /Did you mean list/);
    });

    it('ends quietly when the reader of its pipe has seen enough', async () => {
      await newLead();
      const running = start(['events', '--after', '0']);
      running.child.stdout?.destroy();
      assert.equal(await running.exit, 0);
      assert.equal(running.stderr, '');
    });

    it('tails events until it is interrupted', async () => {
      const running = start(['events', 'tail', '--types', 'lead.created', '--after', '0']);
      const { lead_id } = await newLead();
      while (!running.stdout.includes(lead_id)) {
        await new Promise((resolve) => running.child.stdout?.once('data', resolve));
      }
      const types = running.lines.map((line) => JSON.parse(line).type);
      assert.deepEqual([...new Set(types)], ['lead.created']);
      running.child.kill('SIGINT');
      assert.equal(await running.exit, 0);
    });
  });
});
