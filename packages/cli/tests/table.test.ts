import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readApi } from '../../../tools/generate/api.ts';
import { commandName } from '../../../tools/generate/cli-commands.ts';
import { rows } from '../src/generated/commands.ts';
import { optionsOf, usageOf } from '../src/operation.ts';
import { ownCommands } from '../src/own.ts';
import { padded, safeJson, safeText, widthOf } from '../src/safe-text.ts';
import { similar } from '../src/suggest.ts';
import { idsOf } from '../src/table.ts';
import { picked, sheet } from '../src/tables.ts';

describe('the table of commands', () => {
  it('has a command of its own for every operation', () => {
    const { operations } = readApi();
    assert.deepEqual(
      rows.map(({ name, method, path }) => `${name}: ${method} ${path}`),
      operations.map((one) => `${commandName(one)}: ${one.method} ${one.path}`),
    );
    assert.equal(new Set(rows.map(({ name }) => name)).size, operations.length);
    // No name begins another command of the table: `leads convert` and `leads convert create` would be ambiguous.
    for (const { name } of rows) {
      assert(!rows.some((other) => other.name.startsWith(`${name} `)), name);
    }
  });

  it('gives every command options that differ, and names what is required', () => {
    for (const row of rows) {
      const { fields, others } = optionsOf(row);
      const flags = [...fields, ...others].map(({ flag }) => flag);
      assert.equal(new Set(flags).size, flags.length, row.name);
      for (const { flag, text } of fields) {
        assert.match(flag, /^[a-z0-9-]+(\.[a-z0-9-]+)*$/, row.name);
        assert.notEqual(text, '', `${row.name} --${flag}`);
      }
      for (const id of idsOf(row)) assert(usageOf(row).includes(` ${id}`), row.name);
      for (const one of fields.filter(({ isRequired }) => isRequired)) {
        assert(usageOf(row).includes(`--${one.flag} `), `${row.name} --${one.flag}`);
      }
      assert(['read', 'write', 'destructive', 'external'].includes(row.effect), row.name);
    }
  });

  it('knows every command that undoes another', () => {
    const names = rows.map(({ name }) => name);
    for (const { undo } of rows) if (undo) assert(names.includes(undo), undo);
  });

  it('has no command of its own that hides an operation, except the stream', () => {
    const hidden = ownCommands.filter(({ name }) => rows.some((row) => row.name === name));
    assert.deepEqual(
      hidden.map(({ name }) => name),
      ['events stream'],
    );
  });
});

describe('an object on a terminal', () => {
  it('has its fields below each other, and a list of small objects as a table', () => {
    const shown = sheet({
      lead_id: 'lead_1',
      reasons: ['same_phone', 'same_name'],
      slots: [
        { starts_at: '09:00', user_ids: ['user_1', 'user_2'] },
        { starts_at: '10:00', user_ids: [], note: null },
      ],
      consent: { sms: 'granted', email: null },
      actors: [{ token: { name: 'Website' } }],
    });
    assert.deepEqual(shown.split('\n'), [
      'lead_id  lead_1',
      'reasons  same_phone, same_name',
      'slots',
      '  starts_at  user_ids        note',
      '  09:00      user_1, user_2',
      '  10:00',
      'consent',
      '  sms    granted',
      '  email',
      'actors',
      '  -',
      '    token',
      '      name  Website',
    ]);
  });

  it('shows the wanted fields, also those of the items of a list', () => {
    const value = { slots: [{ starts_at: '09:00' }, {}], consent: { sms: 'granted' } };
    assert.deepEqual(picked(value, ['slots.starts_at', 'consent.sms', 'consent.x.y', 'z']), {
      'slots.starts_at': ['09:00', null],
      'consent.sms': 'granted',
      'consent.x.y': null,
      z: null,
    });
  });
});

describe('text on a terminal', () => {
  it('is as wide as it looks, and is cut between letters', () => {
    assert.deepEqual(
      ['abc', 'Zoë', 'Zoe\u0308', '漢字', '🔧', '👩‍🔧', ''].map(widthOf),
      [3, 3, 3, 4, 2, 2, 0],
    );
    assert.equal(padded('漢字', 6), '漢字  ');
    assert.equal(padded('漢字漢字', 6), '漢字… ');
    assert.equal(padded('👩‍🔧👩‍🔧', 3), '👩‍🔧…');
  });

  it('writes out what would control the terminal, and stays the same value as JSON', () => {
    const text = 'a\u001b[2J\u2028\u202e\u009b\n\t"';
    assert.equal(safeText(text), 'a\\u001b[2J\\u2028\\u202e\\u009b\\n "');
    const json = safeJson({ text }, 2);
    assert.deepEqual(JSON.parse(json), { text });
    assert.match(json, /^[\x20-\x7e\n]*$/);
  });

  it('suggests what is most alike, first', () => {
    assert.deepEqual(similar('nmae', ['same', 'notes', 'name']), ['name', 'same']);
    assert.deepEqual(similar('qualfy', ['qualify', 'unqualify', 'convert'])[0], 'qualify');
    assert.deepEqual(similar('xyzzy', ['name']), []);
  });
});
