import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { firstLine } from '../platform/first-line.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
const CONSOLE = join(CHECKOUT, 'console');
const DIST = join(CONSOLE, 'dist');
const VITE = join(CHECKOUT, 'node_modules/vite/bin/vite.js');

/** What the pages are made of: a change of any of these needs another build. */
export const SOURCES = [
  'console/**/*.{ts,tsx,css,html,svg,png,webmanifest}',
  'packages/sdk/src/**/*.ts',
  'server/domain/**/*.ts',
  'server/platform/**/*.ts',
  'server/features/{calendar/appointment,imports/columns,jobs/job,messaging/templates/variables}.ts',
  'server/features/my-day/next-step.ts',
  'server/features/invoices/{invoice,money}.ts',
  'server/features/{equipment/coverage,estimates/estimate,links/link}.ts',
  'package-lock.json',
];

export type ConsoleState =
  | { is: 'building' }
  | { is: 'ready'; directory: string }
  | { is: 'failed'; reason: string };

/**
 * The pages of the console. Nothing built is part of the checkout: the first start builds them in a process of its own,
 * and later starts find them. The service does not wait for it.
 */
export class ConsoleBuild {
  #state: ConsoleState = { is: 'building' };
  #child: ReturnType<typeof spawn> | null = null;

  get state(): ConsoleState {
    return this.#state;
  }

  async start(): Promise<void> {
    try {
      const directory = join(DIST, stampOf(CHECKOUT));
      if (!existsSync(directory)) await this.#build(directory);
      this.#state = { is: 'ready', directory };
    } catch (error) {
      const reason = firstLine(error);
      this.#state = { is: 'failed', reason };
    }
  }

  stop(): void {
    this.#child?.kill();
  }

  /** In a folder of its own first: another process may do the same, or this one may be killed. */
  async #build(directory: string): Promise<void> {
    const unfinished = `${directory}.${process.pid}`;
    mkdirSync(DIST, { recursive: true });
    const args = [
      VITE,
      'build',
      CONSOLE,
      '--outDir',
      unfinished,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ];
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const { stderr } = this.#child;
    const [said, code] = await Promise.all([
      stderr ? text(stderr) : '',
      new Promise<number | null>((resolve) => this.#child?.once('close', resolve)),
    ]);
    this.#child = null;
    if (code !== 0) {
      rmSync(unfinished, { recursive: true, force: true });
      throw new Error(said.trim() || `the build ended with ${code}`);
    }
    try {
      renameSync(unfinished, directory);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(directory)) throw error;
    }
  }
}

/** The name of the build: a hash of everything that it is made of. */
export function stampOf(checkout: string): string {
  const hash = createHash('sha256');
  const paths = SOURCES.flatMap((pattern) =>
    globSync(pattern, { cwd: checkout, exclude: ['console/dist/**'] }),
  );
  for (const path of paths.toSorted()) {
    if (path.endsWith('.test.ts') || path.endsWith('.test.tsx')) continue;
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(checkout, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
