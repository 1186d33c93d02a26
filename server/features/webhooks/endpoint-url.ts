import type { FieldError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';

/** Which URLs an endpoint can have, judged by the URL alone. */

export function urlErrors(text: unknown): FieldError[] {
  if (typeof text !== 'string') return [];
  const problem = problemOf(text);
  return problem === null
    ? []
    : [{ pointer: '/url', code: 'invalid_format', detail: `The field url ${problem}` }];
}

function problemOf(text: string): string | null {
  const url = URL.parse(text);
  // The parser drops line breaks and surrounding spaces, so the stored URL would differ from the one called.
  if (url === null || /\s/.test(text) || !/^https?:\/\/[^/\\]/i.test(text)) {
    return 'must be a full http or https URL, such as https://example.com/throughline.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a user name or a password. Verify the signature instead.';
  }
  if (text.includes('#'))
    return 'must not have a fragment (#…), because it would never be sent. Remove it.';
  return null;
}

/**
 * Reported when the endpoint is saved, because it could never work. A host name that resolves to a private
 * address is detected only when we connect to it.
 */
export function privateAddressErrors(text: string): FieldError[] {
  const { hostname } = new URL(text);
  if (!isPrivateHost(hostname)) return [];
  return [
    {
      pointer: '/url',
      code: 'private_address',
      detail: `The field url points to ${hostname}, which is not a public internet address. Use a public one, or, for development, start the service with THROUGHLINE_WEBHOOK_ALLOW_PRIVATE=true.`,
    },
  ];
}

function isPrivateHost(hostname: string): boolean {
  if (/(^|\.)localhost\.?$/.test(hostname)) return true;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  // The parser has converted every notation of an IPv4 address to this one.
  const isAddress = literal !== hostname || /^\d+\.\d+\.\d+\.\d+$/.test(literal);
  return isAddress && !isPublicAddress(literal);
}
