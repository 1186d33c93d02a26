import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../server/testing/eventually.ts';
import { type ExampleRequest, exampleRequest } from '../../../server/testing/example-requests.ts';
import { sharedService } from '../../../server/testing/fixtures.ts';
import { freshLead } from '../../../server/testing/leads.ts';
import { sampled } from '../../../server/testing/sized.ts';
import { readApi } from '../../../tools/generate/api.ts';
import type { Call } from '../../../tools/generate/examples.ts';
import { cliSample, fileNameOf, typescriptSample } from '../../../tools/generate/samples.ts';
import { buildPackage } from '../../cli/tests/program.ts';
import { Throughline } from '../src/index.ts';

/** The samples of the reference, with ids of resources that exist. */
describe('the samples of an operation', () => {
  const service = sharedService();
  const { operations } = readApi();
  const directory = mkdtempSync(join(tmpdir(), 'throughline-samples-'));
  let program = '';
  before(async () => {
    program = await buildPackage();
  });
  after(() => {
    for (const one of [directory, program]) rmSync(one, { recursive: true, force: true });
  });

  for (const operation of sampled(operations, 50, 'samples in TypeScript')) {
    it(`work in TypeScript: ${operation.id}`, async () => {
      const request = await exampleRequest(operation.id, service);
      const sample = typescriptSample(operation, callOf(request));
      const client = new Throughline({
        token: request.token,
        baseUrl: request.origin ?? service.url,
      });
      const shown: unknown[] = [];
      const ran = runSample(sample, client, (value) => {
        shown.push(value);
        if (operation.isStream) throw STOP;
      });
      if (operation.isStream) await captureLeadsUntil(() => shown.length > 0, request);
      await ran;
      assert(shown.length > 0 || operation.items, `nothing was shown:\n${sample}`);
    });
  }

  for (const operation of sampled(operations, 25, 'samples on the command line')) {
    it(`work on the command line: ${operation.id}`, async () => {
      const request = await exampleRequest(operation.id, service);
      const call = callOf(request);
      if (call.upload) {
        writeFileSync(join(directory, fileNameOf(call.upload.type)), call.upload.content);
      }
      const sample = cliSample(operation, call);
      const { code, printed, stderr } = await runCommand(sample, request, operation.isStream);
      assert.equal(code, 0, `${sample}\n${stderr}`);
      const isList = operation.response?.[0]?.properties?.data?.items !== undefined;
      assert(printed !== '' || isList, `nothing was printed:\n${sample}`);
    });
  }

  /** So that there is something to stream. */
  async function captureLeadsUntil(isShown: () => boolean, { token }: ExampleRequest) {
    await eventually(async () => {
      await service.as(token).post('/v1/leads', freshLead());
      return isShown();
    });
  }

  /** As a shell runs it. A stream goes on until it is interrupted: here after its first event. */
  async function runCommand(sample: string, request: ExampleRequest, isStream: boolean) {
    const defined = `throughline() { "$NODE" "$PROGRAM/bin.js" "$@"; }\n`;
    const child = spawn('bash', ['-c', defined + sample], {
      cwd: directory,
      // A group of its own: an interrupt reaches the program, as it does in a terminal.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE: process.execPath,
        PROGRAM: program,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        THROUGHLINE_URL: request.origin ?? service.url,
        THROUGHLINE_TOKEN: request.token,
        XDG_CONFIG_HOME: '/nowhere',
      },
    });
    const ended = once(child, 'close');
    let printed = '';
    child.stdout.on('data', (bytes) => {
      printed += bytes;
    });
    const said = text(child.stderr);
    if (isStream) {
      await captureLeadsUntil(() => printed !== '', request);
      process.kill(-Number(child.pid), 'SIGINT');
    }
    const [code] = await ended;
    return { code, printed, stderr: await said };
  }
});

const STOP = new Error('enough of the stream');

function callOf({ params, query, body, raw, headers }: ExampleRequest): Call {
  const type = headers['content-type'] ?? '';
  return { params, query, body, upload: raw === undefined ? null : { type, content: raw } };
}

/** Runs the text of a sample. */
async function runSample(
  sample: string,
  throughline: Throughline,
  log: (value: unknown) => void,
): Promise<void> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...texts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  const run = new AsyncFunction('throughline', 'console', sample);
  await run(throughline, { log }).catch((error: unknown) => {
    if (error !== STOP) throw error;
  });
}
