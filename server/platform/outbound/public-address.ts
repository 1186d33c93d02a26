import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Everything that anybody can be given on the open internet: 2000::/3 (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** In the open internet by its number alone: Azure answers there for the machine itself. */
const OF_THE_CLOUD = ['168.63.129.16'];

/**
 * Whether an address is one of the open internet, and not of this machine, its network or its cloud. The
 * library knows every range of the registries of special addresses (RFC 6890 and after), 6to4 and Teredo
 * among them. What carries an IPv4 address in other clothes (::ffff:10.0.0.1, ::10.0.0.1, 64:ff9b::a00:1)
 * lies outside of what is given out and is refused, whatever it carries; so is an address with a zone,
 * which is one of a link.
 */
export function isPublicAddress(text: string): boolean {
  const version = isIP(text);
  if (version === 0 || text.includes('%')) return false;
  if (version === 4) {
    return ipaddr.IPv4.parse(text).range() === 'unicast' && !OF_THE_CLOUD.includes(text);
  }
  // The library reads ::8.8.8.8 as ::ffff:8.8.8.8; as groups of hexadecimal digits it is what it is.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}
