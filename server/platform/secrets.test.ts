import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEALING_KEY_BYTES, seal } from './sealing.ts';
import { Secrets } from './secrets.ts';

const [A, B, C] = [1, 2, 3].map((byte) => Buffer.alloc(SEALING_KEY_BYTES, byte)) as [
  Buffer,
  Buffer,
  Buffer,
];

describe('Secrets with several keys', () => {
  it('encrypts with the first key and decrypts with all', () => {
    const sealed = new Secrets([A]).seal('a secret', 'row 1');
    const both = new Secrets([B, A]);
    assert.equal(both.open(sealed, 'row 1'), 'a secret');
    assert(!both.isCurrent(sealed));
    const again = both.seal('a secret', 'row 1');
    assert(both.isCurrent(again));
    assert.equal(new Secrets([B]).open(again, 'row 1'), 'a secret');
    assert.equal(new Secrets([A]).open(again, 'row 1'), null);
  });

  it('decrypts nothing with other keys or for another owner', () => {
    const sealed = new Secrets([A]).seal('a secret', 'row 1');
    assert.equal(new Secrets([B, C]).open(sealed, 'row 1'), null);
    assert.equal(new Secrets([B, A]).open(sealed, 'row 2'), null);
    assert.equal(new Secrets([A]).open(Buffer.alloc(3), 'row 1'), null);
  });

  it('decrypts what was encrypted before the name of the key was stored', () => {
    const sealed = seal('a secret', A, 'row 1');
    assert.equal(new Secrets([B, A]).open(sealed, 'row 1'), 'a secret');
    assert.equal(new Secrets([B]).open(sealed, 'row 1'), null);
    assert(!new Secrets([A]).isCurrent(sealed));
  });

  it('names its keys without revealing them', () => {
    const [name] = new Secrets([A]).keyNames;
    assert.equal(name?.length, 5);
    assert(!A.includes(name.subarray(1)));
    assert.notDeepEqual(name, new Secrets([B]).keyNames[0]);
  });
});
