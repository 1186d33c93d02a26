import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Config, readConfig } from './config.ts';
import { Secrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';
import { KEY_FILE_CACHE_MS, newKey, openSecrets, replaceKeys, storedKeys } from './secret-key.ts';

describe('openSecrets', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'throughline-key-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const opened = (config: Config) => openSecrets(config) ?? assert.fail('there is no key');

  it('creates a key once next to the embedded database, readable only by its owner', () => {
    const config = readConfig({ THROUGHLINE_DATA_DIR: join(directory, 'new') });
    const sealed = opened(config).seal('a secret', 'an owner');
    const path = join(directory, 'new', 'secret-key');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(Buffer.from(readFileSync(path, 'utf8'), 'base64').length, 32);
    assert.equal(opened(config).open(sealed, 'an owner'), 'a secret');
    assert.deepEqual(readdirSync(join(directory, 'new')), ['secret-key']);
  });

  it('uses the key from the settings, and no other key decrypts its secrets', () => {
    const withKey = (key: string) =>
      opened(readConfig({ THROUGHLINE_SECRET_KEY: key, DATABASE_URL: 'postgres://a@b/c' }));
    const sealed = withKey('ab'.repeat(32)).seal('a secret', 'an owner');
    const base64 = Buffer.alloc(32, 0xab).toString('base64');
    assert.equal(withKey(base64).open(sealed, 'an owner'), 'a secret');
    assert.equal(withKey('cd'.repeat(32)).open(sealed, 'an owner'), null);
    assert.equal(withKey(base64).open(sealed, 'another owner'), null);
  });

  it('has no key for an external database without the setting', () => {
    assert.equal(openSecrets(readConfig({ DATABASE_URL: 'postgres://a@b/c' })), null);
  });

  it('uses the keys of a replaced file within a moment: the first encrypts, all decrypt', (t) => {
    const dataDirectory = join(directory, 'replaced');
    const secrets = opened(readConfig({ THROUGHLINE_DATA_DIR: dataDirectory }));
    const before = secrets.seal('a secret', 'an owner');
    const keys = [newKey(), ...storedKeys(dataDirectory)];
    replaceKeys(dataDirectory, keys);
    const later = performance.now() + KEY_FILE_CACHE_MS;
    t.mock.method(performance, 'now', () => later);
    assert.equal(secrets.isCurrent(before), false);
    assert.equal(secrets.open(before, 'an owner'), 'a secret');
    const after = secrets.seal('a secret', 'an owner');
    assert.equal(new Secrets(keys.slice(0, 1)).open(after, 'an owner'), 'a secret');
    assert.equal(statSync(join(dataDirectory, 'secret-key')).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dataDirectory), ['secret-key']);
  });

  it('fails on a file that is not a key, instead of creating another one', () => {
    writeFileSync(join(directory, 'secret-key'), 'nonsense');
    const config = readConfig({ THROUGHLINE_DATA_DIR: directory });
    assert.throws(() => openSecrets(config), StartupError);
  });
});
