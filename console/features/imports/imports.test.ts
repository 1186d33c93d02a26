import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readCsv, writeCsvRow } from './csv.ts';
import { previewOf } from './preview.ts';
import { rejectedCsv, rejectedRows } from './rejected-rows.ts';

const bytes = (content: string) => new TextEncoder().encode(content);

describe('a file of leads', () => {
  it('is shown as the service will read it', () => {
    const preview = previewOf(
      bytes('Name;Phone;Favorite color\n"Whitfield, Dana";+14155550134;blue\n\nEli;+1415;red\n'),
    );
    assert.equal(preview.separator, ';');
    assert.deepEqual(preview.columns, ['name', 'phone', null]);
    assert.deepEqual(preview.examples, [
      ['Whitfield, Dana', '+14155550134', 'blue'],
      ['Eli', '+1415', 'red'],
    ]);
    assert.equal(preview.hasService, false);
    assert.deepEqual(preview.problems, []);
  });

  it('is read as windows-1252 if it is not UTF-8', () => {
    const preview = previewOf(Uint8Array.from([...bytes('name,phone\nJos'), 0xe9, 0x2c, 0x31]));
    assert.equal(preview.charset, 'windows-1252');
    assert.deepEqual(preview.examples, [['José', '1']]);
  });

  it('is refused before the upload if no one in it can be reached, or a column occurs twice', () => {
    assert.match(previewOf(bytes('name,address\n')).problems.join(), /phone numbers or email/);
    assert.match(previewOf(bytes('phone,Phone\n')).problems.join(), /more than once/);
    assert.match(previewOf(bytes(' \n')).problems.join(), /empty/);
  });

  it('gives its rejected rows back, ready to be fixed', () => {
    const content = 'name,phone\nDana,1\n"Eli\nSecond line",2\nFay,3\n';
    const errors = [
      { line: 3, code: 'phone_unreadable', detail: 'Bad phone.' },
      { line: 3, code: 'name', detail: 'Bad name.' },
      { line: 5, code: 'phone_unreadable', detail: 'Bad phone.' },
    ];
    const found = rejectedRows(errors, { content, separator: ',' });
    assert.equal(
      rejectedCsv(found),
      'name,phone,line,problem\r\n"Eli\nSecond line",2,3,Bad phone. Bad name.\r\nFay,3,5,Bad phone.\r\n',
    );
    assert.equal(
      rejectedCsv(rejectedRows(errors.slice(2), null)),
      'line,problem\r\n5,Bad phone.\r\n',
    );
  });

  it('does not run as a formula when the rejected rows are opened in a spreadsheet', () => {
    assert.equal(writeCsvRow(['=HYPERLINK("x")', '-5']), '"\'=HYPERLINK(""x"")",-5\r\n');
  });

  it('comes back as it was written, whatever its cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' b', ',', '"', '\n', '\r\n', 'é') });
    const row = fc.array(cell, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const filled = rows.filter((cells) => cells.some((one) => one.trim() !== ''));
        const read = [...readCsv(filled.map(writeCsvRow).join(''), ',')];
        assert.deepEqual(
          read.map(({ cells }) => cells),
          filled,
        );
      }),
    );
  });
});
