import { spawnSync } from 'node:child_process';
import { readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { CitusServer, Node } from './citus-databases.ts';
import { eventually } from './eventually.ts';

/** A node of a cluster that runs on this machine, which a test can kill and start again. */
export interface LocalNode {
  kill(): void;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
}

/** Throws if the node runs on another machine. */
export async function localNode(server: CitusServer, node: Node): Promise<LocalNode> {
  const { user, database } = server;
  const connection = { ...node, user, database };
  const [pid, directory] = await postmaster(connection);
  const program = join(dirname(readlinkSync(`/proc/${pid}/exe`)), 'pg_ctl');
  const { uid, gid } = statSync(directory);
  return {
    kill: () => process.kill(pid, 'SIGKILL'),
    async start() {
      // The processes of the one that was killed need a moment to notice, and it cannot start before.
      await eventually(async () => {
        const log = join(directory, '../restarts.log');
        const args = ['-D', directory, '-l', log, '-w', '-t', '30', 'start'];
        // Nodes look for certificates in their home: that of the user of the tests is closed to them.
        const env = { ...process.env, HOME: directory };
        return spawnSync(program, args, { uid, gid, cwd: '/', stdio: 'ignore', env }).status === 0;
      }, 60_000);
      await eventually(() => accepts(connection), 60_000);
    },
  };
}

async function postmaster(connection: pg.ClientConfig): Promise<[number, string]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(`select pg_read_file('postmaster.pid') as text`);
  await client.end();
  const [pid = '', directory = ''] = rows[0].text.split('\n');
  return [Number(pid), directory];
}

async function accepts(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
