import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

describe('the migrations', () => {
  it('are never edited: a schema change is a new file, with its line in checksums.txt', () => {
    const recorded = readFileSync(join(MIGRATIONS, 'checksums.txt'), 'utf8').trimEnd().split('\n');
    const present = sqlFiles().map((name) => {
      const checksum = createHash('sha256').update(readFileSync(join(MIGRATIONS, name)));
      return `${checksum.digest('hex')}  ${name}`;
    });
    assert.deepEqual(
      present,
      recorded,
      'Never edit a migration: add a new one, and record it with "sha256sum *.sql > checksums.txt" in migrations/',
    );
  });

  it('are numbered without gaps, so that two branches cannot add the same number', () => {
    const numbers = sqlFiles().map((name) => Number(name.slice(0, 4)));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
  });
});

function sqlFiles(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}
