import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toUuid } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import { organizationSuspended, Problem } from '../../platform/errors.ts';
import { asProblem } from '../../platform/http/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { Pauses } from '../../platform/pauses.ts';
import { isCalendarKey } from './calendar-key.ts';
import { MAX_AGE_MINUTES, writeFeed } from './feed.ts';
import { findCalendar } from './queries.ts';

export interface FeedServices {
  database: Database;
  rateLimit: RateLimit;
}

type FeedRequest = FastifyRequest<{ Params: { id: string }; Querystring: { key?: unknown } }>;

/** The calendar feeds. They need no token, because calendar apps cannot send one. */
export function serveCalendarFeeds(app: FastifyInstance, services: FeedServices): void {
  const { database, rateLimit } = services;
  sendErrorsAsText(app);
  const options = {
    onRequest: async (request: FeedRequest, reply: FastifyReply) => {
      rateLimit.takePublic(readAddress(request).key, request.ip, reply);
    },
  };

  app.get('/v1/users/:id/calendar.ics', options, async (request: FeedRequest, reply) => {
    const { userId, key } = readAddress(request);
    const calendar = await findCalendar(database, userId, key);
    if (calendar === null) throw noSuchCalendar();
    request.organizationId = calendar.organization_id;
    if (await isSuspended(database, calendar.organization_id)) throw organizationSuspended();
    return sendFeed(request, reply, writeFeed(calendar));
  });
}

function readAddress({ params, query }: FeedRequest): { userId: string; key: string } {
  const userId = toUuid('user', params.id);
  if (userId === null || !isCalendarKey(query.key)) throw noSuchCalendar();
  return { userId, key: query.key };
}

function noSuchCalendar(): Problem {
  return new Problem(
    404,
    'not_found',
    'There is no calendar at this address, or its key is no longer valid. Ask your office for a new address.',
  );
}

/** The feed does not depend on the time of the request, so a client with a current copy gets 304. */
async function sendFeed(
  request: FeedRequest,
  reply: FastifyReply,
  feed: Iterable<string>,
): Promise<FastifyReply> {
  const { parts, etag } = await collect(feed);
  reply.headers({
    etag,
    'cache-control': `private, max-age=${MAX_AGE_MINUTES * 60}`,
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.header('content-type', 'text/calendar; charset=utf-8').send(parts);
}

async function collect(feed: Iterable<string>): Promise<{ parts: Buffer; etag: string }> {
  const parts: Buffer[] = [];
  const hash = createHash('sha256');
  const pauses = new Pauses();
  for (const text of feed) {
    const part = Buffer.from(text);
    parts.push(part);
    hash.update(part);
    await pauses.takeIfDue();
  }
  return { parts: Buffer.concat(parts), etag: `"${hash.digest('base64url')}"` };
}

/** Errors are plain text: people open the address to see why a calendar stays empty. */
function sendErrorsAsText(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    if (problem.status >= 500) {
      request.log.error({ err: problem.cause ?? error, status: problem.status }, problem.message);
    }
    return reply
      .code(problem.status)
      .headers({ ...problem.headers, 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send(`${problem.message}\n`);
  });
}
