import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

interface SeenEvent {
  seq: number;
  data: Record<string, unknown>;
}

describe('the event log', () => {
  const service = sharedService();

  it('shows a reader every event once and in order while 64 clients write', async () => {
    const own = await service.newOrganization();
    const writersDone = Promise.all(
      Array.from({ length: 64 }, async (_, writer) => {
        for (let n = 0; n < 5; n += 1) {
          const { status } = await own.api.post('/v1/leads', freshLead({ name: `${writer}-${n}` }));
          assert.equal(status, 201);
        }
      }),
    );
    let writing = true;
    writersDone.finally(() => {
      writing = false;
    });

    const seen: SeenEvent[] = [];
    const read = async () => {
      const { body } = await own.api.get(`/v1/events?limit=7&after=${seen.at(-1)?.seq ?? 0}`);
      seen.push(...body.data);
      return body.data.length > 0;
    };
    while (writing) await read();
    await writersDone;
    while (await read());

    assert.deepEqual(
      seen.map((event) => event.seq),
      Array.from({ length: 2 + 64 * 5 * 2 }, (_, index) => index + 1),
    );
    assert.equal(new Set(seen.slice(2).map((event) => event.data.name)).size, 64 * 5);
  });
});
