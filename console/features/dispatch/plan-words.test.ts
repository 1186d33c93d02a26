import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Replan } from '../../../packages/sdk/src/index.ts';
import { formatsFor } from '../../time/format.ts';
import { destinationOf, movesBack } from './plan-words.ts';

const DATE = '2027-03-02';
const lanes = {
  formats: formatsFor('America/Los_Angeles', 'en-US'),
  nameOf: (id: string | null) => (id === null ? 'Not assigned' : `The one with ${id}`),
};
const place = (user_id: string | null, day: string, time: string) => ({
  user_id,
  starts_at: `${day}T${time}:00-08:00`,
  ends_at: `${day}T${time}:30-08:00`,
});
const visit = (id: number, from = place('a', DATE, '09:00')) => ({
  appointment_id: `appointment_${id}`,
  updated_at: '2027-03-01T09:00:00Z',
  from,
  why: [],
});
const plan = (moves: Replan['moves'], unplaced: Replan['unplaced']): Replan => ({
  replan_id: 'replan_1',
  date: DATE,
  user_id: null,
  appointment_id: null,
  reason: 'weather',
  status: 'proposed',
  moves,
  unplaced,
  expires_at: '2027-03-01T09:30:00Z',
  applied_at: null,
  created_at: '2027-03-01T09:00:00Z',
  updated_at: '2027-03-01T09:00:00Z',
});

describe('a plan for a day', () => {
  const wordsOf = (move: Parameters<typeof destinationOf>[0]) => {
    const { who, when } = destinationOf(move, DATE, lanes);
    return `${who} ${when}`.replaceAll('\u202f', ' ').trim();
  };

  it('says who takes a visit and when, and the day if it is another one', () => {
    const same = { ...visit(1), to: place('b', DATE, '11:00') };
    assert.equal(wordsOf(same), 'The one with b 11:00 AM');
    const later = { ...visit(1), to: place('b', '2027-03-03', '11:00') };
    assert.equal(wordsOf(later), 'The one with b Wed, Mar 3, 11:00 AM');
  });

  it('says what goes to the tray, what is left there, and what stays with its person', () => {
    assert.equal(wordsOf({ ...visit(1), to_tray: true }), 'Not assigned');
    const waiting = visit(1, place(null, DATE, '09:00'));
    assert.equal(wordsOf({ ...waiting, to_tray: false }), 'Not assigned');
    assert.equal(wordsOf({ ...visit(1), to_tray: false }), 'stays, because someone is on the way');
  });

  it('is undone fifty visits at a time, and without those that stayed', () => {
    const moves = Array.from({ length: 60 }, (_, at) => ({
      ...visit(at),
      to: place('b', '2027-03-03', '11:00'),
    }));
    const staying = { ...visit(100), to_tray: false };
    const back = movesBack(plan(moves, [staying, { ...visit(101), to_tray: true }]));
    assert.deepEqual(
      back.map(({ length }) => length),
      [50, 11],
    );
    assert.deepEqual(back[0]?.[0], {
      appointment_id: 'appointment_0',
      assigned_to: 'a',
      starts_at: `${DATE}T09:00:00-08:00`,
    });
    assert.deepEqual(movesBack(plan([], [staying])), []);
  });
});
