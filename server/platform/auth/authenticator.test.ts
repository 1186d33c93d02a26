import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Authenticator, type Caller } from './authenticator.ts';
import { newToken } from './token-format.ts';

const CALLER: Caller = {
  organizationId: 'organization',
  tokenId: 'token',
  userId: null,
  ownerId: null,
  scopes: [],
  actor: { type: 'token', id: 'token', name: 'Form' },
  allowedOrigins: [],
  session: null,
  isSuspended: false,
  country: 'US',
  qualificationPolicy: 'auto',
};

describe('the authenticator of a process', () => {
  it('refuses a token a second after another process revoked it, without hearing of it', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    let isRevoked = false;
    let lookUps = 0;
    const authenticator = new Authenticator(async () => {
      lookUps += 1;
      return isRevoked ? null : CALLER;
    });
    const authorization = `Bearer ${newToken()}`;
    for (let n = 0; n < 100; n += 1) await authenticator.authenticate(authorization);
    assert.equal(lookUps, 1);
    isRevoked = true;
    now = 1_000;
    await assert.rejects(authenticator.authenticate(authorization), { status: 401 });
  });
});
