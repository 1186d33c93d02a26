import { AddressNotPublic } from './outbound.ts';
import { type NotAccepted, notAccepted, type SendResult } from './outcome.ts';

/** Why a request was not accepted. The first two have a reply, all others do not. */
export type HttpReason =
  | 'bad_status'
  | 'redirect'
  | 'address_not_public'
  | 'invalid_request'
  | 'connection_refused'
  | 'host_not_found'
  | 'host_unreachable'
  | 'connect_timeout'
  | 'tls_failed'
  | 'timeout'
  | 'not_http'
  | 'tls_broken'
  | 'connection_timed_out'
  | 'connection_lost';

/** The timeout of the whole exchange has passed. */
export class DeadlinePassed extends Error {}

/** With these statuses the receiver did not process the request: too early, too late, too many. */
const TRY_LATER = new Set([408, 425, 429]);

/** What a status means, unless the receiver's own protocol defines it differently. */
export function resultOfStatus(status: number): SendResult {
  if (status >= 200 && status < 300) return 'accepted';
  return TRY_LATER.has(status) || status >= 500 ? 'deferred' : 'refused';
}

export function reasonOfStatus(status: number): 'bad_status' | 'redirect' {
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status';
}

/** Failed before a connection was open: the receiver cannot have accepted anything. */
const NOT_CONNECTED = new Map<string, HttpReason>([
  ['ECONNREFUSED', 'connection_refused'],
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'host_not_found'],
  ['ENODATA', 'host_not_found'],
  ['EHOSTUNREACH', 'host_unreachable'],
  ['ENETUNREACH', 'host_unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
]);

/** Failed on a connection that may have transmitted the request. */
const DISCONNECTED = new Map<string, HttpReason>([
  // From the operating system, which does not say whether it was connecting or waiting for a response.
  ['ETIMEDOUT', 'connection_timed_out'],
  ['EPROTO', 'tls_broken'],
  ['UND_ERR_HEADERS_OVERFLOW', 'not_http'],
]);

/** Errors of a TLS handshake with an untrusted certificate: nothing was sent after it. */
const NOT_TRUSTED = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

export function isNotTrusted(errorCode: string | null | undefined): errorCode is string {
  return typeof errorCode === 'string' && NOT_TRUSTED.test(errorCode);
}

/** The outcome for an error of an HTTP request. */
export function classifyFailure(error: unknown): NotAccepted<never, HttpReason> {
  if (error instanceof AddressNotPublic) {
    return notAccepted('refused', 'address_not_public', { detail: error.message });
  }
  if (error instanceof DeadlinePassed) {
    return notAccepted('ambiguous', 'timeout', { detail: 'The receiver did not respond in time' });
  }
  const errorCode = errorCodeOf(error);
  const code = errorCode ?? '';
  const notConnected = NOT_CONNECTED.get(code);
  if (notConnected !== undefined) {
    const detail = `No connection to the receiver: ${code}`;
    return notAccepted('deferred', notConnected, { errorCode, detail });
  }
  if (isNotTrusted(errorCode)) {
    const detail = `The receiver’s certificate is not trusted: ${code}`;
    return notAccepted('deferred', 'tls_failed', { errorCode, detail });
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    const detail = 'The request is not valid: check its headers';
    return notAccepted('refused', 'invalid_request', { errorCode, detail });
  }
  const isNotHttp = error instanceof Error && error.name === 'HTTPParserError';
  const reason = isNotHttp ? 'not_http' : (DISCONNECTED.get(code) ?? 'connection_lost');
  const why = errorCode === null ? '' : `: ${errorCode}`;
  const detail = `The connection broke before the receiver responded${why}`;
  return notAccepted('ambiguous', reason, { errorCode, detail });
}

function errorCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
