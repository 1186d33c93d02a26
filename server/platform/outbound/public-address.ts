import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses: 2000::/3 (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Looks public, but on Azure it is a service of the machine's own host. */
const CLOUD_ADDRESSES = ['168.63.129.16'];

/**
 * Whether an address is on the public internet, and not of this machine, its network or its cloud. The library
 * knows all ranges of the registries of special addresses (RFC 6890 and later), including 6to4 and Teredo. IPv6
 * addresses that embed an IPv4 address (::ffff:10.0.0.1, ::10.0.0.1, 64:ff9b::a00:1) are outside the public
 * range and are refused, whatever they embed; so is an address with a zone, which is link-local.
 */
export function isPublicAddress(text: string): boolean {
  const version = isIP(text);
  if (version === 0 || text.includes('%')) return false;
  if (version === 4) {
    return ipaddr.IPv4.parse(text).range() === 'unicast' && !CLOUD_ADDRESSES.includes(text);
  }
  // The library parses ::8.8.8.8 as ::ffff:8.8.8.8; written in hexadecimal groups it is parsed correctly.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}
