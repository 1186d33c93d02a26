import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bodyOf,
  namesOf,
  newLine,
  newOption,
  optionErrors,
  readDeposit,
  sumsOfOption,
} from './draft.ts';

const line = { ...newLine(0), description: 'Heater', price: '100', taxRate: '10' };
const optional = { ...newLine(1), description: 'Haul away', price: '50', isOptional: true };
const option = { ...newOption([]), lines: [line, optional] };

describe('the draft of an estimate', () => {
  it('leaves optional lines out of the total, and sends them as optional', () => {
    assert.equal(sumsOfOption(option, 'USD')?.total, 11_000);
    const [body] = bodyOf([option], 'USD');
    assert.deepEqual(
      body?.lines.map(({ unit_amount, optional: isOptional }) => [unit_amount, isOptional]),
      [
        [10_000, false],
        [5_000, true],
      ],
    );
  });

  it('begins another option with the lines of the last one, under a name that is free', () => {
    const second = newOption([option]);
    assert.deepEqual([option.name, second.name], ['Good', 'Better']);
    assert.equal(second.lines, option.lines);
    assert.equal(newOption([{ ...second, key: 7 }]).name, 'Good');
  });

  it('names what is wrong as the service does', () => {
    const wrong = { ...option, name: ' ', lines: [{ ...line, price: 'ten' }] };
    const errors = optionErrors([option, wrong], 'USD');
    assert.deepEqual(Object.keys(errors), ['options/1/name', 'options/1/lines/0/unit_amount']);
    for (const name of Object.keys(errors)) assert(namesOf([option, wrong]).includes(name));
  });

  it('reads a deposit as a percentage or an amount', () => {
    assert.deepEqual(readDeposit('none', '', 'USD'), { deposit: null });
    assert.deepEqual(readDeposit('percent', '30', 'USD'), { deposit: { percent: 30 } });
    assert.deepEqual(readDeposit('amount', '500', 'USD'), { deposit: { amount: 50_000 } });
    for (const [kind, typed] of [
      ['percent', '101'],
      ['percent', '1.5'],
      ['amount', '0'],
    ] as const) {
      assert('errors' in readDeposit(kind, typed, 'USD'));
    }
  });
});
