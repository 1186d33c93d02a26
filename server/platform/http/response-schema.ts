import type { FastifySchema } from 'fastify';
import type { Operation } from './operation.ts';

/** What the framework writes the bodies of successful responses by: faster than JSON.stringify. */
export function responseSchema(operation: Operation): FastifySchema {
  if (operation.kind === 'stream' || operation.kind === 'download') return {};
  const bodies = Object.entries(operation.responses).map(([status, { body }]) => [status, body]);
  return { response: Object.fromEntries(bodies) };
}
