import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';

const PORTLAND = { latitude: 45.5152, longitude: -122.6784 };
const SALEM = { latitude: 44.9429, longitude: -123.0351 };

type Body = ApiResponse['body'];

describe('suggestSlots', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const ask = (fields: object = {}) =>
    office.api.post('/v1/dispatch/suggest-slots', {
      lead_id: office.lead.lead_id,
      from: '2027-03-02',
      to: '2027-03-04',
      ...fields,
    });
  const suggested = async (fields: object = {}) => {
    const { status, body } = await ask(fields);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const places = ({ suggestions }: Body) =>
    suggestions.map(({ user_id, starts_at }: Body) => [user_id, starts_at]);

  it('offers users and times, best first, and says why, without a booking', async () => {
    const sam = await office.newUser({ name: 'Sam', skills: ['water_heater_repair'] });
    const body = await suggested({ limit: 2 });
    const { suggestions } = body;
    assert.deepEqual(places(body), [
      [sam, tuesday(-1)],
      [sam, tuesday(0)],
    ]);
    assert.deepEqual(
      suggestions[0].reasons.map(({ code }: Body) => code),
      ['free', 'skill_matches', 'load'],
    );
    assert.deepEqual(await office.events(), []);
  });

  it('offers only what can be booked: each suggestion is open, and not twice', async () => {
    await office.schedule({ buffer_minutes: 30, minimum_notice_minutes: 60 * 24 });
    const sam = await office.newUser();
    await office.takeOff(sam, tuesday(0), tuesday(3));
    await office.booked({ starts_at: tuesday(2), duration_minutes: 90 });
    const body = await suggested({ duration_minutes: 120, limit: 10 });
    assert.equal(body.suggestions.length, 10);
    for (const { user_id, starts_at, ends_at } of body.suggestions) {
      const day = String(starts_at).slice(0, 10);
      const query = { user_id, from: day, to: day, duration_minutes: 120 };
      const { slots } = await office.availability(query);
      assert(slots.some((slot: Body) => slot.starts_at === starts_at && slot.ends_at === ends_at));
    }
    const [{ user_id: assigned_to, starts_at }] = body.suggestions;
    const booking = { assigned_to, starts_at, duration_minutes: 120, strict: true };
    assert.equal((await office.book(booking)).status, 201);
    const after = await suggested({ duration_minutes: 120, limit: 10 });
    assert(
      !places(after).some((place: string[]) => place.join() === [assigned_to, starts_at].join()),
    );
  });

  it('prefers a short way and an empty day', async () => {
    const near = await office.newUser({ name: 'Near' });
    await office.booked({ assigned_to: near, location: PORTLAND });
    await office.booked({ location: SALEM });
    const location = { ...PORTLAND, address: '1418 Alder St' };
    const [best] = (await suggested({ location, to: '2027-03-02' })).suggestions;
    assert.equal(best.user_id, near);
    const idle = await office.newUser({ name: 'Idle' });
    const [emptier] = (await suggested({ location, to: '2027-03-02' })).suggestions;
    assert.equal(emptier.user_id, idle);
  });

  it('never offers users who take no visits or are not in the team, nor times that are over', async () => {
    const owner = await office.newUser({ role: 'owner' });
    const sam = await office.newUser();
    const { teamId } = await office.newTeam([owner, sam]);
    const usersOf = (body: Body) => new Set(body.suggestions.map(({ user_id }: Body) => user_id));
    assert.deepEqual([...usersOf(await suggested())].sort(), [office.rosa, sam].sort());
    assert.deepEqual([...usersOf(await suggested({ team_id: teamId }))], [sam]);
    service.clock.set('2027-03-04T22:31:00Z');
    const left = await suggested({ limit: 1 });
    assert.equal(left.suggestions[0].starts_at, '2027-03-04T15:00:00-08:00');
  });

  it('takes a lifecycle number, and refuses both, neither, unknown ones and long ranges', async () => {
    const { lead_id, lifecycle_number } = office.lead;
    const byNumber = await suggested({ lead_id: undefined, lifecycle_number, limit: 1 });
    assert.equal(byNumber.suggestions.length, 1);
    const refused: [object, unknown[]][] = [
      [{ lead_id, lifecycle_number }, [422, '/lead_id']],
      [{ lead_id: undefined }, [422, '/lead_id']],
      [{ to: '2027-03-01' }, [422, '/to']],
      [{ to: '2027-03-16' }, [422, '/to']],
      [{ limit: 11 }, [422, '/limit']],
      [{ service: 'AC repair' }, [422, '/service']],
      [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q' }, [404, '/lead_id']],
      [{ team_id: 'team_01h455vb4pex5vsknk084sn02q' }, [404, '/team_id']],
    ];
    for (const [fields, expected] of refused) {
      const { status, body } = await ask(fields);
      assert.deepEqual([status, body.errors?.[0]?.pointer], expected, JSON.stringify(fields));
    }
  });

  it('suggests whom the service, its crew and the area allow, and each can be booked with strict', async () => {
    const install = { code: 'install', name: 'Install', duration_minutes: 120, skills: ['gas'] };
    await created(office.api.post('/v1/services', { ...install, crew_size: 2 }));
    const skilled = [];
    for (let n = 0; n < 3; n += 1) skilled.push(await office.newUser({ skills: ['gas'] }));
    const user_ids = [...skilled.slice(0, 2), office.rosa];
    await created(
      office.api.post('/v1/areas', { name: 'West', postal_codes: ['97205'], user_ids }),
    );
    const lead_id = await office.newLead({ service_needed: 'install' });
    const { suggestions } = await suggested({ lead_id, postal_code: '97205' });
    assert.equal(suggestions.length, 10);
    for (const { user_id, crew } of suggestions) {
      assert.deepEqual([user_id, ...crew].sort(), skilled.slice(0, 2).sort());
    }
    const [{ user_id: assigned_to, crew, starts_at }] = suggestions;
    const booked = await office.book({ lead_id, starts_at, assigned_to, crew, strict: true });
    assert.equal(booked.status, 201, JSON.stringify(booked.body));
    assert.deepEqual((await suggested({ lead_id, postal_code: '10115' })).suggestions, []);
  });
});
