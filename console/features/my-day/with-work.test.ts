import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Appointment, Job, MyDay, MyVisit } from '../../../packages/sdk/src/index.ts';
import type { Work } from '../../offline/work.ts';
import { nextVisit, withWork } from './with-work.ts';

const at = '2027-03-02T17:00:00Z';

/** Only what the rules read. */
function visit(id: string, status = 'booked', due: number | null = null): MyVisit {
  const appointment: Partial<Appointment> = { appointment_id: id, status, lifecycle_number: '1-1' };
  const job: Partial<Job> = {
    job_id: `job ${id}`,
    checklist: [
      { item_id: 'i1', title: 'Filter', checked_at: null, changed_at: null, created_at: at },
    ],
  };
  return {
    next_step: status === 'booked' ? 'en_route' : null,
    appointment: appointment as Appointment,
    job: job as Job,
    address: null,
    lead_notes: null,
    notes: [],
    attachments: [],
    due: due === null ? null : { amount: due, currency: 'USD', invoice_id: null },
  };
}

const day = (...visits: MyVisit[]): MyDay => ({
  user_id: 'u',
  time_zone: 'UTC',
  next_visit_at: null,
  days: [
    { date: '2027-03-02', visits },
    { date: '2027-03-03', visits: [] },
  ],
});
const step = (appointment_id: string, name: 'en_route' | 'start' | 'complete'): Work => ({
  do: 'step',
  appointment_id,
  step: name,
  at,
});
const first = ({ days }: MyDay) => {
  const one = days[0]?.visits[0];
  assert(one);
  return one;
};

describe('my day without signal', () => {
  it('shows each step as taken, and asks for the next one', () => {
    const start = day(visit('a', 'booked', 12_900), visit('b'));
    const steps: Work[] = [step('a', 'en_route'), step('a', 'start'), step('a', 'complete')];
    const asked = [1, 2, 3].map((count) => first(withWork(start, steps.slice(0, count))).next_step);
    assert.deepEqual(asked, ['start', 'complete', 'collect']);
    assert.equal(withWork(start, steps).days[0]?.visits[1]?.next_step, 'en_route', 'only its own');
  });

  it('is done when what is owed was collected, and asks for the rest otherwise', () => {
    const start = day(visit('a', 'completed', 12_900));
    const pay = (amount: number): Work => ({
      do: 'collect',
      job_id: 'job a',
      amount,
      currency: 'USD',
      method: 'cash',
      at,
    });
    assert.equal(first(withWork(start, [pay(12_900)])).next_step, null);
    const part = first(withWork(start, [pay(10_000)]));
    assert.deepEqual([part.next_step, part.due?.amount], ['collect', 2_900]);
  });

  it('shows checks and notes that are not sent yet', () => {
    const check = (is_checked: boolean): Work => ({
      do: 'check',
      job_id: 'job a',
      item_id: 'i1',
      is_checked,
      at,
    });
    const note: Work = { do: 'note', job_id: 'job a', text: 'Valve is rusty', at };
    const shown = first(withWork(day(visit('a')), [check(true), note]));
    assert.equal(shown.job?.checklist[0]?.checked_at, at);
    assert.equal(shown.notes[0]?.text, 'Valve is rusty');
    const undone = first(withWork(day(visit('a')), [check(true), check(false)]));
    assert.equal(undone.job?.checklist[0]?.checked_at, null);
  });

  it('goes on with the visit that was begun, then with the first that is left', () => {
    const start = day(visit('a'), visit('b'));
    assert.equal(nextVisit(start)?.appointment.appointment_id, 'a');
    const begun = withWork(start, [step('b', 'en_route')]);
    assert.equal(nextVisit(begun)?.appointment.appointment_id, 'b');
    const left = withWork(start, [step('a', 'complete')]);
    assert.equal(nextVisit(left)?.appointment.appointment_id, 'b');
  });
});
