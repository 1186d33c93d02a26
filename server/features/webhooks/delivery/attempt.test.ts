import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeadlinePassed } from '../../../platform/outbound/classify.ts';
import type { HttpOutcome } from '../../../platform/outbound/http-client.ts';
import { AddressNotPublic } from '../../../platform/outbound/outbound.ts';
import { failed, replied } from '../../../testing/http-outcomes.ts';
import { toOutcome } from './attempt.ts';

const ERRORS: [HttpOutcome, statusCode: number | null, error: string | null][] = [
  [replied(200), 200, null],
  [replied(204), 204, null],
  [replied(301), 301, 'redirect'],
  [replied(404), 404, 'bad_status'],
  [replied(410), 410, 'gone'],
  [replied(503), 503, 'bad_status'],
  [failed(new AddressNotPublic('10.0.0.1')), null, 'address_not_public'],
  [failed('ECONNREFUSED'), null, 'connection_refused'],
  [failed('ENOTFOUND'), null, 'host_not_found'],
  [failed('EHOSTUNREACH'), null, 'host_unreachable'],
  [failed('UND_ERR_CONNECT_TIMEOUT'), null, 'timeout'],
  [failed('ETIMEDOUT'), null, 'timeout'],
  [failed(new DeadlinePassed()), null, 'timeout'],
  [failed('CERT_HAS_EXPIRED'), null, 'tls_failed'],
  [failed('EPROTO'), null, 'tls_failed'],
  [failed('UND_ERR_HEADERS_OVERFLOW'), null, 'not_http'],
  [failed('ECONNRESET'), null, 'connection_lost'],
  [failed('UND_ERR_INVALID_ARG'), null, 'connection_lost'],
];

describe('an attempt to deliver an event', () => {
  for (const [sent, ...expected] of ERRORS) {
    it(`is stored as ${expected.join(', ')}`, () => {
      const { statusCode, error } = toOutcome(sent);
      assert.deepEqual([statusCode, error], expected);
    });
  }

  it('stores Retry-After and the first 1,024 bytes of the response as text', () => {
    const body = Buffer.from(`a\0b${'é'.repeat(600)}`);
    const outcome = toOutcome(replied(503, { retryAfter: '120', body }));
    assert.equal(outcome.retryAfter, '120');
    // The last character would be cut in half: 3 bytes plus 510 two-byte characters are 1,023.
    assert.equal(outcome.response, `ab${'é'.repeat(510)}`);
    assert.equal(toOutcome(replied(204)).response, null);
  });
});
