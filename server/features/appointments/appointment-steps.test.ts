import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { firstOf } from '../../testing/first-of.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshOffice, Office, overtaken, TUESDAY_9 } from '../../testing/office.ts';
import {
  allowedSteps,
  isAllowed,
  STATUSES,
  STEPS,
  type Status,
  type Step,
} from '../calendar/appointment.ts';

const ALL_STEPS = Object.keys(STEPS) as Step[];
const EVENTS: Record<Step, string> = {
  confirm: 'appointment.confirmed',
  dispatch: 'appointment.dispatched',
  'en-route': 'appointment.en_route',
  start: 'appointment.started',
  complete: 'appointment.completed',
  'no-show': 'appointment.no_show',
  cancel: 'appointment.canceled',
};

/** The shortest list of steps from booked to a status, by the table. */
function stepsTo(status: Status): Step[] {
  const paths: { at: Status; steps: Step[] }[] = [{ at: 'booked', steps: [] }];
  for (const { at, steps } of paths) {
    if (at === status) return steps;
    for (const step of allowedSteps(at))
      paths.push({ at: STEPS[step].to, steps: [...steps, step] });
  }
  throw new Error(`No step leads to ${status}`);
}

const take = (office: Office, id: string, step: Step, body?: object) =>
  office.api.post(`/v1/appointments/${id}/${step}`, body);

/** Of a new user, unless the booking is for another one. */
async function appointmentWithStatus(
  office: Office,
  status: Status,
  booking: Record<string, unknown> = {},
) {
  const filled = { assigned_to: await office.newUser(), ...booking };
  if (status === 'held') return office.held(filled);
  let appointment = await office.booked(filled);
  for (const step of stepsTo(status)) {
    appointment = (await take(office, appointment.appointment_id, step)).body;
  }
  assert.equal(appointment.status, status);
  return appointment;
}

describe('the table of the steps of an appointment', () => {
  const service = sharedService();
  const office = shared(() => Office.open(service));
  let seen = 0;
  const newEvents = async () => {
    const events = await office.events(seen);
    seen = events.at(-1)?.seq ?? seen;
    return events;
  };

  for (const status of STATUSES) {
    const allowed = ALL_STEPS.filter((step) => isAllowed(step, status));

    it(`allows from ${status} exactly: ${allowed.join(', ') || 'nothing'}`, async () => {
      const still = await appointmentWithStatus(office, status);
      await newEvents();
      service.clock.advance(1_000);
      for (const step of ALL_STEPS.filter((one) => !allowed.includes(one))) {
        const { status: responseStatus, body } = await take(office, still.appointment_id, step);
        if (status === STEPS[step].to) {
          assert.deepEqual([responseStatus, body], [200, { ...still, warnings: [] }], step);
        } else {
          assert.deepEqual([responseStatus, body.code], [409, 'transition_not_allowed'], step);
          assert.deepEqual([body.allowed, body.status_now], [allowedSteps(status), status], step);
        }
      }
      assert.deepEqual(await newEvents(), []);

      for (const [index, step] of allowed.entries()) {
        const was = index === 0 ? still : await appointmentWithStatus(office, status);
        await newEvents();
        service.clock.advance(1_000);
        const { status: responseStatus, body } = await take(office, was.appointment_id, step);
        assert.deepEqual([responseStatus, body.status], [200, STEPS[step].to], step);
        assert.deepEqual(body, await office.read(was.appointment_id));
        const events = await newEvents();
        assert.equal(events.length, 1, step);
        const { type, data, previous } = firstOf(events);
        assert.deepEqual([type, data], [EVENTS[step], body], step);
        const stamp = Object.keys(previous).find(
          (name) => !['status', 'updated_at'].includes(name),
        )!;
        assert.deepEqual(previous, { status, [stamp]: null, updated_at: was.updated_at });
        assert.equal(body[stamp], body.updated_at);
      }
    });
  }
});

describe('steps of an appointment', () => {
  const service = sharedService();
  const office = freshOffice(service);

  it('change nothing about an expired hold: it is already canceled', async () => {
    const hold = await office.held({ ttl_seconds: 1 });
    service.clock.advance(1_000);
    const canceled = await take(office, hold.appointment_id, 'cancel');
    assert.deepEqual([canceled.status, canceled.body.cancel_reason], [200, 'hold_lapsed']);
    const confirmed = await take(office, hold.appointment_id, 'confirm');
    assert.deepEqual([confirmed.status, confirmed.body.status_now], [409, 'canceled']);
    assert.deepEqual(confirmed.body.allowed, []);
    assert.equal((await office.events()).length, 1);
  });

  it('that need an assignee refuse an unassigned appointment', async () => {
    for (const step of ALL_STEPS.filter((one) => isAllowed(one, 'booked'))) {
      const { appointment_id } = await office.booked({ assigned_to: null });
      const { status, body } = await take(office, appointment_id, step);
      const isRefused = STEPS[step].needsAssignee;
      assert.deepEqual(
        [status, body.code],
        isRefused ? [409, 'appointment_unassigned'] : [200, undefined],
        step,
      );
    }
  });

  it('are taken once by ten simultaneous requests, with one event', async () => {
    for (const step of ['confirm', 'dispatch', 'cancel'] as const) {
      const { appointment_id } = await appointmentWithStatus(office, 'booked');
      const eventsBefore = (await office.events()).length;
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => take(office, appointment_id, step)),
      );
      assert(responses.every(({ status }) => status === 200));
      assert.equal(new Set(responses.map(({ body }) => JSON.stringify(body))).size, 1);
      assert.equal((await office.events()).length - eventsBefore, 1, step);
    }
  });

  it('free the time at once when the appointment is canceled, completed or a no-show', async () => {
    for (const status of ['canceled', 'completed', 'no_show'] as const) {
      const date = { from: '2027-03-02', to: '2027-03-02' };
      const { appointment_id } = await appointmentWithStatus(office, status, {
        assigned_to: office.rosa,
      });
      const { slots } = await office.availability({ user_id: office.rosa, ...date });
      assert(
        slots.some((slot: { starts_at: string }) => slot.starts_at === TUESDAY_9),
        status,
      );
      const next = await office.booked();
      await take(office, next.appointment_id, 'cancel');
      assert.equal((await office.read(appointment_id)).status, status);
    }
  });

  it('keep the time blocked while the appointment is under way', async () => {
    for (const status of ['confirmed', 'dispatched', 'en_route', 'in_progress'] as const) {
      const assigned_to = await office.newUser();
      await appointmentWithStatus(office, status, { assigned_to });
      assert.equal((await office.book({ assigned_to })).status, 409, status);
    }
  });

  it('keep the first reason for the cancellation', async () => {
    const { appointment_id } = await office.booked();
    const canceled = await take(office, appointment_id, 'cancel', {
      reason: ' Customer is on vacation ',
    });
    assert.equal(canceled.body.cancel_reason, 'Customer is on vacation');
    const again = await take(office, appointment_id, 'cancel', { reason: 'Another' });
    assert.deepEqual(again.body, canceled.body);
    assert.equal((await take(office, appointment_id, 'cancel', { why: 'x' })).status, 422);
  });

  it('show the new assignee when the appointment was reassigned while the step waited for the lock', async () => {
    const sam = await office.newUser({ name: 'Sam Ito' });
    const { appointment_id } = await office.booked();
    const reassign = {
      sql: 'update appointments set assigned_to = $1 where appointment_id = $2',
      values: [toUuid('user', sam), toUuid('appointment', appointment_id)],
    };
    const { body } = await overtaken(service, reassign, () =>
      take(office, appointment_id, 'confirm'),
    );
    assert.deepEqual([body.assigned_to, body.assignee.name], [sam, 'Sam Ito']);
  });
});
