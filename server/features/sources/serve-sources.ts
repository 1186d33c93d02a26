import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import { notFound, organizationSuspended, Problem } from '../../platform/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { ADAPTERS } from './adapters/index.ts';
import { hideSecret } from './hide-secret.ts';
import { MAX_MAIL_BYTES, maxBytesOf, parseSent } from './parse-payload.ts';
import { findPublicSource, type PublicSource } from './queries.ts';
import { readDeliveries } from './read-delivery.ts';
import { storeDelivery } from './receive.ts';
import { openSecrets, type SourceSecrets } from './secret.ts';
import type { Stored } from './settle-receipt.ts';
import { challengeAnswer, isVerified, methodOf } from './verification.ts';

export interface SourceServices {
  database: Database;
  rateLimit: RateLimit;
  secrets: Secrets | null;
}

type SourceRequest = FastifyRequest<{
  Params: { source_key: string };
  Querystring: Record<string, unknown>;
  Body?: Buffer;
}>;

/** The addresses of the sources: outside /v1, without a token, for programs of other makers. */
export function serveSources(app: FastifyInstance, services: SourceServices): void {
  const { database, rateLimit } = services;
  keepRawBodies(app);
  const found = new WeakMap<object, PublicSource>();
  const options = {
    bodyLimit: MAX_MAIL_BYTES,
    onRequest: async (request: SourceRequest, reply: FastifyReply) => {
      const { source_key } = request.params;
      if (!isKey(source_key)) throw notFound('source');
      rateLimit.takeGateway(source_key, reply);
      const source = await findOpenSource(database, request);
      const isAnyone = methodOf(source.kind, source.verification) === 'none';
      if (isAnyone) rateLimit.takePublic(source_key, request.ip, reply);
      // Before the body is read, if its length is known.
      assertSize(source, request, Number(request.headers['content-length'] ?? 0));
      found.set(request.raw, source);
    },
  };
  const sourceOf = (request: SourceRequest): PublicSource => {
    const source = found.get(request.raw);
    if (source === undefined) throw notFound('source');
    return source;
  };

  // Facebook asks once whether the address is meant for it.
  app.get('/in/:source_key', options, async (request: SourceRequest, reply) => {
    const source = sourceOf(request);
    if (source.kind !== 'facebook') throw usePost();
    const answer = challengeAnswer(secretsOf(services, source), request.query);
    if (answer === null) throw notVerified();
    return reply.type('text/plain; charset=utf-8').send(answer);
  });

  app.post('/in/:source_key', options, async (request: SourceRequest, reply) => {
    const source = sourceOf(request);
    const bytes = request.body ?? Buffer.alloc(0);
    assertSize(source, request, bytes.length);
    const contentType = request.headers['content-type'] ?? '';
    const body = await parseSent(source.kind, contentType, bytes);
    const secrets = secretsOf(services, source);
    const payload = 'payload' in body ? body.payload : undefined;
    const { headers, query } = request;
    const signed = { headers, query, bytes, payload };
    if (!isVerified(source.kind, source.verification, secrets, signed)) throw notVerified();

    const sent = { contentType, bytes: hideSecret(bytes, secrets), body };
    const stored: Stored[] = [];
    // One after another: each is a transaction of its own, and a thousand at once would use all connections.
    for (const delivery of await readDeliveries(source, sent)) {
      stored.push(await storeDelivery(database, request.log, source, sent, delivery));
    }
    request.lifecycleNumber = (await stored[0]?.lifecycleNumber) ?? null;
    return reply.code(200).send(ADAPTERS[source.kind].response ?? toResponse(stored));
  });
}

/** The signature covers the bytes of the body, and everything that arrives is kept, whatever type it has. */
function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

async function findOpenSource(database: Database, request: SourceRequest): Promise<PublicSource> {
  const source = await findPublicSource(database, request.params.source_key);
  if (source === null) throw notFound('source');
  request.organizationId = source.organization_id;
  if (await isSuspended(database, source.organization_id)) throw organizationSuspended();
  if (!source.active) throw inactive();
  return source;
}

function secretsOf({ secrets }: SourceServices, source: PublicSource): SourceSecrets {
  if (source.sealed_secret === null) return {};
  const owner = { organizationId: source.organization_id, sourceId: source.source_id };
  return openSecrets(secrets, source.sealed_secret, owner) ?? {};
}

function assertSize({ kind }: PublicSource, { headers }: SourceRequest, length: number): void {
  const most = maxBytesOf(kind, headers['content-type'] ?? '');
  if (length <= most) return;
  const detail = `A source of the kind ${kind} takes at most ${most / 1024} KiB. Send less at once.`;
  throw new Problem(413, 'body_too_large', detail);
}

/** `status` is for makers that look for a word in the body, as Angi does. */
function toResponse(stored: readonly Stored[]) {
  const receipts = stored.map(({ receiptId, outcome }) => ({
    receipt_id: toPublicId('receipt', receiptId),
    outcome,
  }));
  return { status: 'success', receipts };
}

function inactive(): Problem {
  const detail = 'This source takes no leads any more. Ask the company that gave you its address.';
  return new Problem(410, 'address_closed', detail);
}

function notVerified(): Problem {
  return new Problem(
    401,
    'bad_signature',
    'The key, the password or the signature is missing or wrong. Nothing was stored. Compare it with the one in the settings of the source.',
    { headers: { 'WWW-Authenticate': 'Basic realm="source"' } },
  );
}

function usePost(): Problem {
  const detail = 'Leads are sent to this address with POST.';
  return new Problem(405, 'method_not_allowed', detail, { headers: { Allow: 'POST' } });
}
