import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from '../../../server/testing/eventually.ts';
import { shared, sharedService } from '../../../server/testing/fixtures.ts';
import { startLoopback } from '../../../server/testing/loopback.ts';
import { bar } from '../src/progress.ts';
import { commands, program } from './program.ts';

describe('throughline import', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const environment = () => ({
    THROUGHLINE_URL: service.url,
    THROUGHLINE_TOKEN: organization.token,
  });
  const run = commands(environment);
  const { start } = program(environment);
  const directory = mkdtempSync(join(tmpdir(), 'throughline-cli-'));
  after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'leads.csv');

  it('leaves the import running when it is interrupted, and says so', async (test) => {
    const rows = Array.from({ length: 20 }, (_, index) => `+1415555${1000 + index},drain_cleaning`);
    writeFileSync(file, ['phone,service_needed', ...rows].join('\n'));
    // Sends the file to the service, and then says that the import is not done yet, however fast it is.
    let started = '';
    const slow = await startLoopback(async ({ method, url, headers }, body, response) => {
      if (method === 'POST') {
        const sent = { method, headers: new Headers(headers as Record<string, string>), body };
        started = await (await fetch(`${service.url}${url}`, sent)).text();
      }
      response.writeHead(202, { 'content-type': 'application/json' }).end(started);
    });
    test.after(() => slow.stop());
    const url = { THROUGHLINE_URL: slow.url };
    const running = start(['import', file, '--source', 'cli'], url);
    const id = await eventually(async () => /import_\w+/.exec(running.stderr)?.[0]);
    running.child.kill('SIGINT');
    assert.equal(await running.exit, 130);
    assert.match(running.stderr, new RegExp(`${id} continues on the service.*imports get ${id}`));
    assert.equal(running.stdout, '');
    await eventually(async () => {
      const { body } = await organization.api.get(`/v1/imports/${id}`);
      return body.status === 'completed' && body.accepted === 20;
    });
  });

  it('shows the progress, and writes rejected rows as CSV', async () => {
    const bad = '"Ann\nLee \u2028 said ""=hi""",not a phone';
    writeFileSync(
      file,
      `name,phone,service_needed\r\nBo,+14155552222,drain_cleaning\r\n${bad},x y\r\n=1+1,,\r\n`,
    );
    const done = await run(['import', file, '--json']);
    assert.equal(done.code, 0, done.stderr);
    const report = JSON.parse(done.stdout);
    assert.deepEqual(
      [report.status, report.accepted, report.rejected, report.bytes_done],
      ['completed', 1, 2, report.bytes_total],
    );
    assert.match(done.stderr, /100 % {2}(\d+)\/\1 bytes, 3 rows, 2 rejected/);
    const rejected = readFileSync(`${file}.rejected.csv`, 'utf8');
    assert.match(rejected, /^line,code,detail,row\n3,/);
    assert(rejected.includes(`"${`${bad},x y`.replaceAll('"', '""')}"`), rejected);
    // A spreadsheet would compute it.
    assert.match(rejected, /\n5,.*,"'=1\+1,,"\n/);
  });

  it('reads stdin, and refuses a file that is not there or has no header', async () => {
    const piped = await run(
      ['import', '-', '--content-type', 'application/x-ndjson'],
      {},
      { stdin: '{"phone":"+14155553333","service_needed":"drain_cleaning"}\n' },
    );
    assert.equal(JSON.parse(piped.stdout).accepted, 1, piped.stderr);
    assert.equal((await run(['import', join(directory, 'no.csv')])).code, 2);
    writeFileSync(file, 'a,b\n1,2\n');
    const refused = await run(['import', file]);
    assert.equal(refused.code, 5, refused.stderr);
  });

  it('draws a bar on a terminal', () => {
    const progress = { bytes_done: 50, bytes_total: 200, total: 7, rejected: 1 };
    assert.equal(bar(progress), '██████░░░░░░░░░░░░░░░░░░  25 %  50/200 bytes, 7 rows, 1 rejected');
    assert.match(bar({ ...progress, bytes_done: 0, bytes_total: 0 }), /^█{24} 100 %/);
  });
});
