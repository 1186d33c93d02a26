import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { visibleText } from './visible-text.ts';

describe('text with characters that mislead', () => {
  it('shows controls that reverse text, and control characters, written out', () => {
    assert.equal(visibleText('Dana \u202enosnhoj'), 'Dana \\u202Enosnhoj');
    for (const code of [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2069, 0x1b, 0x85]) {
      const text = visibleText(`a${String.fromCharCode(code)}b`);
      assert.match(text, /^a\\u[0-9A-F]{4}b$/, code.toString(16));
    }
  });

  it('leaves every writing system, emoji, tabs and line breaks as they are', () => {
    const text = 'اتصل بنا \u200f می\u200cخواهم 👩\u200d🔧 שלום\tתודה\r\nŌtautahi';
    assert.equal(visibleText(text), text);
  });

  it('is escaped in the log, which still reads as the same value', () => {
    const name = 'Dana \u202enosnhoj\u200e';
    const script = `
      const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))});
      const log = createLog('info');
      log.info({ name: ${JSON.stringify(name)} }, 'test');
      setTimeout(() => log.flush(), 50);`;
    const arguments_ = ['--input-type=module', '--eval', script];
    const line = execFileSync(process.execPath, arguments_, { encoding: 'utf8' });
    assert(line.includes('Dana \\u202enosnhoj\\u200e'), line);
    assert.equal(JSON.parse(line).name, name);
  });
});
