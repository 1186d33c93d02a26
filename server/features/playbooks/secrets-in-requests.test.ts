import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { Playbooks, startReceiver } from '../../testing/playbooks.ts';
import { storedIn } from '../../testing/stored-in.ts';

/** Characters that JSON and URLs write differently. */
const VALUE = 'sk-qzvK"b\\c/wjXpY+x';

describe('a secret in a playbook request', () => {
  const service = sharedService({ hasWorker: true });
  const receiver = shared(startReceiver);
  const organization = fresh(() => service.newOrganization());
  const playbooks = fresh(async () => {
    receiver.received.length = 0;
    return new Playbooks(organization.api, service);
  });

  const makeSecret = (body: object = {}) =>
    created(playbooks.api.post('/v1/secrets', { name: 'crm', value: VALUE, ...body }));
  const call = (more: object) => ({
    id: 'call',
    do: 'http_request',
    with: { url: `${receiver.url}/leads`, ...more },
  });
  const WITH_SECRET = {
    headers: { Authorization: 'Bearer {{ secrets.crm }}', 'X-Plain': '{{lead.name}}' },
    body: { key: '{{secrets.crm}}', deep: [{ both: '{{ lead.name }}: {{- secrets.crm -}}' }] },
  };
  async function runToEnd(step: object, input: object = {}) {
    const playbook = await playbooks.make({ steps: [step] });
    const lead = await playbooks.newLead({ name: 'Dana {{ secrets.crm }}' });
    const run = await playbooks.run(playbook, { lead_id: lead.lead_id, input });
    const ended = await playbooks.until(run.run_id, 'completed', 'failed');
    return { playbook, lead, run: ended };
  }
  /** Also written differently, as in JSON and URLs. A row as text doubles quotes and backslashes. */
  const FORMS = [
    VALUE,
    JSON.stringify(VALUE).slice(1, -1),
    encodeURIComponent(VALUE),
    Buffer.from(VALUE).toString('base64'),
    'qzvK',
    'wjXpY',
  ];
  function assertAbsent(shown: unknown) {
    const text = JSON.stringify(shown);
    for (const form of FORMS) assert(!text.includes(form), `${form} is shown`);
  }
  /** In nothing that the organization's API shows, and in no row of the database. */
  async function assertAbsentEverywhere(playbook: { playbook_id: string }) {
    const paths = [
      '/v1/events?limit=200',
      '/v1/playbook-runs',
      `/v1/playbooks/${playbook.playbook_id}`,
      `/v1/playbooks/${playbook.playbook_id}/versions`,
      '/v1/secrets',
      '/v1/failed-tasks',
    ];
    for (const path of paths) assertAbsent((await playbooks.api.get(path)).body);
    assert.deepEqual(await storedIn(service, organization, FORMS), []);
    assert((await storedIn(service, organization, ['{{ secrets.crm }}'])).length > 0);
  }

  it('is sent, and appears nowhere else: not in definition, trace, event or any row', async () => {
    await makeSecret();
    receiver.answer = ({ headers, body }, response) => {
      const echo = { headers, body, [VALUE]: VALUE, url: `/?k=${encodeURIComponent(VALUE)}` };
      const basic = Buffer.from(VALUE).toString('base64');
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ ...echo, basic, long: 'x'.repeat(9_990) + VALUE }));
    };
    const { playbook, run, lead } = await runToEnd(call(WITH_SECRET));
    assert.equal(run.status, 'completed', JSON.stringify(run));
    const [sent] = receiver.received;
    assert.equal(sent?.headers.authorization, `Bearer ${VALUE}`);
    assert.equal(sent?.headers['x-plain'], lead.name, 'data that looks like a reference is data');
    assert.deepEqual(JSON.parse(sent?.body ?? ''), {
      key: VALUE,
      deep: [{ both: `${lead.name}: ${VALUE}` }],
    });

    const [step] = run.steps;
    assert.equal(step.input.headers.authorization, 'Bearer {{ secrets.crm }}');
    assert.equal(step.input.body.key, '{{ secrets.crm }}');
    assert.equal(step.output.body.headers.authorization, 'Bearer {{ secrets.crm }}');
    assert.equal(step.output.body.basic, '{{ secrets.crm }}');
    assert.equal(step.output.body['{{ secrets.crm }}'], '{{ secrets.crm }}');
    await assertAbsentEverywhere(playbook);
    const { body: secrets } = await playbooks.api.get('/v1/secrets');
    assert.equal(secrets.data[0].last_used_at, service.clock.now().toISOString());
  });

  it('is masked in a refusal that repeats it, as text and as the start of a long text', async () => {
    await makeSecret();
    receiver.answer = (_request, response) => {
      response.writeHead(401, { 'content-type': 'text/plain' });
      response.end(`${'x'.repeat(9_990)}${VALUE} is not valid`);
    };
    const { playbook, run } = await runToEnd(call(WITH_SECRET));
    assert.equal(run.status, 'failed');
    assert.match(run.steps[0].output.body, /x\{\{ secret/);
    await assertAbsentEverywhere(playbook);
  });

  it('is not part of a dry run', async () => {
    await makeSecret();
    const playbook = await playbooks.make({ steps: [call(WITH_SECRET)] });
    const lead = await playbooks.newLead();
    const run = await playbooks.dryRun(playbook, { lead_id: lead.lead_id });
    assert.equal(run.steps[0].input.body.key, '{{ secrets.crm }}');
    assertAbsent(run);
    assert.equal(receiver.received.length, 0);
  });

  it('fails the step with a clear reason once it is deleted, and the new value is used after a change', async () => {
    const secret = await makeSecret();
    const playbook = await playbooks.make({ steps: [call(WITH_SECRET)] });
    const { lead_id } = await playbooks.newLead();
    await playbooks.api.patch(`/v1/secrets/${secret.secret_id}`, { value: 'the-next-value' });
    receiver.answer = (_request, response) => void response.end('{}');
    const first = await playbooks.run(playbook, { lead_id });
    await playbooks.until(first.run_id, 'completed');
    assert.equal(receiver.received[0]?.headers.authorization, 'Bearer the-next-value');

    await playbooks.api.delete(`/v1/secrets/${secret.secret_id}`);
    const second = await playbooks.run(playbook, { lead_id });
    const failed = await playbooks.until(second.run_id, 'failed');
    assert.equal(failed.error.code, 'secret_missing');
    assert.match(failed.error.detail, /no secret crm/);
    assert.equal(receiver.received.length, 1, 'nothing is sent without it');
  });

  it('is sent only to its hosts', async () => {
    await makeSecret({ allowed_hosts: ['api.crm.example'] });
    const { run } = await runToEnd(call(WITH_SECRET));
    assert.equal(run.status, 'failed');
    assert.equal(run.error.code, 'secret_not_allowed');
    assert.equal(receiver.received.length, 0);
  });

  it('must exist when the playbook is saved, and is found by its pointer', async () => {
    const refused = await playbooks.api.post('/v1/playbooks', {
      name: 'X',
      trigger: { manual: true },
      steps: [call(WITH_SECRET)],
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(fieldErrors(refused), [
      '/steps/0/with/headers/Authorization unknown_secret',
      '/steps/0/with/body/key unknown_secret',
      '/steps/0/with/body/deep/0/both unknown_secret',
    ]);
  });

  it('can be used only plainly, and only in headers and body of a request', async () => {
    await makeSecret();
    const steps = [
      { ...call({ url: 'https://example.com/{{ secrets.crm }}' }), id: 'a' },
      { ...call({ headers: { 'X-A': '{{ secrets.crm | upcase }}' } }), id: 'b' },
      { ...call({ body: '{% if secrets.crm == "a" %}x{% endif %}' }), id: 'c' },
      { ...call({ body: '{{ secrets["crm"] }}' }), id: 'd' },
      { id: 'e', do: 'create_task', with: { title: 'Call {{ secrets.crm }}' } },
      { id: 'f', do: 'create_task', when: 'secrets.crm == "a"', with: { title: 'Call' } },
    ];
    const refused = await playbooks.api.post('/v1/playbooks', {
      name: 'X',
      trigger: { manual: true },
      steps,
    });
    assert.deepEqual(fieldErrors(refused), [
      '/steps/0/with/url not_allowed',
      '/steps/1/with/headers/X-A invalid_secret',
      '/steps/2/with/body invalid_secret',
      '/steps/3/with/body invalid_secret',
      '/steps/4/with/title unknown_variable',
      '/steps/5/when invalid_condition',
    ]);
  });

  it('must be used instead of a literal in a header such as Authorization', async () => {
    await makeSecret();
    const save = (headers: Record<string, string>) =>
      playbooks.api.post('/v1/playbooks', {
        name: 'X',
        trigger: { manual: true },
        steps: [call({ headers })],
      });
    const literal: Record<string, string>[] = [
      { Authorization: 'Bearer sk_live_1' },
      { authorization: 'x' },
      { 'X-Api-Key': 'abc' },
      { 'x-auth-token': '0123456789abcdef{{ lead.lead_id }}' },
      { 'Ocp-Apim-Subscription-Key': '{{ "sk_live_123" }}' },
      { Cookie: 'session={{ secrets.crm }}; other=0123456789abcdef' },
    ];
    for (const headers of literal) {
      const refused = await save(headers);
      assert.equal(refused.status, 422, JSON.stringify(headers));
      const [name = ''] = Object.keys(headers);
      assert.deepEqual(fieldErrors(refused), [`/steps/0/with/headers/${name} secret_in_header`]);
      const [value = ''] = Object.values(headers);
      // The id of the request is random, and can have the letters of a short secret.
      const { request_id: _, ...said } = refused.body;
      assert(!JSON.stringify(said).includes(value), 'the error repeats the secret');
    }
    for (const headers of [
      { Authorization: 'Bearer {{ secrets.crm }}' },
      { Authorization: 'Basic {{secrets.crm}}' },
      { 'X-Api-Key': '{{ secrets.crm }}', 'X-Source': 'a literal that is no secret' },
      { Authorization: 'Token token="{{ secrets.crm }}"' },
      { 'X-Auth-Token': '{{ input.token }}' },
    ]) {
      assert.equal((await save(headers)).status, 201, JSON.stringify(headers));
    }
  });

  it('that comes from other data in such a header is not shown in the trace', async () => {
    receiver.answer = (_request, response) => void response.end('{}');
    const step = call({ headers: { 'X-Auth-Token': '{{ input.token }}' } });
    const { run } = await runToEnd(step, { token: 'from-the-input' });
    assert.equal(receiver.received[0]?.headers['x-auth-token'], 'from-the-input');
    assert.equal(run.steps[0].input.headers['x-auth-token'], '{{ input.token }}');
  });
});
