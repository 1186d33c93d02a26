import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timesIn } from '../../testing/booking-visitor.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { newLinkFor } from '../../testing/link-visitor.ts';
import { freshOffice, overtaken, tuesday } from '../../testing/office.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

describe('a visit that its customer moves', () => {
  const service = sharedService();
  const office = freshOffice(service);
  const sent = (hour: number) => ({ starts_at: new Date(tuesday(hour)).toISOString() });

  it('goes to times at which its whole crew is free', async () => {
    const sam = await office.newUser({ name: 'Sam' });
    const visit = await office.booked({ crew: [sam] });
    const lead_id = await office.newLead();
    await office.booked({ assigned_to: sam, starts_at: tuesday(2), lead_id });
    const visitor = await newLinkFor(office.api, 'visit', visit.appointment_id);
    const times = timesIn((await visitor.open('/move', { day: '2027-03-02' })).text);
    assert(times.includes(sent(4).starts_at), String(times));
    assert(!times.includes(sent(2).starts_at));
    const lost = await visitor.post('move', sent(2));
    assert.match(lost.location ?? '', /lost=/);
    assert.equal(timesIn((await visitor.follow(lost.location)).text).length, 3);
    const moved = await visitor.post('move', sent(4));
    assert.match(moved.location ?? '', /done=moved/);
    const { starts_at, crew } = await office.read(visit.appointment_id);
    assert.deepEqual([starts_at, crew], [tuesday(4), [sam]]);
  });

  it('stays, and offers other times, if someone else took the last place of the day', async () => {
    const visit = await office.booked();
    const rule = { date: '2027-03-03', max_visits: 2 };
    const { capacity_rule_id } = await created(office.api.post('/v1/capacity-rules', rule));
    await office.booked({ starts_at: tuesday(24), lead_id: await office.newLead() });
    const visitor = await newLinkFor(office.api, 'visit', visit.appointment_id);
    const lost = await overtaken(
      service,
      {
        sql: 'update capacity_counts set visits = max_visits where capacity_rule_id = $1',
        values: [uuidFrom('capacity_rule', capacity_rule_id)],
      },
      () => visitor.post('move', sent(26)),
    );
    assert.equal(lost.status, 303);
    assert.match(lost.location ?? '', /lost=/);
    assert.equal((await office.read(visit.appointment_id)).starts_at, tuesday(0));
  });
});
