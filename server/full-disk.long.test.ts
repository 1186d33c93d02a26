import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from './testing/eventually.ts';
import {
  cleanUp,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';

const DISK_BYTES = 400 * 2 ** 20;
/** PostgreSQL makes its log in files of 16 MiB: with this little, the log fills the disk first, or the data does. */
const LEFT_BYTES = 40 * 2 ** 20;
const ENOUGH_REFUSALS = 62;

/** A small disk in memory. Only root can make one: elsewhere the test says that it tested nothing. */
function mountSmallDisk(): { directory: string } | { reason: string } {
  const directory = join(newDataDirectory(), 'disk');
  mkdirSync(directory);
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs', directory],
    { encoding: 'utf8' },
  );
  if (status === 0) return { directory };
  return {
    reason: `A full disk was NOT tested, because no small disk can be mounted here: ${stderr ?? ''}`,
  };
}

describe('a disk that becomes full under writes', () => {
  const disk = mountSmallDisk();
  const skip = 'reason' in disk ? disk.reason : false;
  let server: ServerProcess;
  after(async () => {
    await server?.stop();
    if ('directory' in disk) spawnSync('umount', [disk.directory]);
    await cleanUp();
  });

  it('refuses with 503, loses nothing that it acknowledged, and recovers by itself', {
    skip,
  }, async () => {
    assert('directory' in disk);
    server = await startServer({ THROUGHLINE_DATA_DIR: disk.directory, LOG_LEVEL: 'fatal' });
    const ballast = join(disk.directory, 'ballast');
    leaveOnly(disk.directory, ballast);

    const { stored, refused } = await writeUntilRefused(server);
    assert(stored.length > 0);
    const codes = new Set(refused.map(({ code }) => code));
    const allowed = ['storage_full', 'database_unavailable', 'database_busy'];
    assert.deepEqual(
      [...codes].filter((code) => !allowed.includes(code)),
      [],
    );
    for (const { status, retryAfter } of refused) {
      assert.equal(status, 503);
      assert(Number(retryAfter) > 0);
    }
    // Where PostgreSQL still runs it reads; where it had to stop, it says so.
    const read = await server.api().get('/v1/leads?limit=1');
    assert([200, 503].includes(read.status));

    rmSync(ballast);
    await eventually(async () => (await capture(server, randomUUID())).status === 201, 120_000);
    for (const { key, lead_id } of stored) {
      const { status, body } = await server.api().get(`/v1/leads/${lead_id}`);
      assert.deepEqual([status, body.source_ref], [200, key]);
    }
    // What was refused was not stored, or is found again by its key: nothing is there twice.
    for (const { key } of refused.slice(0, 10)) {
      const { status } = await capture(server, key);
      assert(status === 201 || status === 200, String(status));
    }
    assert.equal((await server.api().get('/readyz')).status, 200);
  });
});

/** Fills the disk, except for a few files. */
function leaveOnly(directory: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES));
}

interface Outcome {
  key: string;
  status: number;
  code: string;
  retryAfter: string | null;
  lead_id: string;
}

async function writeUntilRefused(server: ServerProcess) {
  const stored: Outcome[] = [];
  const refused: Outcome[] = [];
  const write = async () => {
    while (refused.length < ENOUGH_REFUSALS) {
      const outcome = await capture(server, randomUUID());
      (outcome.status === 201 ? stored : refused).push(outcome);
    }
  };
  await Promise.all(Array.from({ length: 4 }, write));
  return { stored, refused };
}

/** Random texts, because PostgreSQL compresses others. */
async function capture(server: ServerProcess, key: string): Promise<Outcome> {
  const { status, headers, body } = await server.api().post('/v1/leads', {
    phone: '+14155550134',
    service_needed: 'ac_repair',
    source: 'disk',
    source_ref: key,
    notes: randomBytes(7_000).toString('base64'),
  });
  return {
    key,
    status,
    code: body.code,
    retryAfter: headers.get('retry-after'),
    lead_id: body.lead_id,
  };
}
