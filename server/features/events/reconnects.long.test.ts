import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { EventListener, seqsFrom } from '../../testing/event-listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

describe('streamEvents', () => {
  const service = sharedService({ hasWorker: true });

  it('misses nothing and repeats nothing across reconnects while 32 clients write, in two processes', async () => {
    const own = await service.newOrganization();
    const other = await startAnotherApp(service);
    const steady = await EventListener.open(service.url, own.token);
    const there = await EventListener.open(other.url, own.token);
    let writing = true;
    const written = Promise.all(
      Array.from({ length: 32 }, async (_, writer) => {
        const api = writer % 2 === 0 ? own.api : other.as(own.token);
        for (let n = 0; n < 10; n += 1) await api.post('/v1/leads', freshLead());
      }),
    ).finally(() => {
      writing = false;
    });

    const seen: number[] = [];
    let breaks = 0;
    const last = 2 + 32 * 10 * 2;
    while (seen.length < last - 2) {
      const url = breaks % 2 === 0 ? service.url : other.url;
      const lastEventId = String(seen.at(-1) ?? 2);
      const restless = await EventListener.open(url, own.token, { lastEventId });
      await eventually(async () => restless.events.length > 20 || !writing, 120_000);
      if (!writing) await restless.until(last - Number(lastEventId), 120_000);
      restless.close();
      seen.push(...restless.seqs);
      breaks += 1;
    }
    await written;
    assert.deepEqual(seen, seqsFrom(3, last));
    await Promise.all([steady.until(last - 2), there.until(last - 2)]);
    assert.deepEqual(steady.seqs, seqsFrom(3, last));
    assert.deepEqual(there.seqs, seqsFrom(3, last));
    assert(breaks > 2, `only ${breaks} breaks`);
    steady.close();
    there.close();
    await other.stop();
  });
});
