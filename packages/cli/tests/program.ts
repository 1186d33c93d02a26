import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, afterEach, before } from 'node:test';
import { buildCli } from '../build.ts';
import { execute } from '../src/program.ts';

export const CHECKOUT = join(import.meta.dirname, '../../..');
const PACKAGE = join(CHECKOUT, 'packages/cli');

/** What is published: it starts faster than the source. Next to node_modules, so that it finds its dependency. */
export async function buildPackage(): Promise<string> {
  const directory = join(CHECKOUT, `node_modules/.cache/throughline/cli-${crypto.randomUUID()}`);
  mkdirSync(directory, { recursive: true });
  for (const file of ['bin.js', 'package.json']) {
    copyFileSync(join(PACKAGE, file), join(directory, file));
  }
  await buildCli(join(directory, 'dist'));
  return directory;
}

export interface Running {
  child: ChildProcess;
  stdout: string;
  stderr: string;
  readonly lines: string[];
  exit: Promise<number | null>;
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string | undefined>;

const ISOLATED = { THROUGHLINE_DATA_DIR: '/nowhere', XDG_CONFIG_HOME: '/nowhere' };

/**
 * Runs the program in the process of the test, with only the given environment: a process of its own takes fifty times
 * as long. What belongs to a process (the file descriptors, signals, the build) is tested with program().
 */
export function commands(environment: () => Environment) {
  return (args: readonly string[], more: Environment = {}, from: Surroundings = {}) =>
    replacing({ ...ISOLATED, ...environment(), ...more }, from, () => execute(args));
}

interface Surroundings {
  stdin?: string;
  isTerminal?: boolean;
}

/** The streams and the environment of this process are those of the program while it runs. */
async function replacing(
  env: Environment,
  { stdin = '', isTerminal = false }: Surroundings,
  run: () => Promise<number>,
): Promise<Finished & { bytes: Buffer }> {
  const [stdout, stderr] = [new Sink(isTerminal), new Sink(isTerminal)];
  const own = { env, stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr };
  const names = Object.keys(own);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(process, name) ?? {});
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
  }
  try {
    const code = await run();
    return { code, stdout: `${stdout.bytes}`, stderr: `${stderr.bytes}`, bytes: stdout.bytes };
  } finally {
    for (const [index, name] of names.entries()) {
      Object.defineProperty(process, name, before[index] ?? {});
    }
  }
}

class Sink extends Writable {
  readonly isTTY: boolean;
  readonly #parts: Uint8Array[] = [];

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(part: Uint8Array, _encoding: string, done: () => void): void {
    this.#parts.push(part);
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Starts the real program, each in a process of its own, with only the given environment. Ended after each test. */
export function program(environment: () => Environment) {
  const children = new Set<ChildProcess>();
  let directory = '';
  before(async () => {
    directory = await buildPackage();
  });
  after(() => rmSync(directory, { recursive: true }));
  afterEach(() => {
    for (const child of children) child.kill('SIGTERM');
  });

  function start(
    args: readonly string[],
    more: Environment = {},
    command: readonly string[] = [process.execPath, join(directory, 'bin.js')],
  ): Running {
    const [file = '', ...first] = command;
    const child = spawn(file, [...first, ...args], {
      cwd: CHECKOUT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...ISOLATED,
        ...environment(),
        ...more,
      },
    });
    children.add(child);
    const running: Running = {
      child,
      stdout: '',
      stderr: '',
      get lines() {
        return running.stdout.split('\n').filter((line) => line !== '');
      },
      exit: once(child, 'close').then(([code]) => {
        children.delete(child);
        return code;
      }),
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      running.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      running.stderr += text;
    });
    return running;
  }

  /** To its end, with this text as its stdin. */
  async function run(
    args: readonly string[],
    more: Environment = {},
    stdin = '',
  ): Promise<Finished> {
    const running = start(args, more);
    // The program can end before it has read everything.
    running.child.stdin?.on('error', () => {});
    running.child.stdin?.end(stdin);
    const code = await running.exit;
    return { code, stdout: running.stdout, stderr: running.stderr };
  }

  return { start, run };
}
