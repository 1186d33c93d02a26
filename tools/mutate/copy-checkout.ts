import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProduct } from './find-places.ts';

export const ROOT: string = realpathSync(join(import.meta.dirname, '../..'));

/** A clone of the current commit, with the installed packages. The caller removes it. */
export function cloneCheckout(): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'throughline-mutants-'));
  // PostgreSQL runs as another user if this one is root.
  chmodSync(directory, 0o755);
  execFileSync('git', ['clone', '--quiet', ROOT, directory]);
  const [from, to] = [join(ROOT, 'node_modules'), join(directory, 'node_modules')];
  // A link to the directory would not do: packages of the workspace in it have to be those of the clone.
  if (spawnSync('cp', ['-al', from, to]).status !== 0) {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
  rmSync(join(to, '.cache'), { recursive: true, force: true });
  return directory;
}

/** The mutants are written into it, so it must be a copy, and no mutant of an earlier run may be left in it. */
export function assertUsable(checkout: string): void {
  if (checkout === ROOT) throw new Error('Give a copy of the checkout, not the one you work in.');
  if (!existsSync(join(checkout, 'node_modules'))) {
    throw new Error(`${checkout} has no node_modules. Run npm ci there.`);
  }
  const changed = git(checkout, ['diff', '--name-only', 'HEAD']).split('\n').filter(isProduct);
  if (changed.length === 0) return;
  throw new Error(`${checkout} has changes in ${changed.join(', ')}. Undo or commit them first.`);
}

export function commitOf(checkout: string): string {
  return git(checkout, ['rev-parse', 'HEAD']).trim();
}

function git(checkout: string, options: readonly string[]): string {
  return execFileSync('git', ['-C', checkout, ...options], { encoding: 'utf8' });
}
