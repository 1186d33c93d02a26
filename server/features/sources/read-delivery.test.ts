import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_PAYLOAD_BYTES } from './parse-payload.ts';
import { type ReadSource, readDeliveries } from './read-delivery.ts';
import { NO_VERIFICATION } from './source.ts';

const SOURCE: ReadSource = {
  organization_id: '00000000-0000-4000-8000-000000000000',
  kind: 'json',
  source: 'partner',
  default_service: 'ac_repair',
  mapping: {},
  verification: NO_VERIFICATION,
  country: 'US',
};

describe('a request with more leads than are read', () => {
  it('keeps all of the others, as many together as a receipt keeps', async () => {
    const payload = Array.from({ length: 3_000 }, (_, id) => ({ id, notes: 'é'.repeat(250) }));
    const bytes = Buffer.from(JSON.stringify(payload));
    const sent = { contentType: 'application/json', bytes, length: bytes.length };
    const read = await readDeliveries(SOURCE, { ...sent, body: { payload } });
    const rest = read.filter(({ reason }) => reason?.reason === 'too_many');
    assert.deepEqual([read.length - rest.length, rest.length > 3], [1_000, true]);
    for (const { part, outcome } of rest) {
      assert.equal(outcome, 'quarantined');
      assert(Buffer.byteLength(JSON.stringify(part)) <= MAX_PAYLOAD_BYTES);
    }
    const kept = [...read.slice(0, 1_000), ...rest].flatMap(({ part }) => part);
    assert.deepEqual(kept, payload);
  });
});
