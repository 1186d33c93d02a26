import type { FieldError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';

/** Where an endpoint may lie, as far as its address alone tells. */

export function urlErrors(text: unknown): FieldError[] {
  if (typeof text !== 'string') return [];
  const problem = problemOf(text);
  return problem === null
    ? []
    : [{ pointer: '/url', code: 'invalid_format', detail: `The field url ${problem}` }];
}

function problemOf(text: string): string | null {
  const url = URL.parse(text);
  // The parser drops line breaks and spaces at the ends, so that another address would be kept than called.
  if (url === null || /\s/.test(text) || !/^https?:\/\/[^/\\]/i.test(text)) {
    return 'must be a whole http or https address, such as https://example.com/throughline.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not hold a user name or a password. Verify the signature instead.';
  }
  if (text.includes('#')) return 'must not have a fragment (#…): it would never be sent.';
  return null;
}

/**
 * Told when it is saved, because it could never work. A name that leads to such an address is found out
 * when it is connected to, and only then.
 */
export function privateAddressErrors(text: string): FieldError[] {
  const { hostname } = new URL(text);
  if (!isPrivateHost(hostname)) return [];
  return [
    {
      pointer: '/url',
      code: 'private_address',
      detail: `The field url leads to ${hostname}, which is not an address of the open internet. Use a public one, or, for development, start the service with THROUGHLINE_WEBHOOK_ALLOW_PRIVATE=true.`,
    },
  ];
}

function isPrivateHost(hostname: string): boolean {
  if (/(^|\.)localhost\.?$/.test(hostname)) return true;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  // The parser has brought every way to write an IPv4 address into this one.
  const isAddress = literal !== hostname || /^\d+\.\d+\.\d+\.\d+$/.test(literal);
  return isAddress && !isPublicAddress(literal);
}
