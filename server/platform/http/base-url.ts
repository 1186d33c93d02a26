import type { FastifyRequest } from 'fastify';

/** Names that can only mean this machine. */
const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The address that responses use for links to this service. A Host header is written by the caller, who could make our
 * links lead elsewhere, so without a public URL only names of this machine are believed. Otherwise it is the address
 * that the request arrived at.
 */
export function baseUrlOf(
  { protocol, host, socket }: Pick<FastifyRequest, 'protocol' | 'host' | 'socket'>,
  publicUrl: string | null,
): string {
  if (publicUrl !== null) return publicUrl;
  if (LOOPBACK.test(host)) return `${protocol}://${host}`;
  return `http://${ownHost(socket)}`;
}

/** In a URL, an IPv6 address is in brackets, and IPv4 is written as such. */
function ownHost({
  localAddress = '127.0.0.1',
  localPort = 80,
}: Pick<FastifyRequest['socket'], 'localAddress' | 'localPort'>): string {
  const address = localAddress.replace(/^::ffff:/, '').replace(/%.*$/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
