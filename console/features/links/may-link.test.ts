import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES_OF_ROLE } from '../../../server/domain/scopes.ts';
import { PURPOSES } from '../../../server/features/links/link.ts';
import { mayLink } from './may-link.ts';

describe('who can give customers a link', () => {
  const linksOf = (scopes: readonly string[]) =>
    PURPOSES.filter((purpose) => mayLink({ scopes: [...scopes] }, purpose));

  it('is who can do what its holder can do', () => {
    assert.deepEqual(linksOf(SCOPES_OF_ROLE.owner), PURPOSES);
    assert.deepEqual(linksOf(SCOPES_OF_ROLE.viewer), []);
    const withoutEstimates = ['links:write', 'appointments:write', 'estimates:own', 'jobs:own'];
    assert.deepEqual(linksOf(withoutEstimates), ['visit']);
  });

  it('counts the own scopes of users in the field as read and write, as the service does', () => {
    assert.deepEqual(linksOf(SCOPES_OF_ROLE.technician), PURPOSES);
  });
});
