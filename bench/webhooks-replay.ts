import { type Print, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import {
  appendEvents,
  createEndpoint,
  post,
  residentMegabytes,
  startReceiver,
  startWebhookTestBed,
  until,
} from './lib/webhooks.ts';

const EVENTS = 100_000;

/** A replay of a long log: the memory of the server after the first tenth, and at the end. */
export async function webhooksReplay(print: Print): Promise<Row[]> {
  await using testBed = await startWebhookTestBed();
  using receiver = await startReceiver();
  const [token] = await testBed.createOrganizations(1);
  await appendEvents(testBed, 'Company 0', EVENTS);
  const fields = { url: `${receiver.url}/replayed`, event_types: ['lead.updated'] };
  const path = await createEndpoint(testBed, token!, fields);
  print(`${EVENTS} events in the log`);
  const startedAt = performance.now();
  const replay = await post(testBed, token!, `${path}/replays`, { from_seq: 1 });
  const samples: { count: number; megabytes: number }[] = [];
  await until(
    async () => {
      const count = await receiver.count();
      samples.push({ count, megabytes: residentMegabytes(testBed.serverPid) });
      return count >= EVENTS;
    },
    { withinMs: 900_000, everyMs: 500 },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const replayed = `${path}/replays/${replay.replay_id}`;
  await until(
    async () => (await callerOf(testBed, token!)('GET', replayed)).body.delivered === EVENTS,
    { withinMs: 30_000, everyMs: 500 },
  );
  const mean = (from: number, to: number) => {
    const some = samples.filter(({ count }) => count >= from * EVENTS && count <= to * EVENTS);
    return some.reduce((sum, { megabytes }) => sum + megabytes, 0) / some.length;
  };
  const [early, late] = [mean(0.1, 0.2), mean(0.9, 1)];
  print(`${perSecond(EVENTS / seconds)}`);
  return [
    {
      name: `webhooks: memory during a replay of ${EVENTS} events`,
      measured: `${Math.round(late)} MB at the end`,
      against: `${Math.round(early)} MB after the first tenth`,
      ratio: late / early,
      target: '≤ 1.15',
      passed: late / early <= 1.15,
      details: {
        per_second: EVENTS / seconds,
        highest_mb: Math.max(...samples.map(({ megabytes }) => megabytes)),
        mb_by_tenth: Array.from({ length: 10 }, (_, tenth) =>
          Math.round(mean(tenth / 10, (tenth + 1) / 10)),
        ),
      },
    },
  ];
}
