import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';

const LOG = JSON.stringify(join(import.meta.dirname, 'log.ts'));

describe('the log', () => {
  it('writes every line soon, also the last of many and one after a pause', async () => {
    // It says nothing more until the reader has seen everything so far, and lives until then.
    const script = `
      const { createLog } = await import(${LOG});
      const log = createLog('info');
      const say = (count) => { for (let n = 0; n < count; n += 1) log.info({ text: 'x'.repeat(200) }, 'line'); };
      say(1);
      process.stdin.on('data', (chunk) => say(Number(String(chunk))));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const read = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const { value } = await lines.next();
        assert.equal(JSON.parse(value ?? 'null').message, 'line');
      }
    };
    try {
      await read(1);
      for (const count of [1, 1000, 3]) {
        child.stdin.write(String(count));
        await read(count);
      }
    } finally {
      child.kill('SIGKILL');
    }
  });
});
