import ipaddr from 'ipaddr.js';

/** Everything that anybody can be given on the open internet: 2000::/3 (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the open internet, and not of this machine, its network or its cloud. An
 * IPv4 address in the clothes of IPv6, such as ::ffff:127.0.0.1, is judged as what it is; the other
 * ways to write one, such as ::127.0.0.1, lie outside of what is given out and are refused.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}
