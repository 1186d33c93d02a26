import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCsv } from './csv.ts';

describe('a table as CSV', () => {
  it('quotes what contains commas, quotes or line breaks, and leaves missing values empty', () => {
    assert.equal(
      toCsv(
        ['Source', 'Leads'],
        [
          ['Roof, "north"\nside', 3],
          ['web', null],
        ],
      ),
      'Source,Leads\r\n"Roof, ""north""\nside",3\r\nweb,\r\n',
    );
  });

  it('writes money in major units, as spreadsheets count', () => {
    const amounts = [
      { amount: 125_050, currency: 'USD' },
      { amount: 700, currency: 'JPY' },
    ];
    assert.equal(toCsv(['Paid', 'Open'], [amounts]), 'Paid,Open\r\n1250.5,700\r\n');
  });

  it('does not let a spreadsheet run what came from outside', () => {
    assert.equal(toCsv(['Source'], [['=cmd()'], [-5]]), "Source\r\n'=cmd()\r\n-5\r\n");
  });
});
