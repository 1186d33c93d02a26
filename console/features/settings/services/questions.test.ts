import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyRow, questionsIn, rowsOf, withKeys } from './questions.ts';

const FUEL = { key: 'fuel', label: 'Gas or electric?', kind: 'choice', required: true };

describe('the questions of a service', () => {
  it('come back as they were', () => {
    const stored = [
      { ...FUEL, choices: ['Gas', 'Electric'] },
      { key: 'age', label: 'How old is it?', kind: 'text', required: false },
    ];
    assert.deepEqual(questionsIn(rowsOf(stored)), stored);
  });

  it('keep their key when they are worded differently, and new ones get one that is free', () => {
    const [fuel] = rowsOf([{ ...FUEL, choices: ['Gas'] }]);
    assert(fuel);
    const reworded = { ...fuel, label: 'Which fuel?' };
    const others = ['Fuel', '¿2 pisos?', '?'].map((label) => ({ ...emptyRow(), label }));
    const keys = questionsIn([reworded, ...others]).map(({ key }) => key);
    assert.deepEqual(keys, ['fuel', 'fuel_2', 'pisos', 'question']);
  });

  it('have the key of what was saved, also if others were added or removed meanwhile', () => {
    const sent = [emptyRow(), emptyRow()];
    const saved = sent.map((_, at) => ({ ...FUEL, key: `key_${at}` }));
    const now = [emptyRow(), ...sent.slice(1)];
    assert.deepEqual(
      withKeys(now, sent, saved).map(({ key }) => key),
      ['', 'key_1'],
    );
  });
});
