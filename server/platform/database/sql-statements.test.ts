import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statementsOf } from './sql-statements.ts';

describe('the statements of a file', () => {
  it('end at a semicolon, and the last one at the end of the file', () => {
    assert.deepEqual(statementsOf('select 1;\n\nselect 2 ; select 3'), [
      'select 1',
      'select 2',
      'select 3',
    ]);
    assert.deepEqual(statementsOf('select 1;\n'), ['select 1']);
    assert.deepEqual(statementsOf(';;\n'), []);
  });

  it('contain semicolons in texts, names, comments and bodies', () => {
    for (const one of [
      "select 'a;b', 'it''s; here'",
      'select 1 as "a;b"',
      'select 1 -- one; two\n+ 2',
      'select /* one; two */ 1',
      'do $$ begin perform 1; perform 2; end $$',
      "create function f() returns text language sql as $body$ select '$$;'; $body$",
      'select \'-- no comment;\', "/* nor this;"',
    ]) {
      assert.deepEqual(statementsOf(`${one};\nselect 2;`), [one, 'select 2']);
    }
  });

  it('are not comments alone', () => {
    assert.deepEqual(statementsOf('-- What follows;\n\nselect 1;\n-- The end.\n'), [
      '-- What follows;\n\nselect 1',
    ]);
  });
});
