import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { shared, sharedService } from '../testing/fixtures.ts';
import { MCP_PROGRAM } from '../testing/mcp-program.ts';

/**
 * Clients that are not ours and too large to depend on. They are installed for this test. If that fails, the tests fail
 * in CI, and are skipped elsewhere.
 */
const PACKAGES = ['@modelcontextprotocol/inspector@2.12.0', '@modelcontextprotocol/sdk@1.32.2'];
const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const run = promisify(execFile);

const service = sharedService();
const office = shared(() => service.newOrganization());
const directory = mkdtempSync(join(tmpdir(), 'throughline-mcp-clients-'));
let failure: unknown = null;

before(async () => {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', directory];
  try {
    await run('npm', ['install', ...options, ...PACKAGES], { cwd: directory, timeout: 300_000 });
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    failure = error;
  }
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the work, if the clients could be installed. */
async function withClients(t: TestContext, work: () => Promise<void>): Promise<void> {
  if (failure === null) return work();
  console.error(`SKIPPED: npm could not install ${PACKAGES.join(' and ')}. ${failure}`);
  t.skip('The other clients could not be installed.');
}

async function inspect(target: readonly string[], ...args: string[]) {
  const env = {
    ...process.env,
    THROUGHLINE_URL: service.url,
    THROUGHLINE_TOKEN: office.token,
    HOME: directory,
  };
  const settings = Object.entries(env)
    .filter(([name]) => name.startsWith('THROUGHLINE_'))
    .flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const command = [join(directory, INSPECTOR), '--cli', ...settings, ...target, ...args];
  const { stdout } = await run(process.execPath, command, { env, timeout: 60_000 });
  return JSON.parse(stdout);
}

describe('the MCP Inspector', () => {
  it('lists and calls the tools over HTTP, and finds no fault in their schemas', (t) =>
    withClients(t, async () => {
      const token = `Authorization: Bearer ${office.token}`;
      const target = [`${service.url}/mcp`, '--transport', 'http', '--header', token];
      const { tools } = await inspect(target, '--method', 'tools/list', '--strict');
      assert.equal(tools.length, 20);
      const call = ['--method', 'tools/call', '--tool-name', 'whoami'];
      const { structuredContent } = await inspect(target, ...call);
      assert.equal(structuredContent.organization.time_zone, 'America/Los_Angeles');
    }));

  it('lists the tools of the program on standard input and output', (t) =>
    withClients(t, async () => {
      const { tools } = await inspect([process.execPath, ...MCP_PROGRAM], '--method', 'tools/list');
      assert.equal(tools.length, 20);
    }));
});

const OLD_CLIENT = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
const [url, token] = process.argv.slice(2);
const client = new Client({ name: 'old', version: '1' });
const requestInit = { headers: { authorization: 'Bearer ' + token } };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
const { tools } = await client.listTools();
const found = await client.callTool({ name: 'find_records', arguments: { kind: 'user' } });
const { prompts } = await client.listPrompts();
console.log(JSON.stringify({ tools: tools.length, found: found.structuredContent, prompts: prompts.length }));
await client.close();
`;

describe('the client of the older library', () => {
  it('lists and calls the tools', (t) =>
    withClients(t, async () => {
      const file = join(directory, 'old-client.mjs');
      writeFileSync(file, OLD_CLIENT);
      const args = [file, `${service.url}/mcp`, office.token];
      const { stdout } = await run(process.execPath, args, { timeout: 60_000 });
      const { tools, found, prompts } = JSON.parse(stdout);
      assert.equal(tools, 20);
      assert.equal(prompts, 5);
      assert.equal(found.results[0].kind, 'user');
    }));
});
