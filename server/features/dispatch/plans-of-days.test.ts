import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';

type Body = ApiResponse['body'];

describe('a plan for a whole day, or for an emergency', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const plan = (fields: object) =>
    office.api.post('/v1/dispatch/replans', { date: '2027-03-02', ...fields });
  const planned = async (fields: object) => {
    const { status, body } = await plan(fields);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const apply = ({ replan_id }: Body) => office.api.post(`/v1/dispatch/replans/${replan_id}/apply`);
  const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.errors?.[0]?.pointer];
  const placesOf = ({ moves }: Body) =>
    moves.map(({ to }: Body) => [to.user_id, to.starts_at]).sort();

  it('needs a user, an appointment or bad weather, and says which', async () => {
    const { appointment_id } = await office.booked();
    const refused = (pointer: string) => [422, 'validation_failed', pointer];
    assert.deepEqual(refusal(await plan({ reason: 'sick' })), refused('/user_id'));
    assert.deepEqual(refusal(await plan({ reason: 'emergency' })), refused('/appointment_id'));
    for (const reason of ['sick', 'weather']) {
      const both = { reason, user_id: office.rosa, appointment_id };
      assert.deepEqual(refusal(await plan(both)), refused('/appointment_id'));
    }
    const unknown = {
      reason: 'emergency',
      appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q',
    };
    assert.deepEqual(refusal(await plan(unknown)).slice(0, 2), [404, 'not_found']);
    await office.api.post(`/v1/appointments/${appointment_id}/dispatch`);
    const underWay = await plan({ reason: 'emergency', appointment_id });
    assert.deepEqual(refusal(underWay).slice(0, 2), [409, 'appointment_under_way']);
    await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    const over = await plan({ reason: 'emergency', appointment_id });
    assert.deepEqual(refusal(over).slice(0, 2), [409, 'appointment_over']);
  });

  it('moves all visits of a day with bad weather to later days, also those in the tray', async () => {
    const sam = await office.newUser();
    const visits = [
      await office.booked(),
      await office.booked({ assigned_to: sam }),
      await office.booked({ assigned_to: null }),
    ];
    const started = await office.booked({ starts_at: tuesday(4) });
    await office.api.post(`/v1/appointments/${started.appointment_id}/dispatch`);
    const tomorrow = await office.booked({ starts_at: tuesday(24) });
    const made = await planned({ reason: 'weather' });
    assert.deepEqual([made.user_id, made.appointment_id, made.moves.length], [null, null, 3]);
    assert.deepEqual(
      made.unplaced.map(({ appointment_id, to_tray }: Body) => [appointment_id, to_tray]),
      [[started.appointment_id, false]],
    );
    const days = made.moves.map(({ to }: Body) => to.starts_at.slice(0, 10));
    assert.deepEqual(days, Array(3).fill('2027-03-03'));
    const { status, body } = await apply(made);
    assert.equal(status, 200, JSON.stringify(body));
    const now = await Promise.all(visits.map(({ appointment_id }) => office.read(appointment_id)));
    assert.deepEqual(
      now.map(({ assigned_to, starts_at }: Body) => [assigned_to, starts_at]).sort(),
      placesOf(made),
    );
    assert.deepEqual(await office.read(tomorrow.appointment_id), tomorrow);
  });

  it('keeps the limits of visits per day, and refuses a plan if a visit was added', async () => {
    const rule = { date: '2027-03-03', max_visits: 1 };
    assert.equal((await office.api.post('/v1/capacity-rules', rule)).status, 201);
    await office.booked();
    await office.booked({ starts_at: tuesday(2) });
    const made = await planned({ reason: 'weather' });
    const days = made.moves.map(({ to }: Body) => to.starts_at.slice(0, 10)).sort();
    assert.deepEqual(days, ['2027-03-03', '2027-03-04']);
    await office.booked({ starts_at: tuesday(5) });
    assert.deepEqual(refusal(await apply(made)), [409, 'board_changed', '']);
    const again = await planned({ reason: 'weather' });
    assert.equal((await apply(again)).status, 200);
  });

  it('makes room for an emergency with the fewest others moved, and keeps the customer’s time', async () => {
    const sam = await office.newUser();
    const booked = await office.booked({ duration_minutes: 120 });
    await office.booked({ assigned_to: sam, starts_at: tuesday(-1), duration_minutes: 60 });
    await office.booked({ assigned_to: sam, starts_at: tuesday(3), duration_minutes: 60 });
    const urgent = await office.booked({
      assigned_to: null,
      starts_at: tuesday(-1),
      duration_minutes: 8 * 60,
    });
    const { appointment_id } = urgent;
    const made = await planned({ reason: 'emergency', appointment_id });
    assert.deepEqual([made.appointment_id, made.unplaced], [appointment_id, []]);
    assert.deepEqual(
      made.moves.map(({ appointment_id: id, from, to }: Body) => [id, from.user_id, to.user_id]),
      [
        [appointment_id, null, office.rosa],
        [booked.appointment_id, office.rosa, sam],
      ],
    );
    assert.equal(made.moves[1].to.starts_at, booked.starts_at);
    const { status, body } = await apply(made);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await office.read(booked.appointment_id)).assigned_to, sam);
    const named = await planned({ reason: 'emergency', appointment_id, user_id: office.rosa });
    assert.deepEqual(named.moves, [], 'it is there already');
  });

  it('brings an emergency from another day as early as it can, and leaves it if there is no room', async () => {
    const other = await office.booked({ starts_at: tuesday(48) });
    const { appointment_id } = other;
    const [move] = (await planned({ reason: 'emergency', appointment_id })).moves;
    assert.deepEqual([move.to.user_id, move.to.starts_at], [office.rosa, tuesday(-1)]);
    await office.takeOff(office.rosa, tuesday(-9), tuesday(15));
    const none = await planned({ reason: 'emergency', appointment_id });
    const [{ to_tray }] = none.unplaced;
    assert.deepEqual([none.moves, to_tray], [[], false]);
    assert.equal((await apply(none)).status, 200);
    assert.deepEqual(await office.read(appointment_id), other);
  });
});
