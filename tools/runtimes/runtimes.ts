import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A JavaScript runtime, and the arguments it needs before the name of a program. */
export interface Runtime {
  name: string;
  command: string;
  arguments: readonly string[];
}

const HERE = import.meta.dirname;

/** Installs the runtimes next to this file, if they are not there yet. Only tests of published packages need them. */
export function installRuntimes(): Runtime[] {
  const runtimes = known();
  if (!runtimes.every(({ command }) => existsSync(command))) {
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit'], {
      cwd: HERE,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The runtimes could not be installed: ${stderr}`);
  }
  return runtimes;
}

function known(): Runtime[] {
  const { platform, arch } = process;
  const bunArch = arch === 'arm64' ? 'aarch64' : arch;
  const libc = platform === 'linux' ? '-glibc' : '';
  const path = (...parts: string[]) => join(HERE, 'node_modules', ...parts);
  const old = (version: number) => ({
    name: `Node ${version}`,
    command: path(`node${version}-${platform}-${arch}`, 'bin', 'node'),
    arguments: [],
  });
  return [
    ...(platform === 'linux' ? [old(20), old(22)] : []),
    { name: 'Node 26', command: process.execPath, arguments: [] },
    {
      name: 'Bun',
      command: path('@oven', `bun-${platform}-${bunArch}`, 'bin', 'bun'),
      arguments: [],
    },
    {
      name: 'Deno',
      command: path('@deno', `${platform}-${arch}${libc}`, 'deno'),
      arguments: ['run', '--allow-net', '--allow-env', '--allow-read', '--no-lock'],
    },
  ];
}
