import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeadlinePassed } from '../../../platform/outbound/classify.ts';
import type { HttpOutcome } from '../../../platform/outbound/http-client.ts';
import { AddressNotPublic } from '../../../platform/outbound/outbound.ts';
import { failed, replied } from '../../../testing/http-outcomes.ts';
import { toRequestOutcome } from './request-outcome.ts';

const LOST = 'The connection broke before the receiver responded';

const FAILURES: [HttpOutcome, result: string, code: string, detail: string][] = [
  [replied(500), 'deferred', 'request_failed', 'The receiver returned 500.'],
  [replied(429), 'deferred', 'request_failed', 'The receiver returned 429.'],
  [replied(404), 'refused', 'request_refused', 'The receiver returned 404.'],
  [replied(302), 'refused', 'request_refused', 'The receiver returned 302.'],
  [
    failed(new AddressNotPublic('10.0.0.1')),
    'refused',
    'address_not_public',
    '10.0.0.1 is not a public internet address.',
  ],
  [
    failed('UND_ERR_INVALID_ARG'),
    'refused',
    'invalid_request',
    'The request is not valid: check its headers.',
  ],
  [
    failed('ECONNREFUSED'),
    'deferred',
    'connection_failed',
    'No connection to the receiver: ECONNREFUSED.',
  ],
  [
    failed('UND_ERR_CONNECT_TIMEOUT'),
    'deferred',
    'connection_failed',
    'No connection to the receiver: UND_ERR_CONNECT_TIMEOUT.',
  ],
  [
    failed('CERT_HAS_EXPIRED'),
    'deferred',
    'tls_failed',
    'The receiver’s certificate is not trusted: CERT_HAS_EXPIRED.',
  ],
  [
    failed(new DeadlinePassed()),
    'ambiguous',
    'request_timed_out',
    'The receiver did not respond in time.',
  ],
  [failed('ETIMEDOUT'), 'ambiguous', 'connection_lost', `${LOST}: ETIMEDOUT.`],
  [failed('EPROTO'), 'ambiguous', 'connection_lost', `${LOST}: EPROTO.`],
  [failed('ECONNRESET'), 'ambiguous', 'connection_lost', `${LOST}: ECONNRESET.`],
  [failed(new Error('No code')), 'ambiguous', 'connection_lost', `${LOST}.`],
];

describe('the outcome of a playbook request', () => {
  for (const [sent, ...expected] of FAILURES) {
    it(`is ${expected.join(', ')}`, () => {
      const outcome = toRequestOutcome(sent);
      assert(outcome.result !== 'accepted');
      assert.deepEqual([outcome.result, outcome.reason, outcome.detail], expected);
    });
  }

  it('has JSON bodies as JSON, other bodies as text, and null for a body that cannot be read', () => {
    const bodyOf = (text: string, more: object = {}) =>
      toRequestOutcome(replied(200, { body: Buffer.from(text), ...more })).reply?.body;
    const json = { contentType: 'application/json; charset=utf-8' };
    assert.deepEqual(bodyOf('{"a": "b\\u0000c"}', json), { a: 'bc' });
    assert.equal(bodyOf('{"a": 1}'), '{"a": 1}');
    assert.equal(bodyOf('{"a": ', json), null);
    assert.equal(bodyOf('some of it', { bodyEnd: 'interrupted' }), null);
    assert.equal(bodyOf('the start of it', { bodyEnd: 'truncated' }), 'the start of it');
    assert.equal(bodyOf(''), '');
  });

  it('includes the response of a refused request', () => {
    const { reply } = toRequestOutcome(replied(404, { body: Buffer.from('gone') }));
    assert.deepEqual(reply, { status: 404, body: 'gone' });
  });
});
