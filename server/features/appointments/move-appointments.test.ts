import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';
import { newToken } from '../../testing/tokens.ts';

type Visit = ApiResponse['body'];

describe('moveAppointments', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const move = (...moves: object[]) => office.api.post('/v1/appointments/moves', { moves });
  const shown = ({ status, body }: ApiResponse) => [
    status,
    body.code,
    body.errors?.[0]?.pointer,
    body.errors?.[0]?.code,
  ];
  const place = ({ assigned_to, starts_at }: Visit) => [assigned_to, starts_at];
  const to = (visit: Visit, other: Visit) => ({
    appointment_id: visit.appointment_id,
    assigned_to: other.assigned_to,
    starts_at: other.starts_at,
  });

  it('swaps two visits of one user, and rotates three of several, with the events of each', async () => {
    const sam = await office.newUser();
    const [first, second] = [await office.booked(), await office.booked({ starts_at: tuesday(1) })];
    const third = await office.booked({ assigned_to: sam });
    const { status, body } = await move(to(first, second), to(second, third), to(third, first));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.appointments.map(place), [place(second), place(third), place(first)]);
    assert.deepEqual(
      (await office.events()).slice(3).map(({ type }) => type),
      [
        'appointment.rescheduled',
        ...['appointment.rescheduled', 'appointment.assigned'],
        'appointment.assigned',
      ],
    );
    for (const visit of body.appointments) {
      assert.deepEqual(await office.read(visit.appointment_id), visit);
    }
    const [ofRosa, ofSam] = body.appointments;
    const back = await move(to(ofRosa, ofSam), to(ofSam, ofRosa));
    assert.equal(back.status, 200, 'two visits of different users');
  });

  it('moves a visit to the tray and into the time of another that leaves, and changes its length', async () => {
    const [first, second] = [await office.booked(), await office.booked({ starts_at: tuesday(1) })];
    const { appointment_id } = first;
    const { status, body } = await move(
      { appointment_id, starts_at: tuesday(1), duration_minutes: 120 },
      { appointment_id: second.appointment_id, assigned_to: null },
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.appointments[0].duration_minutes, body.appointments[1].assigned_to],
      [120, null],
    );
  });

  it('moves all or nothing, and points to the move whose place is taken, with alternatives', async () => {
    const sam = await office.newUser();
    const [first, second] = [await office.booked(), await office.booked({ starts_at: tuesday(1) })];
    await office.booked({ assigned_to: sam, starts_at: tuesday(1) });
    const before = (await office.events()).length;
    const refused = await move(
      { appointment_id: first.appointment_id, starts_at: tuesday(4) },
      { appointment_id: second.appointment_id, assigned_to: sam },
    );
    assert.deepEqual(shown(refused), [409, 'slot_taken', '/moves/1', 'slot_taken']);
    assert.equal(refused.body.alternatives.length, 3);
    assert.deepEqual(await office.read(first.appointment_id), first);
    assert.equal((await office.events()).length, before);
    const together = await move(
      { appointment_id: first.appointment_id, starts_at: tuesday(5) },
      { appointment_id: second.appointment_id, starts_at: tuesday(5.5) },
    );
    assert.deepEqual(shown(together).slice(0, 3), [409, 'slot_taken', '/moves/1']);
  });

  it('refuses what is unknown, over, repeated, unassignable or too many, each at its move', async () => {
    const [first, second] = [await office.booked(), await office.booked({ starts_at: tuesday(1) })];
    const { appointment_id } = first;
    const moved = { appointment_id, starts_at: tuesday(3) };
    const also = (fields: object) =>
      move(moved, { appointment_id: second.appointment_id, ...fields });
    const unknown = 'appointment_01h455vb4pex5vsknk084sn02q';
    const cases: [Promise<ApiResponse>, unknown[]][] = [
      [
        move(moved, { ...moved, appointment_id: unknown }),
        [404, 'not_found', '/moves/1/appointment_id', 'unknown_id'],
      ],
      [
        move(moved, { ...moved, appointment_id: office.rosa }),
        [404, 'not_found', '/moves/1/appointment_id', 'unknown_id'],
      ],
      [move(moved, moved), [422, 'validation_failed', '/moves/1/appointment_id', 'repeated']],
      [
        also({ assigned_to: 'x' }),
        [422, 'validation_failed', '/moves/1/assigned_to', 'unknown_user'],
      ],
      [
        also({ starts_at: '0001-01-01T00:00:00Z' }),
        [422, 'validation_failed', '/moves/1/starts_at', 'out_of_range'],
      ],
      [
        also({ duration_minutes: 1 }),
        [422, 'validation_failed', '/moves/1/duration_minutes', 'out_of_range'],
      ],
      [move(), [422, 'validation_failed', '/moves', 'too_short']],
      [move(...Array(51).fill(moved)), [422, 'validation_failed', '/moves', 'too_long']],
    ];
    for (const [response, expected] of cases) assert.deepEqual(shown(await response), expected);
    await office.api.post(`/v1/appointments/${second.appointment_id}/dispatch`);
    assert.deepEqual(shown(await also({ assigned_to: null })), [
      ...[409, 'appointment_under_way', '/moves/1', 'appointment_under_way'],
    ]);
    await office.api.post(`/v1/appointments/${second.appointment_id}/complete`);
    assert.deepEqual(shown(await also({ starts_at: tuesday(6) })).slice(0, 3), [
      ...[409, 'appointment_over', '/moves/1'],
    ]);
    assert.deepEqual(await office.read(appointment_id), first, 'nothing has moved');
  });

  it('leaves no overlap and loses no visit when twenty swaps run at the same time', async () => {
    const users = [office.rosa, ...(await Promise.all([1, 2].map(() => office.newUser())))];
    const visits: Visit[] = [];
    for (const assigned_to of users) {
      for (const hour of [0, 1, 2]) {
        visits.push(await office.booked({ assigned_to, starts_at: tuesday(hour) }));
      }
    }
    const swap = (a: Visit, b: Visit) => move(to(a, b), to(b, a));
    const stay = (a: Visit, b: Visit) => move(to(a, a), to(b, b));
    // Pairs have two places, so each of these finds both of them free.
    const pairs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const [a, b] = [visits[n % 4], visits[8 - (n % 4)]];
        return n % 3 === 0 ? stay(a, b) : swap(b, a);
      }),
    );
    assert.deepEqual([...new Set(pairs.map(({ status }) => status))], [200]);
    const crossed = await Promise.all(
      Array.from({ length: 12 }, (_, n) => swap(visits[n % 9], visits[(n * 4 + 1 + (n % 3)) % 9])),
    );
    for (const { status, body } of crossed) {
      assert(status === 200 || ['slot_taken', 'validation_failed'].includes(body.code));
    }
    const after = await Promise.all(visits.map((visit) => office.read(visit.appointment_id)));
    const places = new Set(after.map((visit) => place(visit).join()));
    assert.equal(places.size, visits.length, 'each place has one visit');
  });

  describe('if_updated_at', () => {
    it('lets one of two dispatchers move a visit, and shows the other what it is now', async () => {
      const visit = await office.booked();
      const seen = { if_updated_at: visit.updated_at };
      const path = `/v1/appointments/${visit.appointment_id}`;
      const responses = await Promise.all([
        office.api.patch(path, { ...seen, starts_at: tuesday(2) }),
        move({ ...seen, appointment_id: visit.appointment_id, starts_at: tuesday(3) }),
      ]);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
      const refused = responses.find(({ status }) => status === 409)!.body;
      assert.equal(refused.code, 'changed_meanwhile');
      assert.deepEqual(refused.appointment, await office.read(visit.appointment_id));
      const again = { starts_at: tuesday(5), if_updated_at: refused.appointment.updated_at };
      assert.equal((await office.api.patch(path, again)).status, 200);
    });

    it('stops all moves, and points to the visit that someone else changed', async () => {
      const [first, second] = [
        await office.booked(),
        await office.booked({ starts_at: tuesday(1) }),
      ];
      await office.api.patch(`/v1/appointments/${second.appointment_id}`, { notes: 'Ring twice' });
      const seen = ({ appointment_id, updated_at }: Visit) => {
        return { appointment_id, if_updated_at: updated_at, starts_at: tuesday(6) };
      };
      const refused = await move(seen(first), { ...seen(second), starts_at: tuesday(7) });
      assert.deepEqual(shown(refused).slice(0, 3), [409, 'changed_meanwhile', '/moves/1']);
      assert.equal(refused.body.appointment.notes, 'Ring twice');
      assert.deepEqual(await office.read(first.appointment_id), first);
    });

    it('holds for steps that change something, and shows nothing that the token may not see', async () => {
      const visit = await office.booked();
      const path = `/v1/appointments/${visit.appointment_id}`;
      const seen = { if_updated_at: visit.updated_at };
      await office.api.patch(path, { notes: 'Ring twice' });
      const { token } = await newToken(office.api, { scopes: ['appointments:write'] });
      const blind = service.as(token);
      for (const step of [
        'confirm',
        'dispatch',
        'en-route',
        'start',
        'complete',
        'no-show',
        'cancel',
      ]) {
        const { status, body } = await blind.post(`${path}/${step}`, seen);
        assert.deepEqual([status, body.code], [409, 'changed_meanwhile'], step);
        assert.deepEqual([body.appointment.notes, body.appointment.contact], ['Ring twice', null]);
      }
      assert.equal((await office.api.post(`${path}/confirm`)).status, 200);
      const repeated = await office.api.post(`${path}/confirm`, seen);
      assert.equal(repeated.status, 200, 'it overwrites nothing');
      assert.equal((await office.api.patch(path, { if_updated_at: 'x' })).status, 422);
    });
  });
});
