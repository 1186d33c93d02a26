import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { errors } from 'undici';
import {
  classifyFailure,
  DeadlinePassed,
  isNotTrusted,
  reasonOfStatus,
  resultOfStatus,
} from './classify.ts';
import { AddressNotPublic } from './outbound.ts';

const withCode = (code: unknown) => Object.assign(new Error('It failed'), { code });

/** Every kind of error that has been seen for a request. */
const FAILURES: [unknown, result: string, reason: string, errorCode: string | null][] = [
  [new AddressNotPublic('10.0.0.1'), 'refused', 'address_not_public', null],
  [
    new errors.InvalidArgumentError('invalid x-a header'),
    'refused',
    'invalid_request',
    'UND_ERR_INVALID_ARG',
  ],
  [withCode('ECONNREFUSED'), 'deferred', 'connection_refused', 'ECONNREFUSED'],
  [withCode('ENOTFOUND'), 'deferred', 'host_not_found', 'ENOTFOUND'],
  [withCode('EAI_AGAIN'), 'deferred', 'host_not_found', 'EAI_AGAIN'],
  [withCode('ENODATA'), 'deferred', 'host_not_found', 'ENODATA'],
  [withCode('EHOSTUNREACH'), 'deferred', 'host_unreachable', 'EHOSTUNREACH'],
  [withCode('ENETUNREACH'), 'deferred', 'host_unreachable', 'ENETUNREACH'],
  [new errors.ConnectTimeoutError(), 'deferred', 'connect_timeout', 'UND_ERR_CONNECT_TIMEOUT'],
  [withCode('CERT_HAS_EXPIRED'), 'deferred', 'tls_failed', 'CERT_HAS_EXPIRED'],
  [
    withCode('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'deferred',
    'tls_failed',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    withCode('ERR_TLS_CERT_ALTNAME_INVALID'),
    'deferred',
    'tls_failed',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  [
    withCode('ERR_SSL_WRONG_VERSION_NUMBER'),
    'deferred',
    'tls_failed',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ],
  [
    withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'deferred',
    'tls_failed',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  [new DeadlinePassed(), 'ambiguous', 'timeout', null],
  [withCode('ETIMEDOUT'), 'ambiguous', 'connection_timed_out', 'ETIMEDOUT'],
  [withCode('EPROTO'), 'ambiguous', 'tls_broken', 'EPROTO'],
  [
    Object.assign(withCode('HPE_INVALID_CONSTANT'), { name: 'HTTPParserError' }),
    'ambiguous',
    'not_http',
    'HPE_INVALID_CONSTANT',
  ],
  [new errors.HeadersOverflowError(), 'ambiguous', 'not_http', 'UND_ERR_HEADERS_OVERFLOW'],
  [withCode('ECONNRESET'), 'ambiguous', 'connection_lost', 'ECONNRESET'],
  [withCode('EPIPE'), 'ambiguous', 'connection_lost', 'EPIPE'],
  [new errors.SocketError('other side closed'), 'ambiguous', 'connection_lost', 'UND_ERR_SOCKET'],
  [withCode('toString'), 'ambiguous', 'connection_lost', 'toString'],
  [withCode(23), 'ambiguous', 'connection_lost', null],
  [new Error('No code'), 'ambiguous', 'connection_lost', null],
  ['not even an error', 'ambiguous', 'connection_lost', null],
];

describe('a failed request', () => {
  for (const [error, result, reason, errorCode] of FAILURES) {
    it(`${errorCode ?? String(error)} is ${result}: ${reason}`, () => {
      const failure = classifyFailure(error);
      assert.deepEqual(
        [failure.result, failure.reason, failure.errorCode],
        [result, reason, errorCode],
      );
    });
  }

  it('describes what happened in plain English, with the error code', () => {
    const detailOf = (error: unknown) => classifyFailure(error).detail;
    assert.equal(
      detailOf(new AddressNotPublic('10.0.0.1')),
      '10.0.0.1 is not a public internet address',
    );
    assert.equal(detailOf(withCode('ENOTFOUND')), 'No connection to the receiver: ENOTFOUND');
    assert.equal(
      detailOf(withCode('CERT_HAS_EXPIRED')),
      'The receiver’s certificate is not trusted: CERT_HAS_EXPIRED',
    );
    assert.equal(detailOf(new DeadlinePassed()), 'The receiver did not respond in time');
    assert.equal(
      detailOf(withCode('ECONNRESET')),
      'The connection broke before the receiver responded: ECONNRESET',
    );
    assert.equal(
      detailOf(new Error('No code')),
      'The connection broke before the receiver responded',
    );
  });

  it('is ambiguous for any unknown error, and only then it may have arrived', () => {
    const codes = fc.oneof(
      fc.string(),
      fc.constantFrom(...FAILURES.map(([, , , code]) => code ?? '')),
    );
    const known = new Set(FAILURES.map(([, , , code]) => code));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), codes.map(withCode)), (error) => {
        const { result, errorCode, reply, mayHaveArrived } = classifyFailure(error);
        assert.equal(mayHaveArrived, result === 'ambiguous');
        assert.equal(reply, null);
        if (!known.has(errorCode) && !isNotTrusted(errorCode)) assert.equal(result, 'ambiguous');
      }),
    );
  });
});

describe('a status', () => {
  it('is accepted, deferred or refused, and never ambiguous', () => {
    const deferred = new Set([408, 425, 429]);
    for (let status = 200; status < 600; status += 1) {
      const expected =
        status < 300 ? 'accepted' : deferred.has(status) || status >= 500 ? 'deferred' : 'refused';
      assert.equal(resultOfStatus(status), expected, String(status));
    }
  });

  it('that redirects has its own reason', () => {
    assert.deepEqual([300, 302, 399].map(reasonOfStatus), ['redirect', 'redirect', 'redirect']);
    assert.deepEqual([400, 410, 503].map(reasonOfStatus), [
      'bad_status',
      'bad_status',
      'bad_status',
    ]);
  });
});
