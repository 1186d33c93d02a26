import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bodyOf,
  namesOf,
  newLine,
  newOption,
  optionErrors,
  priceDraft,
  readDeposit,
  sumsOfOption,
  withoutItems,
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

  it('counts a discount as one, however it is typed', () => {
    const discount = { ...line, key: 2, kind: 'discount', price: '50', taxRate: '' };
    const shown = { ...option, lines: [line, discount] };
    assert.equal(sumsOfOption(shown, 'USD')?.total, 6_000);
    assert.equal(priceDraft(shown.lines, 'USD').amounts[1]?.amount, -5_000);
    assert.equal(bodyOf([shown], 'USD')[0]?.lines[1]?.unit_amount, -5_000);
    const much = { ...option, lines: [{ ...discount, price: '500' }, line] };
    assert.deepEqual(Object.keys(optionErrors([much], 'USD')), ['options/0/lines']);
  });

  it('keeps a line whose price item is gone', () => {
    const [body] = bodyOf([{ ...option, lines: [{ ...line, priceItem: 'heater' }] }], 'USD');
    assert(body);
    const [detached] = withoutItems([body], ['/options/0/lines/0/price_item']);
    const { price_item, ...own } = body.lines[0] ?? {};
    assert.equal(price_item, 'heater');
    assert.deepEqual(detached?.lines, [own]);
    assert.deepEqual(withoutItems([body], ['/options/1/lines/0/price_item']), [body]);
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
