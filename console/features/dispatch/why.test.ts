import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsFor } from '../../time/format.ts';
import { whyAt } from './why.ts';

const at = (time: string) => `2027-03-02T${time}:00-08:00`;
const formats = formatsFor('America/Los_Angeles', 'en-US');
const blocked = (reason: string, from: string, to: string, ref: string | null = null) => ({
  starts_at: at(from),
  ends_at: at(to),
  user_id: 'user_1',
  reason,
  ref,
});
const day = {
  blocked: [
    blocked('outside_working_hours', '00:00', '08:00'),
    blocked('appointment', '09:00', '10:30', 'carla'),
    blocked('buffer', '10:30', '10:45', 'carla'),
    blocked('time_off', '13:00', '15:00'),
    blocked('too_short', '15:00', '15:30'),
    blocked('something_new', '16:00', '16:30'),
    blocked('travel', '17:00', '17:20', 'carla'),
    blocked('skill', '18:00', '18:30'),
    blocked('area', '18:30', '19:00'),
    blocked('crew', '19:00', '19:30'),
    blocked('takes_no_visits', '19:30', '20:00'),
    blocked('capacity', '20:00', '22:00'),
    blocked('appointment', '21:00', '21:30', 'carla'),
  ],
};

describe('why not then', () => {
  const whyOf = (time: string) =>
    whyAt(day, Date.parse(at(time)), [{ id: 'carla', title: 'Carla Novotny' }], formats);
  const why = (time: string) => whyOf(time).sentence.replaceAll('\u202f', ' ');

  it('names what is in the way, and until when', () => {
    assert.equal(why('09:30'), 'Carla Novotny until 10:30 AM.');
    assert.equal(why('10:30'), 'Buffer after Carla Novotny until 10:45 AM.');
    assert.equal(why('07:00'), 'Does not work then.');
    assert.equal(why('14:00'), 'Time off until 3:00 PM.');
    assert.equal(why('15:10'), 'Free, but too short: until 3:30 PM.');
  });

  it('says what the person, the place and the day lack', () => {
    assert.equal(why('17:10'), 'On the way from or to Carla Novotny until 5:20 PM.');
    assert.equal(why('18:10'), 'Does not have the skill that the visit needs.');
    assert.equal(why('18:40'), 'Does not work in the area of the visit.');
    assert.equal(why('19:10'), 'Too few others are free to go along.');
    assert.equal(why('19:40'), 'Takes no visits.');
    assert.equal(why('20:10'), 'No more visits of this kind are taken that day.');
    assert.equal(why('21:10'), 'Carla Novotny until 9:30 PM.', 'what is in the way comes first');
    assert(whyOf('18:10').canBook, 'the service warns');
    assert(!whyOf('20:10').canBook, 'the service refuses');
  });

  it('knows which visit it is, and what can be booked all the same', () => {
    assert.deepEqual([whyOf('09:30').visitId, whyOf('09:30').canBook], ['carla', false]);
    assert.deepEqual([whyOf('10:30').visitId, whyOf('10:30').canBook], ['carla', false]);
    assert.deepEqual([whyOf('07:00').visitId, whyOf('07:00').canBook], [null, true]);
    assert.deepEqual([whyOf('14:00').visitId, whyOf('14:00').canBook], [null, true]);
    assert(whyOf('11:00').canBook);
  });

  it('says that the time is free, and admits what it does not know', () => {
    assert.equal(why('11:00'), 'Free.');
    assert.equal(why('16:10'), 'Not open for bookings.');
  });
});
