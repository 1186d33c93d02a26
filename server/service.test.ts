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

describe('a start that cannot be', () => {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-refused-'));
  after(() => rmSync(directory, { recursive: true }));
  let starts = 0;
  const newDataDirectory = () => {
    starts += 1;
    return join(directory, String(starts));
  };

  /** What the person is told; main.test.ts shows that it is one line, and all that is printed. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const config = readConfig({
      PORT: '0',
      THROUGHLINE_DATA_DIR: newDataDirectory(),
      ...environment,
    });
    const error = await startService(config).then(
      () => assert.fail('it started'),
      (reason: unknown) => reason,
    );
    assert(error instanceof StartupError, String(error));
    return error.message;
  }

  it('is told for a port that is taken, and makes no database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert(address !== null && typeof address === 'object');
    const dataDirectory = newDataDirectory();
    const told = await refusal({
      PORT: String(address.port),
      THROUGHLINE_DATA_DIR: dataDirectory,
    });
    other.close();
    assert.equal(
      told,
      `Port ${address.port} on 127.0.0.1 is taken by another program. Stop it, or set PORT to a free one.`,
    );
    assert(!existsSync(dataDirectory));
  });

  it('is told for a HOST that is not ours', async () => {
    const told = await refusal({ HOST: '192.0.2.1' });
    assert.match(told, /HOST 192\.0\.2\.1 is not an address of this machine\.$/);
  });

  it('is told for a data directory that cannot be written', async () => {
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
    ['is asked with a broken URL', 'postgres://app:hunter2%zz@127.0.0.1:1/throughline'],
    ['needs a certificate that is not there', 'postgres://app:hunter2@127.0.0.1/x?sslrootcert=/no'],
  ] as const) {
    it(`is told for a database that ${what}, without its password`, async () => {
      const told = await refusal({ DATABASE_URL: url });
      assert.match(
        told,
        /Cannot reach the database.*: .*\. Check DATABASE_URL and that PostgreSQL/,
      );
      assert(!told.includes('hunter2'));
    });
  }
});
