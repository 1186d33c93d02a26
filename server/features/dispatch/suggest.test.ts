import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { distanceKm, type Place, placeOf } from '../../domain/distance.ts';
import { DEFAULT_WORKING_HOURS } from '../../domain/working-hours.ts';
import type { Busy } from '../calendar/index.ts';
import { type Candidate, type Need, type StopOfDay, scoreCandidate, suggest } from './suggest.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Tuesday. All users work from 08:00 to 17:00. */
const MIDNIGHT = Date.parse('2027-03-02T00:00:00Z');
const at = (hour: number) => MIDNIGHT + hour * HOUR;

const PORTLAND = { latitude: 45.5152, longitude: -122.6784 };
const GRESHAM = { latitude: 45.5001, longitude: -122.4302 };
const SALEM = { latitude: 44.9429, longitude: -123.0351 };

const SCHEDULING = {
  timeZone: 'UTC',
  minimumNoticeMs: 0,
  bufferMs: 0,
  stepMs: 30 * MINUTE,
  horizonMs: 365 * 24 * HOUR,

  arrivalWindow: null,
  travel: null,
};
const NEED: Need = {
  start: at(12),
  end: at(13),
  skills: ['ac_repair'],
  bufferMs: null,
  place: PORTLAND,
};

interface Person {
  skills?: string[];
  appointments?: StopOfDay[];
  timeOff?: { start: number; end: number }[];
  startLocation?: Place | null;
}

function candidate(
  name: string,
  { skills = [], appointments = [], timeOff = [], startLocation = null }: Person = {},
) {
  const busy = (one: { start: number; end: number }, reason: Busy['reason']): Busy => {
    return { start: one.start, end: one.end, bufferMs: 0, reason, ref: null };
  };
  return {
    calendar: {
      userId: name,
      name,
      isActive: true,
      isOffered: true,
      isInArea: true,
      skills,
      timeZone: 'UTC',
      hours: DEFAULT_WORKING_HOURS,
      busy: [
        ...appointments.map((one) => busy(one, 'appointment')),
        ...timeOff.map((one) => busy(one, 'time_off')),
      ],
    },
    stops: appointments.toSorted((a, b) => a.start - b.start),
    startLocation,
  } satisfies Candidate;
}

function appointment(start: number, place: Place | null = null, hours = 1): StopOfDay {
  return { start: at(start), end: at(start + hours), place };
}

function names(candidates: Candidate[], need = NEED, scheduling = SCHEDULING): string[] {
  return suggest(need, candidates, scheduling).map(({ name }) => name);
}

function codes(one: Candidate, need = NEED, scheduling = SCHEDULING): string[] {
  return scoreCandidate(need, one, scheduling).reasons.map(({ code }) => code);
}

describe('suggest', () => {
  it('counts the way from where the day starts to the first stop', () => {
    const near = candidate('near', { startLocation: PORTLAND });
    const far = candidate('far', { startLocation: SALEM });
    assert.deepEqual(names([far, candidate('unknown'), near]), ['near', 'unknown', 'far']);
    const travelOf = (one: Candidate) =>
      scoreCandidate(NEED, one, SCHEDULING).reasons.find(({ code }) => code === 'travel')?.detail;
    assert.match(travelOf(far) ?? '', /^69\.\d km from where the day starts\.$/);
    // After a stop, the way from there counts.
    const working = candidate('working', {
      startLocation: SALEM,
      appointments: [appointment(9, GRESHAM)],
    });
    assert.match(travelOf(working) ?? '', /^19\.\d km from the previous appointment\.$/);
    assert.equal(travelOf(candidate('unknown')), undefined);
  });

  it('puts users with the skill before users without listed skills, and both before users who lack it', () => {
    const people = [
      candidate('lacks it', { skills: ['roofing'] }),
      candidate('has no skills listed'),
      candidate('has it, and a full day', {
        skills: ['ac_repair'],
        appointments: [appointment(8, null, 4), appointment(13, null, 4)],
      }),
    ];
    assert.deepEqual(names(people), ['has it, and a full day', 'has no skills listed', 'lacks it']);
    assert(codes(people[0]!).includes('skill_missing'));
    assert(codes(people[1]!).includes('generalist'));
    assert(codes(people[2]!).includes('skill_matches'));
  });

  it('puts users without listed skills behind, if the service is defined', () => {
    const people = [candidate('none listed'), candidate('has it', { skills: ['ac_repair'] })];
    const [first, second] = suggest({ ...NEED, areSkillsDefined: true }, people, SCHEDULING);
    assert.deepEqual([first?.name, second?.name], ['has it', 'none listed']);
    assert(second?.reasons.some(({ code }) => code === 'skill_missing'));
  });

  it('leaves out users who are busy, on time off or off shift, if any user is free', () => {
    const busy = candidate('busy', { appointments: [appointment(12.5)] });
    const away = candidate('away', { timeOff: [{ start: at(0), end: at(24) }] });
    assert.deepEqual(names([busy, away, candidate('free')]), ['free']);
    const night = { ...NEED, start: at(20), end: at(21) };
    assert.deepEqual(names([candidate('home')], night), ['home']);
    assert.equal(suggest(night, [candidate('home')], SCHEDULING)[0]!.isFree, false);
    assert.deepEqual(codes(candidate('home'), night), [
      'outside_working_hours',
      'generalist',
      'load',
    ]);
  });

  it('suggests all users if none is free, with users who are only off shift first', () => {
    const night = { ...NEED, start: at(20), end: at(21) };
    const people = [
      candidate('away', { timeOff: [{ start: at(0), end: at(24) }] }),
      candidate('busy', { appointments: [appointment(20)] }),
      candidate('home'),
    ];
    assert.equal(names(people, night)[0], 'home');
    assert.equal(names(people, night).length, 3);
    assert(codes(people[0]!, night).includes('time_off'));
    assert(codes(people[1]!, night).includes('busy'));
  });

  it('counts the buffers before and after', () => {
    const scheduling = { ...SCHEDULING, bufferMs: 30 * MINUTE };
    const close = candidate('close', { appointments: [appointment(13.25)] });
    assert.deepEqual(names([close, candidate('free')], NEED, scheduling), ['free']);
    assert.deepEqual(names([close, candidate('free')]).length, 2);
  });

  it('prefers the shorter travel when the work is the same', () => {
    const near = candidate('near', { appointments: [appointment(10, GRESHAM)] });
    const far = candidate('far', { appointments: [appointment(10, SALEM)] });
    assert.deepEqual(names([far, near]), ['near', 'far']);
    const [best] = suggest(NEED, [near], SCHEDULING);
    assert.deepEqual(best!.reasons.at(-2), {
      code: 'travel',
      detail: '19.4 km from the previous appointment.',
    });
    const between = candidate('between', {
      appointments: [appointment(10, GRESHAM), appointment(14, SALEM)],
    });
    assert.match(
      scoreCandidate(NEED, between, SCHEDULING).reasons.at(-2)!.detail,
      /previous appointment, .* km to the next/,
    );
  });

  it('gives no travel reason if a location is unknown', () => {
    const one = candidate('one', { appointments: [appointment(10)] });
    assert(!codes(one).includes('travel'));
    const placed = candidate('placed', { appointments: [appointment(10, GRESHAM)] });
    assert(!codes(placed, { ...NEED, place: null }).includes('travel'));
  });

  it('prefers users with less work that day, and says how much it is', () => {
    const little = candidate('little', { appointments: [appointment(8)] });
    const much = candidate('much', { appointments: [appointment(8), appointment(14, null, 2)] });
    const nothing = candidate('nothing');
    assert.deepEqual(names([much, little, nothing]), ['nothing', 'little', 'much']);
    const loads = [nothing, little, much].map(
      (one) => scoreCandidate(NEED, one, SCHEDULING).reasons.at(-1)!.detail,
    );
    assert.deepEqual(loads, [
      'No other appointments that day.',
      'One appointment that day, 1 h.',
      '2 appointments that day, 3 h.',
    ]);
  });

  it('sorts equal users by name, whatever the input order', () => {
    const people = ['c', 'a', 'b'].map((name) => candidate(name));
    assert.deepEqual(names(people), ['a', 'b', 'c']);
    assert.deepEqual(names(people.toReversed()), ['a', 'b', 'c']);
  });

  const place = fc.option(
    fc.record({
      latitude: fc.double({ min: 40, max: 50, noNaN: true }),
      longitude: fc.double({ min: -125, max: -115, noNaN: true }),
    }),
  );
  const stop = fc
    .record({
      start: fc.integer({ min: 0, max: 92 }),
      quarters: fc.integer({ min: 1, max: 12 }),
      place,
    })
    .map(({ start, quarters, place }) => appointment(start / 4, place, quarters / 4));
  const person = fc.record({
    skills: fc.subarray(['ac_repair', 'roofing']),
    appointments: fc.array(stop, { maxLength: 5 }),
    timeOff: fc.array(fc.constant({ start: at(11), end: at(15) }), { maxLength: 1 }),
    startLocation: place,
  });
  const need = fc
    .record({ start: fc.integer({ min: 0, max: 92 }), place })
    .map(({ start, place }) => ({ ...NEED, start: at(start / 4), end: at(start / 4 + 1), place }));
  const scheduling = fc
    .integer({ min: 0, max: 60 })
    .map((minutes) => ({ ...SCHEDULING, bufferMs: minutes * MINUTE }));

  it('never gives a higher score for one more appointment', () => {
    fc.assert(
      fc.property(person, stop, need, scheduling, (one, more, need, scheduling) => {
        const busier = { ...one, appointments: [...one.appointments, more] };
        const before = scoreCandidate(need, candidate('x', one), scheduling).score;
        const after = scoreCandidate(need, candidate('x', busier), scheduling).score;
        assert(after <= before, `${after} after ${before}`);
      }),
      { numRuns: 500 },
    );
  });

  it('scores every free user above every user who is not, between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 6 }),
        need,
        scheduling,
        (people, need, scheduling) => {
          const scored = people.map((one, n) =>
            scoreCandidate(need, candidate(`${n}`, one), scheduling),
          );
          const scores = (isFree: boolean) =>
            scored.filter((one) => one.isFree === isFree).map(({ score }) => score);
          assert(Math.min(...scores(true)) > Math.max(...scores(false)));
          for (const { score } of scored) assert(score >= 0 && score <= 1);
          const listed = suggest(
            need,
            people.map((one, n) => candidate(`${n}`, one)),
            scheduling,
          );
          assert.equal(listed.length, scores(true).length || people.length);
          assert.deepEqual(
            listed.map(({ score }) => score),
            listed.map(({ score }) => score).sort((a, b) => b - a),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('distanceKm', () => {
  it('matches maps, in both directions, and is 0 for the same place', () => {
    assert.equal(distanceKm(PORTLAND, SALEM).toFixed(1), '69.5');
    assert.equal(distanceKm(SALEM, PORTLAND), distanceKm(PORTLAND, SALEM));
    assert.equal(distanceKm(PORTLAND, PORTLAND), 0);
    const [east, west] = [
      { latitude: 0, longitude: 179.5 },
      { latitude: 0, longitude: -179.5 },
    ];
    assert.equal(distanceKm(east, west).toFixed(0), '111');
    const antipodes = { latitude: -PORTLAND.latitude, longitude: PORTLAND.longitude + 180 };
    assert.equal(distanceKm(PORTLAND, antipodes).toFixed(0), '20015');
  });

  it('is exact also for neighbors, and for the other side of the earth', () => {
    // A millionth of a degree is 111 mm.
    const shift = 1e-6;
    const beside = { ...PORTLAND, latitude: PORTLAND.latitude + shift };
    assert.equal((distanceKm(PORTLAND, beside) * 1e6).toFixed(0), '111');
    const opposite = { latitude: -PORTLAND.latitude, longitude: PORTLAND.longitude + 180 };
    const besideOpposite = { ...opposite, latitude: opposite.latitude + shift };
    const halfway = distanceKm(PORTLAND, opposite);
    assert.equal(((halfway - distanceKm(PORTLAND, besideOpposite)) * 1e6).toFixed(0), '111');
  });

  it('needs both coordinates of a place', () => {
    assert.equal(placeOf(null), null);
    assert.equal(placeOf({ latitude: 1 }), null);
    assert.deepEqual(placeOf({ latitude: 0, longitude: 0 }), { latitude: 0, longitude: 0 });
  });
});
