import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneActionEach, statementsOf } from './sql-statements.ts';

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

describe('the actions of a change of a table', () => {
  it('are statements of their own, in the same order', () => {
    const change = `-- Why, and what for.
      alter table visits
        drop constraint visit_kind, -- for a while
        add column cost numeric(10, 2) not null default 0,
        add constraint visit_kind check (kind in ('a, b', 'c')),
        add column note text`;
    assert.deepEqual(oneActionEach(change), [
      'alter table visits\n        drop constraint visit_kind',
      'alter table visits\n        add column cost numeric(10, 2) not null default 0',
      "alter table visits\n        add constraint visit_kind check (kind in ('a, b', 'c'))",
      'alter table visits\n        add column note text',
    ]);
  });

  it('add the check of a new column after it, with the name that it would have', () => {
    const change = 'alter table visits add column hours integer default 1 check (hours in (1, 2))';
    assert.deepEqual(oneActionEach(change), [
      'alter table visits add column hours integer default 1',
      'alter table visits add constraint visits_hours_check check (hours in (1, 2))',
    ]);
  });

  it('leave every other statement as it is', () => {
    for (const one of ['-- Why.\nselect 1, 2', 'create table a (b text, c text check (c > b))'])
      assert.deepEqual(oneActionEach(one), [one]);
  });
});
