import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { apiDocument } from './api-document.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { ApiDocument } from './testing/fuzz/document.ts';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { describe as described, type FuzzRequest } from './testing/fuzz/request.ts';
import { send } from './testing/fuzz/send.ts';
import { fuzzTarget } from './testing/fuzz/target.ts';
import { SEED } from './testing/seed.ts';
import { cleanUp } from './testing/server-process.ts';
import { sized } from './testing/sized.ts';
import { type ProbedServer, startWatchedServer, stopWatching } from './testing/watched-server.ts';

/** Another seed makes other requests: `npm run test:long -- server/fuzz.long.test.ts --seed=7`. */
const REQUESTS = sized({ long: 2_000, nightly: 20_000 });
/** Requests that are all refused would test only the refusal. Many operations need the result of others first. */
const ACCEPTED = REQUESTS < 20_000 ? 0.5 : 0.9;
const MAX_STALL_MS = 250;
const ATTEMPTS = 3;

describe(`${REQUESTS} requests made from openapi.json: valid, almost valid and hostile`, () => {
  const service = sharedService();
  const alder = shared(() => service.newOrganization());
  const birch = shared(() => service.newOrganization());
  after(async () => {
    stopWatching();
    await cleanUp();
  });

  it('all get a response that the document describes, and none stops or breaks the server', async (test) => {
    const document = new ApiDocument(apiDocument());
    const target = await fuzzTarget(service, alder, birch, document);
    const server = await startWatchedServer(service, birch);
    const stalls: string[] = [];
    const afterBatch = async (requests: readonly FuzzRequest[]) => {
      if ((await server.worstTurnMs()) >= MAX_STALL_MS) {
        stalls.push(...(await stallsOf(server, requests)));
      }
    };
    const report = await fuzz({ ...target, url: server.url, afterBatch }, SEED, REQUESTS);
    const printed = server.output.slice(-3_000);
    assert.equal(report.failures.length, 0, `${report.failures.join('\n')}\n${printed}`);

    assert.deepEqual(stalls, []);
    const { requests, failures } = await server.outside();
    assert.equal(failures, 0, `${failures} of ${requests} requests of others failed`);
    const refused = document.operations.filter(({ id }) => !report.successes.has(id));
    test.diagnostic(
      `${JSON.stringify(report.statuses)}, ${refused.length} of ${document.operations.length} operations never accepted`,
    );
    const limit = (1 - ACCEPTED) * document.operations.length;
    assert(refused.length < limit, `never accepted: ${refused.map(({ id }) => id)}`);

    // On a machine that does much else, a connection can take so long that the service gives up waiting for it.
    const logged = server.output.match(/^.*"level":[56]0.*$/gm) ?? [];
    assert.deepEqual(
      logged.filter((line) => !line.includes('"code":"database_unavailable"')),
      [],
    );
    assert.equal((await server.api(alder.token).get('/readyz')).status, 200);
    const lead = { name: 'After the storm', phone: '+14155550188', service_needed: 'ac_repair' };
    const { status } = await server.api(birch.token).post('/v1/leads', lead);
    assert.equal(status, 201);
  });
});

/**
 * One turn of the loop can serve all requests of a batch, and a busy machine makes every turn longer. So each request of the
 * batch is sent again, alone: what it takes itself is in all of its attempts.
 */
async function stallsOf(server: ProbedServer, requests: readonly FuzzRequest[]): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests) {
    let leastMs = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && leastMs >= MAX_STALL_MS; attempt += 1) {
      await server.worstTurnMs();
      await send(server.url, request).catch(() => null);
      leastMs = Math.min(leastMs, await server.worstTurnMs());
    }
    if (leastMs >= MAX_STALL_MS) found.push(`${leastMs.toFixed(0)} ms: ${described(request)}`);
  }
  return found;
}
