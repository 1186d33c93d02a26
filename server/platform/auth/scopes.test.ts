import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessTo, holds, intersect } from './scopes.ts';

describe('scopes', () => {
  it('give access to everything, to own work, or to nothing', () => {
    const needed = ['jobs:write', 'jobs:own'];
    assert.equal(accessTo(needed, ['jobs:write']), 'all');
    assert.equal(accessTo(needed, ['jobs:own']), 'own');
    assert.equal(accessTo(needed, ['jobs:own', 'jobs:write']), 'all');
    assert.equal(accessTo(needed, ['jobs:own', 'jobs:read']), 'own');
    assert.equal(accessTo(needed, ['*']), 'all');
    assert.equal(accessTo(needed, ['jobs:read', 'leads:own', 'operator']), 'none');
    assert.equal(accessTo(['jobs:write'], ['jobs:own']), 'none');
  });

  it('are not needed for an operation that every token can use', () => {
    assert.equal(accessTo([], ['leads:capture']), 'all');
    assert.equal(accessTo([], []), 'all');
  });

  it('include own work if they include everything of the resource', () => {
    assert.equal(holds(['jobs:read', 'jobs:write'], 'jobs:own'), true);
    assert.equal(holds(['jobs:read'], 'jobs:own'), false);
    assert.equal(holds(['*'], 'jobs:own'), true);
    assert.equal(holds(['jobs:own'], 'jobs:read'), false);
    assert.equal(holds(['*'], 'operator'), false);
  });

  it('of a token for a technician are never more than own work', () => {
    const technician = ['jobs:own', 'users:read'];
    assert.deepEqual(intersect(['*'], technician), ['jobs:own', 'users:read']);
    assert.deepEqual(intersect(['jobs:read', 'jobs:write'], technician), ['jobs:own']);
    assert.deepEqual(intersect(['jobs:read'], technician), []);
  });
});
