import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApiAnswer } from './api-client.ts';
import { startTestService, type TestService } from './harness.ts';
import { Office } from './office.ts';

/** That exactly one booking of a slot wins, for so many at once: some in every test run, a thousand in the long one. */
export function describeBookingsOfOneSlot(atOnce: number): void {
  describe(`${atOnce} bookings of one slot at once`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService();
    });
    after(() => service.stop());

    it('end in one appointment, and in slot_taken for all others', async () => {
      const office = await Office.open(service);
      const answers = await Promise.all(Array.from({ length: atOnce }, () => office.book()));
      assert.deepEqual(tally(answers), ['201: 1', `409 slot_taken: ${atOnce - 1}`]);
      assert(answers.every(({ status, body }) => status === 201 || body.alternatives.length === 3));
      assert.equal((await office.events()).length, 1);
    });

    it('end in one appointment for each member of a team', async () => {
      const office = await Office.open(service);
      const { teamId, members } = await office.newTeam(3);
      const leads = await Promise.all(Array.from({ length: atOnce / 20 }, () => office.newLead()));
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, n) =>
          office.book({ team_id: teamId, lead_id: leads[n % leads.length] }),
        ),
      );
      assert.deepEqual(tally(answers), ['201: 3', `409 slot_taken: ${atOnce - 3}`]);
      const chosen = answers.filter(({ status }) => status === 201);
      assert.deepEqual(chosen.map(({ body }) => body.assigned_to).sort(), [...members].sort());
    });
  });
}

function tally(answers: ApiAnswer[]): string[] {
  const byAnswer = Object.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? ''}`);
  return Object.entries(byAnswer)
    .map(([answer, some = []]) => `${answer.trim()}: ${some.length}`)
    .sort();
}
