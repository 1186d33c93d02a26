import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COST, hashPassword, isPassword } from './password.ts';

describe('a password', () => {
  it('is stored as OWASP recommends, each time with another salt', async () => {
    const [first, second] = [await hashPassword('a sentence'), await hashPassword('a sentence')];
    assert.match(first, /^argon2id\$19456\$2\$[\w+/]{22}==\$[\w+/]{43}=$/);
    assert.notEqual(first, second);
    assert.equal(await isPassword('a sentence', first), true);
    assert.equal(await isPassword('another sentence', first), false);
  });

  it('is the same however its letters were typed', async () => {
    const stored = await hashPassword('Zoe\u0308 and Rene\u0301e');
    assert.equal(await isPassword('Zo\u00eb and Ren\u00e9e', stored), true);
  });

  it('is checked with the cost that it was stored with, after the cost was changed', async () => {
    const before = { ...COST };
    Object.assign(COST, { memory: 64, passes: 1 });
    const cheap = await hashPassword('a sentence').finally(() => Object.assign(COST, before));
    assert.match(cheap, /^argon2id\$64\$1\$/);
    assert.equal(await isPassword('a sentence', cheap), true);
    assert.equal(await isPassword('a sentences', cheap), false);
  });

  it('is never right for an account that has none', async () => {
    assert.equal(await isPassword('', null), false);
  });
});
