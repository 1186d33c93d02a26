import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';

/**
 * Refuses a request whose Host or Origin is another name than that of the service. A page that a user visits could
 * otherwise let its own name point to this machine, and use a service that is meant for this machine only. An address
 * without a name cannot be used for that.
 */
export function assertOwnHost(
  { hostname, headers }: Pick<FastifyRequest, 'hostname' | 'headers'>,
  publicUrl: string | null,
): void {
  const { origin } = headers;
  const ownHost = publicUrl === null ? null : new URL(publicUrl).hostname;
  if (!isOwn(bare(hostname), ownHost)) throw hostNotAllowed('Host', hostname);
  if (origin === undefined) return;
  const from = URL.canParse(origin) ? new URL(origin).hostname : '';
  const isSame = from !== '' && bare(from) === bare(hostname);
  if (!isSame && !isOwn(bare(from), ownHost)) throw hostNotAllowed('Origin', origin);
}

function isOwn(hostname: string, ownHost: string | null): boolean {
  return hostname === ownHost || hostname === 'localhost' || isIP(hostname) !== 0;
}

/** An IPv6 address without its brackets. */
function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}

function hostNotAllowed(header: string, value: string): Problem {
  return new Problem(
    403,
    'host_not_allowed',
    `The ${header} ${value} is not that of this service. Use its public URL; the operator sets it with THROUGHLINE_PUBLIC_URL.`,
  );
}
