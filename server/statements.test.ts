import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from './engines.ts';
import { preparedStatements } from './platform/database/statement.ts';
import { routes } from './routes.ts';
import { tasks } from './tasks.ts';

/** What a cluster that is distributed by organization can run, and one server runs as well. */
describe('the statements that the service sends', () => {
  const all = preparedStatements();
  const those = (matches: (text: string) => boolean) =>
    all.filter(({ text }) => matches(text)).map(({ name }) => name);

  it('are all seen by this test', () => {
    assert(routes.length > 0 && tasks.length > 0 && engines.length > 0);
    assert(all.length > 300, `only ${all.length} statements are loaded`);
  });

  it('change rows in the statement itself or in a function, never inside a WITH', () => {
    const inWith = /\bas\s+(?:materialized\s+)?\(\s*(?:insert|update|delete)\b/i;
    assert.deepEqual(
      those((text) => inWith.test(text)),
      [],
    );
  });

  it('insert many rows through a function that takes the organization', () => {
    const fromList = /^\s*insert\b.*\bselect\b.*\b(?:unnest|jsonb?_\w+)\s*\(/is;
    assert.deepEqual(
      those((text) => fromList.test(text.split(/\bon conflict\b/i)[0] ?? '')),
      [],
    );
  });

  it('never set the tenant, which only the transaction does', () => {
    assert.deepEqual(
      those((text) => text.includes('app.organization_id')),
      [],
    );
  });
});
