import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsFor } from '../../time/format.ts';
import { ghostsOf } from './plan-ghosts.ts';

const DATE = '2027-03-02';
const at = (time: string, day = DATE) => `${day}T${time}:00-08:00`;
const place = (user_id: string | null, from: string, to: string, day = DATE) => ({
  user_id,
  starts_at: at(from, day),
  ends_at: at(to, day),
});
const visit = (id: string, from = place('rosa', '09:00', '10:00')) => ({
  appointment_id: id,
  updated_at: '2027-03-01T09:00:00Z',
  from,
  why: [],
});
const scale = { from: Date.parse(at('07:00')), to: Date.parse(at('18:00')) };
const lanes = {
  formats: formatsFor('America/Los_Angeles', 'en-US'),
  nameOf: (id: string | null) => id ?? 'Not assigned',
};
type Plan = Parameters<typeof ghostsOf>[0];
const shown = (moves: Plan['moves'], unplaced: Plan['unplaced'] = []) =>
  ghostsOf({ date: DATE, moves, unplaced }, ['rosa', 'bao'], scale, lanes).map((ghost) => ({
    ...ghost,
    about: ghost.about.replaceAll('\u202f', ' '),
  }));

describe('a plan on the lanes of its day', () => {
  it('shows a visit that stays in the day where it would go, in the lane of the one who takes it', () => {
    const [ghost, ...more] = shown([{ ...visit('a'), to: place('bao', '11:00', '12:00') }]);
    assert.deepEqual(more, []);
    const [start, end] = [Date.parse(at('11:00')), Date.parse(at('12:00'))];
    const about = '11:00 AM – 12:00 PM';
    assert.deepEqual(ghost, { id: 'a', row: 1, start, end, look: 'here', about });
  });

  it('marks a visit that leaves the day, or goes to the tray, where it is now', () => {
    const later = { ...visit('a'), to: place('bao', '11:00', '12:00', '2027-03-03') };
    const ghosts = shown([later], [{ ...visit('b'), to_tray: true }]);
    const [start, end] = [Date.parse(at('09:00')), Date.parse(at('10:00'))];
    const now = { row: 0, start, end, look: 'leaves' };
    assert.deepEqual(ghosts, [
      { id: 'a', ...now, about: '→ Wed, Mar 3, 11:00 AM bao' },
      { id: 'b', ...now, about: '→ Not assigned' },
    ]);
  });

  it('leaves out what stays, what has no lane, and hours that the board does not show', () => {
    const waiting = visit('c', place(null, '09:00', '10:00'));
    assert.deepEqual(
      shown(
        [],
        [
          { ...visit('a'), to_tray: false },
          { ...waiting, to_tray: true },
        ],
      ),
      [],
    );
    assert.deepEqual(shown([{ ...visit('a'), to: place('ana', '11:00', '12:00') }]), []);
    assert.deepEqual(shown([{ ...visit('a'), to: place('bao', '19:00', '20:00') }]), []);
    const [cut] = shown([{ ...visit('a'), to: place('bao', '17:00', '19:00') }]);
    assert.equal(cut?.end, scale.to);
  });
});
