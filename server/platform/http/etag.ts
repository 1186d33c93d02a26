import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The tag of a response: the same body has the same tag. */
export function etagOf(body: unknown): string {
  return `"${hash('sha256', JSON.stringify(body), 'base64url').slice(0, 22)}"`;
}

/** Tags the response. True if the caller already has it: then the response is 304, without a body. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
