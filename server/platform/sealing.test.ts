import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SEALING_KEY_BYTES, seal, unseal } from './sealing.ts';

const KEY = Buffer.alloc(SEALING_KEY_BYTES, 7);

describe('sealing', () => {
  it('decrypts with the same key and context', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (secret, context) => {
        assert.equal(unseal(seal(secret, KEY, context), KEY, context), secret);
      }),
    );
  });

  it('decrypts nothing with another key, another context, or one changed bit', () => {
    const sealed = seal('a secret', KEY, 'row 1');
    assert.equal(unseal(sealed, Buffer.alloc(SEALING_KEY_BYTES, 8), 'row 1'), null);
    assert.equal(unseal(sealed, KEY, 'row 2'), null);
    assert.equal(unseal(sealed, KEY), null);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.equal(unseal(changed, KEY, 'row 1'), null, `bit ${bit}`);
    }
  });

  it('decrypts nothing that was truncated', () => {
    const sealed = seal('a secret', KEY);
    for (let length = 0; length < sealed.length; length += 1) {
      assert.equal(unseal(sealed.subarray(0, length), KEY), null, `${length} bytes`);
      assert.equal(unseal(sealed.subarray(sealed.length - length), KEY), null, `${length} bytes`);
    }
  });

  it('never encrypts the same text to the same bytes', () => {
    assert.notDeepEqual(seal('a secret', KEY), seal('a secret', KEY));
  });

  it('decrypts the output of any AES-256-GCM implementation: nonce, ciphertext, tag', () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', KEY, nonce);
    const text = Buffer.concat([cipher.update('stored before'), cipher.final()]);
    const sealed = Buffer.concat([nonce, text, cipher.getAuthTag()]);
    assert.equal(unseal(sealed, KEY), 'stored before');
  });
});
