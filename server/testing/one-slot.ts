import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from './api-client.ts';
import { sharedService } from './fixtures.ts';
import { Office } from './office.ts';

/** Checks that exactly one of many simultaneous bookings of a slot succeeds: a few in every test run, a thousand in the long one. */
export function describeBookingsOfOneSlot(atOnce: number): void {
  describe(`${atOnce} bookings of one slot at once`, () => {
    const service = sharedService();

    it('result in one appointment, and in slot_taken for all others', async () => {
      const office = await Office.open(service);
      const responses = await Promise.all(Array.from({ length: atOnce }, () => office.book()));
      assert.deepEqual(tally(responses), ['201: 1', `409 slot_taken: ${atOnce - 1}`]);
      assert(
        responses.every(({ status, body }) => status === 201 || body.alternatives.length === 3),
      );
      assert.equal((await office.events()).length, 1);
    });

    it('result in one appointment per member of a team', async () => {
      const office = await Office.open(service);
      const { teamId, members } = await office.newTeam(3);
      const leads = await Promise.all(
        Array.from({ length: Math.max(3, atOnce / 20) }, () => office.newLead()),
      );
      const responses = await Promise.all(
        Array.from({ length: atOnce }, (_, n) =>
          office.book({ team_id: teamId, lead_id: leads[n % leads.length] }),
        ),
      );
      assert.deepEqual(tally(responses), ['201: 3', `409 slot_taken: ${atOnce - 3}`]);
      const chosen = responses.filter(({ status }) => status === 201);
      assert.deepEqual(chosen.map(({ body }) => body.assigned_to).sort(), [...members].sort());
    });
  });
}

function tally(responses: ApiResponse[]): string[] {
  const byAnswer = Object.groupBy(responses, ({ status, body }) => `${status} ${body.code ?? ''}`);
  return Object.entries(byAnswer)
    .map(([response, some = []]) => `${response.trim()}: ${some.length}`)
    .sort();
}
