import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  boardSpan,
  type Card,
  clampPlace,
  conflictAt,
  hoursOf,
  neighbourOf,
  type Scale,
  timeAt,
  xOf,
} from './geometry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIX = Date.parse('2027-03-02T14:00:00Z');
const scale: Scale = { from: SIX, to: SIX + 12 * HOUR, pxPerHour: 96, stepMinutes: 15 };

const card = (id: string, lane: string | null, hour: number, hours = 1): Card => ({
  id,
  of: id,
  lane,
  start: SIX + hour * HOUR,
  end: SIX + (hour + hours) * HOUR,
  title: id,
  isLive: true,
});

describe('the geometry of the board', () => {
  it('finds the time of every x again, on the nearest step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 48 }),
        fc.double({ min: -0.49, max: 0.49, noNaN: true }),
        (steps, off) => {
          const at = SIX + steps * 15 * MINUTE;
          const x = xOf(scale, at) + off * (scale.pxPerHour / 4);
          assert.equal(timeAt(scale, x), at);
        },
      ),
    );
  });

  it('is as wide as the day is long when the clocks change', () => {
    // In Los Angeles, 14 March 2027 has 23 hours and 7 November 25.
    const spring = { start: Date.parse('2027-03-14T08:00Z'), end: Date.parse('2027-03-15T07:00Z') };
    const autumn = { start: Date.parse('2027-11-07T07:00Z'), end: Date.parse('2027-11-08T08:00Z') };
    const widths = [spring, autumn].map((day) => {
      const { start, end } = boardSpan([day], day);
      return xOf({ ...scale, from: start, to: end }, end);
    });
    assert.deepEqual(widths, [23 * 96, 25 * 96]);
  });

  it('begins an hour before the first shift and ends an hour after the last, within the day', () => {
    const day = { start: SIX - 6 * HOUR, end: SIX + 18 * HOUR };
    const shift = { start: SIX + 2 * HOUR, end: SIX + 10.5 * HOUR };
    assert.deepEqual(boardSpan([shift], day), { start: SIX + HOUR, end: SIX + 12 * HOUR });
    assert.deepEqual(boardSpan([day], day), day);
    assert.equal(hoursOf({ ...scale, from: SIX, to: SIX + 2.5 * HOUR }).length, 3);
  });

  it('keeps a card inside, with its length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 2000 }),
        fc.integer({ min: 1, max: 47 }),
        (at, quarters) => {
          const start = SIX + at * MINUTE;
          const end = start + quarters * 15 * MINUTE;
          const place = clampPlace(scale, { lane: 'ana', start, end });
          assert.equal(place.end - place.start, end - start);
          assert(place.start >= scale.from && place.end <= scale.to);
        },
      ),
    );
  });

  it('refuses what the database would refuse: the time of another visit and the buffer after it', () => {
    const cards = [card('noon', 'ana', 6)];
    const at = (hour: number) => ({
      lane: 'ana',
      start: SIX + hour * HOUR,
      end: SIX + (hour + 1) * HOUR,
    });
    const quarter = 15 * MINUTE;
    assert.equal(conflictAt(cards, 'other', at(6.5), 0)?.id, 'noon');
    assert.equal(conflictAt(cards, 'other', at(7), 0), null, 'after it');
    assert.equal(conflictAt(cards, 'other', at(7), quarter)?.id, 'noon', 'in its buffer');
    assert.equal(
      conflictAt(cards, 'other', at(5), quarter)?.id,
      'noon',
      'in the buffer of the moved one',
    );
    assert.equal(conflictAt(cards, 'noon', at(6.5), 0), null, 'itself');
    assert.equal(conflictAt(cards, 'other', { ...at(6), lane: 'bo' }, 0), null, 'another person');
    assert.equal(conflictAt(cards, 'other', { ...at(6), lane: null }, 0), null, 'the tray');
    const over = cards.map((one) => ({ ...one, isLive: false }));
    assert.equal(conflictAt(over, 'other', at(6), 0), null, 'a visit that is over');
  });

  it('moves the focus along the lane, and to the nearest in time of the next lane with cards', () => {
    const cards = [
      card('a1', 'ana', 2),
      card('a2', 'ana', 5),
      card('c1', 'cy', 1),
      card('c2', 'cy', 6),
    ];
    const lanes = ['ana', 'bo', 'cy'];
    const to = (from: string, key: string) =>
      neighbourOf(cards, lanes, cards.find(({ id }) => id === from) ?? card('', null, 0), key)
        ?.id ?? null;
    assert.equal(to('a1', 'ArrowRight'), 'a2');
    assert.equal(to('a1', 'ArrowLeft'), null);
    assert.equal(to('a1', 'ArrowDown'), 'c1');
    assert.equal(to('a2', 'ArrowDown'), 'c2');
    assert.equal(to('c2', 'ArrowUp'), 'a2');
    assert.equal(to('c2', 'ArrowDown'), null);
  });
});
