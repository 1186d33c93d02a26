import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Input } from './operation.ts';
import { EVENT_STREAM_HEADERS, SseConnection } from './sse-connection.ts';
import type { StreamOperation, StreamServices } from './stream-operation.ts';

/** Handles requests for a stream until the server closes. Their input is already validated. */
export function streamHandler(
  app: FastifyInstance,
  operation: StreamOperation,
  services: StreamServices,
): (
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input<Record<string, string>, unknown, unknown>,
) => Promise<FastifyReply> {
  const source = operation.start(services);
  // Before the server waits for its connections: streams do not end on their own.
  app.addHook('preClose', (done) => {
    source.stop();
    done();
  });
  return async (request, reply, { query, caller }) => {
    if (request.method === 'HEAD') return reply.headers(EVENT_STREAM_HEADERS).send();
    const begin = await source.open({
      query,
      caller,
      authorization: request.headers.authorization ?? '',
      lastEventId: request.headers['last-event-id']?.toString(),
    });
    reply.hijack();
    begin(new SseConnection(reply.raw, reply.getHeaders()));
    return reply;
  };
}
