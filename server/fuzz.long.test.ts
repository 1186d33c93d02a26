import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { apiDocument } from './api-document.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { ApiDocument } from './testing/fuzz/document.ts';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { fuzzTarget } from './testing/fuzz/target.ts';
import { cleanUp } from './testing/server-process.ts';
import { startWatchedServer, stopWatching } from './testing/watched-server.ts';

/** Repeat a run with the seed that it printed; another seed makes other requests. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
/** One turn of the loop can serve all requests of a batch: a stall is what is far longer. */
const MAX_STALL_MS = 250;
/** Between the requests of others, which are thousands in a run. With more, they would be most of its work. */
const PAUSE_MS = 50;

describe('20,000 requests made from openapi.json: valid, almost valid and hostile', () => {
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
    const server = await startWatchedServer(service, birch, {}, PAUSE_MS);
    await server.figures();
    const report = await fuzz({ ...target, url: server.url }, SEED, REQUESTS);
    const repeat = `Repeat it with FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`;
    const printed = server.output.slice(-3_000);
    assert.equal(report.failures.length, 0, `${repeat}\n${report.failures.join('\n')}\n${printed}`);

    const { worst_ms, failures, requests } = await server.figures();
    assert(worst_ms < MAX_STALL_MS, `the event loop was busy for ${worst_ms} ms. ${repeat}`);
    assert.equal(failures, 0, `${failures} of ${requests} requests of others failed. ${repeat}`);
    test.diagnostic(`${JSON.stringify(report.statuses)}, longest turn ${worst_ms.toFixed(0)} ms`);
    const refused = document.operations.filter(({ id }) => !report.successes.has(id));
    // Requests that are all refused would test only the refusal. A short run does not get everywhere.
    const limit = REQUESTS < 20_000 ? document.operations.length : 0.1 * document.operations.length;
    assert(refused.length < limit, `never accepted: ${refused.map(({ id }) => id)}. ${repeat}`);

    assert.equal(server.output.match(/"level":[56]0.*/)?.[0], undefined, repeat);
    assert.equal((await server.api(alder.token).get('/readyz')).status, 200);
    const lead = { name: 'After the storm', phone: '+14155550188', service_needed: 'ac_repair' };
    const { status } = await server.api(birch.token).post('/v1/leads', lead);
    assert.equal(status, 201);
  });
});
