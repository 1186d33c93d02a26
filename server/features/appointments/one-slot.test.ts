import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApiAnswer } from '../../testing/api-client.ts';
import { startTestService, type TestService } from '../../testing/harness.ts';
import { Office } from '../../testing/office.ts';

const AT_ONCE = 1_000;

describe('a thousand bookings of one slot at once', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  const tally = (answers: ApiAnswer[]) =>
    Object.entries(Object.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? ''}`))
      .map(([answer, some]) => `${answer.trim()}: ${some!.length}`)
      .sort();

  it('end in one appointment, and in slot_taken for all others', async () => {
    const office = await Office.open(service);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => office.book()));
    assert.deepEqual(tally(answers), ['201: 1', '409 slot_taken: 999']);
    assert(answers.every(({ status, body }) => status === 201 || body.alternatives.length === 3));
    assert.equal((await office.events()).length, 1);
  });

  it('end in one appointment for each member of a team', async () => {
    const office = await Office.open(service);
    const { teamId, members } = await office.newTeam(3);
    const leads = await Promise.all(Array.from({ length: 50 }, () => office.newLead()));
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        office.book({ team_id: teamId, lead_id: leads[n % leads.length] }),
      ),
    );
    assert.deepEqual(tally(answers), ['201: 3', '409 slot_taken: 997']);
    const chosen = answers.filter(({ status }) => status === 201);
    assert.deepEqual(chosen.map(({ body }) => body.assigned_to).sort(), [...members].sort());
  });
});
