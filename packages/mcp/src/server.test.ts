import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { documentWith, fakeService } from '../testing/fake-service.ts';
import { tools } from './tools/index.ts';

const SNAPSHOT = join(import.meta.dirname, '../testing/tool-list.json');
const MAX_TOKENS = 4_500;

describe('the list of tools', () => {
  it('is the one that was reviewed', async () => {
    const { client } = await fakeService();
    const { tools: listed } = await client.listTools();
    // Run with UPDATE_TOOL_LIST=1 after a change, and review the difference.
    if (process.env.UPDATE_TOOL_LIST === '1') {
      writeFileSync(SNAPSHOT, `${JSON.stringify(listed, null, 2)}\n`);
    }
    assert.deepEqual(listed, JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
  });

  it(`takes at most ${MAX_TOKENS} tokens`, async () => {
    const { client } = await fakeService();
    const { tools: listed } = await client.listTools();
    assert.equal(listed.length, 20);
    const count = encode(JSON.stringify(listed)).length;
    assert.ok(count <= MAX_TOKENS, `${count} tokens`);
  });

  it('hints what each tool does, and describes its answer where programs read it', async () => {
    const { client } = await fakeService();
    const { tools: listed } = await client.listTools();
    const names = (kind: string) =>
      tools.filter((one) => one.kind === kind).map(({ name }) => name);
    const by = (hint: 'readOnlyHint' | 'destructiveHint') =>
      listed.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    assert.deepEqual(by('readOnlyHint'), names('read'));
    assert.deepEqual(by('destructiveHint'), names('confirmed'));
    const described = listed.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
    assert.deepEqual(described, ['whoami', 'find_records', 'check_availability']);
  });

  it('has only tools that change nothing, if it is read-only', async () => {
    const { client, requests } = await fakeService({ readOnly: true });
    const { tools: listed } = await client.listTools();
    assert.equal(listed.length, 7);
    assert.ok(listed.every(({ annotations }) => annotations?.readOnlyHint));
    const write = { operation_id: 'qualifyLead', parameters: { id: 'lead_1' } };
    const refused = await client.callTool({ name: 'api_read', arguments: write });
    assert.equal(refused.isError, true);
    assert.deepEqual(requests, []);
  });
});

const DELETE = { name: 'cancel_or_undo', arguments: { step: 'lead.delete', id: 'lead_1' } };
const dryRunOf = (request: { headers?: Record<string, string> }) => request.headers?.['dry-run'];
const writesOf = <One extends { method: string }>(requests: readonly One[]) =>
  requests.filter(({ method }) => method !== 'GET');
const textOf = ({ content }: { content: unknown }) => JSON.stringify(content);

describe('a dry run', () => {
  const document = documentWith({ dryRun: true });

  it('shows what a confirmation would do, before anything is done', async () => {
    const { client, requests } = await fakeService({
      document,
      respond: () => ({
        headers: { 'dry-run': 'true' },
        body: { lead_id: 'lead_1', name: 'Dana' },
      }),
    });
    const asked = textOf(await client.callTool(DELETE));
    assert.match(asked, /dry_run.*Dana/);
    assert.deepEqual(writesOf(requests).map(dryRunOf), ['true']);
    assert.equal(requests[0]?.headers?.['idempotency-key'], undefined);
  });

  it('is not asked of a service that would ignore it, and nothing is done before the confirmation', async () => {
    const { client, requests } = await fakeService({ document: documentWith({ dryRun: false }) });
    const asked = textOf(await client.callTool(DELETE));
    assert.match(asked, /confirmation/);
    assert.doesNotMatch(asked, /dry_run/);
    assert.deepEqual(writesOf(requests), []);
  });

  it('is not claimed, if the service does not say that it was one', async () => {
    const { client } = await fakeService({ document });
    const result = await client.callTool(DELETE);
    assert.equal(result.isError, true);
    assert.match(textOf(result), /not_a_dry_run/);
    assert.doesNotMatch(textOf(result), /"confirmation/);
  });

  it('shows the problem instead of a question, if the step is not possible', async () => {
    const problem = {
      status: 409,
      title: 'Conflict',
      code: 'lead_merged',
      detail: 'It was merged.',
    };
    const { client } = await fakeService({
      document,
      respond: () => ({ status: 409, body: problem }),
    });
    const result = await client.callTool(DELETE);
    assert.equal(result.isError, true);
    assert.match(textOf(result), /lead_merged/);
    assert.doesNotMatch(textOf(result), /confirmation|Conflict/);
  });
});

describe('the keys of requests', () => {
  const keysOf = async (name: string, ...calls: Record<string, unknown>[]) => {
    const { client, requests } = await fakeService();
    for (const one of calls) await client.callTool({ name, arguments: one });
    return requests.map(({ headers }) => headers?.['idempotency-key']);
  };

  it('are the same for the same creation, in any order of its arguments', async () => {
    const lead = { phone: '+14155550134', service_needed: 'ac_repair' };
    const [a, b, c, d] = await keysOf(
      'capture_lead',
      lead,
      { service_needed: 'ac_repair', phone: '+14155550134' },
      { ...lead, name: 'Dana' },
      { ...lead, again: true },
    );
    assert.equal(a, b);
    assert.notEqual(a, c);
    assert.notEqual(a, d);
  });

  it('differ for every step, since a record can come back to the same state', async () => {
    const step = { step: 'job.pause', id: 'job_1' };
    const [a, b] = await keysOf('take_step', step, step);
    assert.ok(a && b && a !== b);
  });
});

describe('a parameter of a path', () => {
  it('never leads to another operation', async () => {
    const { client, requests } = await fakeService();
    const paths: string[] = [];
    for (const id of ['..', '.', '', '../tokens', 'a/b?c=d#e', '%2e%2e']) {
      const read = { operation_id: 'getLead', parameters: { id } };
      await client.callTool({ name: 'api_read', arguments: read });
      paths.push(...requests.splice(0).map(({ path }) => new URL(path, 'http://host').pathname));
    }
    assert.deepEqual(paths, [
      '/v1/leads/..%2Ftokens',
      '/v1/leads/a%2Fb%3Fc%3Dd%23e',
      '/v1/leads/%252e%252e',
    ]);
  });
});

describe('an answer', () => {
  it('says so if the service responds with something else than JSON', async () => {
    const { client } = await fakeService({
      respond: () => ({ status: 502, body: '<html>Bad gateway</html>' }),
    });
    const result = await client.callTool({ name: 'dispatch_board', arguments: {} });
    assert.equal(result.isError, true);
    assert.match(textOf(result), /unexpected_response/);
  });

  it('of any size fits into 8,000 tokens', async () => {
    const row = { lead_id: `lead_${'01h455vb4pex5vsknk084sn02q'}`, notes: '漏水'.repeat(400) };
    const data = Array.from({ length: 300 }, () => row);
    const { client } = await fakeService({ respond: () => ({ body: { deep: { data } } }) });
    const read = { name: 'api_read', arguments: { operation_id: 'getOrganization' } };
    const result = textOf(await client.callTool(read));
    assert.ok(encode(result).length <= 8_000, `${encode(result).length} tokens`);
    assert.match(result, /more/);
  });
});
