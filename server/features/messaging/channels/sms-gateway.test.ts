import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeadlinePassed } from '../../../platform/outbound/classify.ts';
import type { HttpOutcome, HttpReply } from '../../../platform/outbound/http-client.ts';
import { AddressNotPublic, Outbound } from '../../../platform/outbound/outbound.ts';
import { failed, replied } from '../../../testing/http-outcomes.ts';
import { startLoopback } from '../../../testing/loopback.ts';
import { resultOfGatewayStatus, sendText, toOutcome } from './sms-gateway.ts';

const TEXT = {
  reference: 'communication_01h455vb4pex5vsknk084sn02q',
  idempotencyKey: 'communication_01h455vb4pex5vsknk084sn02q',
  to: '+14155550134',
  subject: null,
  body: 'We come at nine.',
  unsubscribeUrl: null,
  expiresAt: null,
  attachment: null,
};

const response = (status: number, reply: Partial<HttpReply> = {}) =>
  replied(status, reply, resultOfGatewayStatus);

/** As docs/sms-gateway.md describes it. */
const FAILURES: [HttpOutcome, result: string, reason: string, detail: string | null][] = [
  [response(425), 'deferred', 'gateway_busy', 'HTTP 425'],
  [response(429), 'deferred', 'gateway_busy', 'HTTP 429'],
  [response(503), 'deferred', 'gateway_busy', 'HTTP 503'],
  [response(408), 'ambiguous', 'gateway_error', 'HTTP 408'],
  [response(500), 'ambiguous', 'gateway_error', 'HTTP 500'],
  [response(504), 'ambiguous', 'gateway_error', 'HTTP 504'],
  [response(302), 'refused', 'gateway_refused', 'HTTP 302'],
  [response(422), 'refused', 'gateway_refused', 'HTTP 422'],
  [
    failed(new AddressNotPublic('10.0.0.1')),
    'refused',
    'address_not_public',
    '10.0.0.1 is not a public internet address',
  ],
  [failed('ECONNREFUSED'), 'deferred', 'connection_failed', 'ECONNREFUSED'],
  [failed('UND_ERR_CONNECT_TIMEOUT'), 'deferred', 'connection_failed', 'UND_ERR_CONNECT_TIMEOUT'],
  [failed('CERT_HAS_EXPIRED'), 'deferred', 'tls_failed', 'CERT_HAS_EXPIRED'],
  [failed(new DeadlinePassed()), 'ambiguous', 'timeout', null],
  [failed('ETIMEDOUT'), 'ambiguous', 'connection_lost', 'ETIMEDOUT'],
  [failed('ECONNRESET'), 'ambiguous', 'connection_lost', 'ECONNRESET'],
];

describe('the response of a gateway to a text', () => {
  for (const [sent, ...expected] of FAILURES) {
    it(`means ${expected.join(', ')}`, () => {
      const outcome = toOutcome(sent);
      assert(outcome.result !== 'accepted');
      assert.deepEqual([outcome.result, outcome.reason, outcome.detail], expected);
    });
  }

  it('that never comes means ambiguous, timeout: the gateway may have the text', async () => {
    const silent = await startLoopback(() => {});
    const outbound = new Outbound({
      allowPrivate: true,
      timeoutsMs: { response: 50, processing: 60_000 },
    });
    const context = { outbound, now: new Date('2027-03-01T15:00:00Z') };
    const settings = { url: silent.url, from_number: '+14155550100' };
    const outcome = await sendText(context, settings, 'secret', TEXT);
    assert(outcome.result !== 'accepted');
    assert.deepEqual([outcome.result, outcome.reason], ['ambiguous', 'timeout']);
    await outbound.close();
    await silent.stop();
  });

  it('contains the provider id, if it is readable', () => {
    const idOf = (text: string, more: Partial<HttpReply> = {}) =>
      toOutcome(response(202, { body: Buffer.from(text), ...more })).reply?.providerId;
    assert.equal(idOf('{"id": "SM123"}'), 'SM123');
    assert.equal(idOf(`{"id": "${'x'.repeat(300)}"}`), 'x'.repeat(200));
    for (const text of ['', 'ok', '{}', 'null', '[]', '{"id": 7}']) {
      assert.equal(idOf(text), null, text);
    }
    assert.equal(idOf('{"id": "SM123"}', { bodyEnd: 'truncated' }), null);
    assert.equal(idOf('{"id": "SM123"}', { bodyEnd: 'interrupted' }), null);
  });
});
