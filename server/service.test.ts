import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';
import { startService } from './service.ts';

describe('a start that fails', () => {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-refused-'));
  after(() => rmSync(directory, { recursive: true }));
  let starts = 0;
  const newDataDirectory = () => {
    starts += 1;
    return join(directory, String(starts));
  };

  /** The printed message; main.test.ts shows that it is one line, and that nothing else is printed. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const config = readConfig({
      PORT: '0',
      THROUGHLINE_DATA_DIR: newDataDirectory(),
      ...environment,
    });
    const error = await startService(config, new AbortController().signal).then(
      () => assert.fail('it started'),
      (reason: unknown) => reason,
    );
    assert(error instanceof StartupError, String(error));
    return error.message;
  }

  it('reports a port in use, and creates no database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert(address !== null && typeof address === 'object');
    const dataDirectory = newDataDirectory();
    const message = await refusal({
      PORT: String(address.port),
      THROUGHLINE_DATA_DIR: dataDirectory,
    });
    other.close();
    assert.equal(
      message,
      `Port ${address.port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to a free port.`,
    );
    assert(!existsSync(dataDirectory));
  });

  it('reports a HOST that is not an address of this machine', async () => {
    const message = await refusal({ HOST: '192.0.2.1' });
    assert.match(message, /HOST 192\.0\.2\.1 is not an address of this machine\. Set HOST/);
  });

  it('reports a data directory that is not writable', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    assert.match(
      await refusal({ THROUGHLINE_DATA_DIR: join(file, 'data') }),
      /The data directory .* is not writable \(ENOTDIR\)\. Set THROUGHLINE_DATA_DIR /,
    );
  });

  for (const [what, url] of [
    ['refuses connections', 'postgres://app:hunter2@127.0.0.1:1/throughline'],
    ['has no such socket', 'postgres://app:hunter2@/throughline?host=/nonexistent'],
    ['has a broken URL', 'postgres://app:hunter2%zz@127.0.0.1:1/throughline'],
    [
      'needs a certificate that does not exist',
      'postgres://app:hunter2@127.0.0.1/x?sslrootcert=/no',
    ],
  ] as const) {
    it(`reports a database that ${what}, without its password`, async () => {
      const message = await refusal({ DATABASE_URL: url });
      assert.match(
        message,
        /Cannot connect to the database.*: .*\. Check DATABASE_URL and that PostgreSQL/,
      );
      assert(!message.includes('hunter2'));
    });
  }
});
