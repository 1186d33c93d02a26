import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import { notFound, organizationSuspended, Problem } from '../../platform/errors.ts';
import { bodyTooLarge } from '../../platform/http/large-bodies.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { ADAPTERS } from './adapters/index.ts';
import { hideSecret } from './hide-secret.ts';
import { essenceOf } from './parse-body.ts';
import { parseSent } from './parse-payload.ts';
import { findPublicSource, type PublicSource } from './queries.ts';
import {
  acceptAnyType,
  contentTypeOf,
  decompressed,
  MAX_READ_BYTES,
  MAX_SENT_BYTES,
  readBytes,
  type SentBytes,
} from './read-body.ts';
import { readDeliveries, type SentBody } from './read-delivery.ts';
import { storeDelivery } from './receive.ts';
import { openSecrets, type SourceSecrets } from './secret.ts';
import type { Stored } from './settle-receipt.ts';
import { challengeAnswer, isBodyNeeded, isVerified, methodOf } from './verification.ts';

export interface SourceServices {
  database: Database;
  rateLimit: RateLimit;
  secrets: Secrets | null;
}

type SourceRequest = FastifyRequest<{
  Params: { source_key: string };
  Querystring: Record<string, unknown>;
  Body?: SentBytes;
}>;

/** Mailgun sends the whole mail only to an address that ends like this. */
const PATHS = ['/in/:source_key', '/in/:source_key/mime'];

/** The addresses of the sources: outside /v1, without a token, for programs of other makers. */
export function serveSources(app: FastifyInstance, services: SourceServices): void {
  const { database, rateLimit } = services;
  const found = new WeakMap<object, PublicSource>();
  const sourceOf = (request: FastifyRequest): PublicSource => {
    const source = found.get(request.raw);
    if (source === undefined) throw notFound('source');
    return source;
  };
  readBytes(app, (request) => mayBeCut(sourceOf(request), request));
  const options = {
    bodyLimit: MAX_SENT_BYTES,
    onRequest: async (request: SourceRequest, reply: FastifyReply) => {
      const { source_key } = request.params;
      if (!isKey(source_key)) throw notFound('source');
      orBusy(() => rateLimit.takeGateway(source_key, reply));
      const source = await findOpenSource(database, request);
      const isAnyone = methodOf(source.kind, source.verification) === 'none';
      if (isAnyone) orBusy(() => rateLimit.takePublic(source_key, request.ip, reply));
      acceptAnyType(request);
      // Before the body is read, if its length is known.
      const length = Number(request.headers['content-length'] ?? 0);
      const isTooLarge = length > MAX_READ_BYTES && !mayBeCut(source, request);
      if (isTooLarge) throw bodyTooLarge(MAX_READ_BYTES);
      found.set(request.raw, source);
    },
  };

  // Facebook asks once whether the address is meant for it.
  app.get('/in/:source_key', options, async (request: SourceRequest, reply) => {
    const source = sourceOf(request);
    if (source.kind !== 'facebook') throw usePost();
    const answer = challengeAnswer(secretsOf(services, source, request), request.query);
    if (answer === null) throw notVerified();
    return reply.type('text/plain; charset=utf-8').send(answer);
  });

  const receive = async (request: SourceRequest, reply: FastifyReply) => {
    const source = sourceOf(request);
    const sent = await readSent(services, source, request);
    const stored: Stored[] = [];
    // One after another: each is a transaction of its own, and a thousand at once would use all connections.
    for (const delivery of await readDeliveries(source, sent)) {
      stored.push(await storeDelivery(database, request.log, source, sent, delivery));
    }
    request.lifecycleNumber = (await stored[0]?.lifecycleNumber) ?? null;
    return reply.code(200).send(ADAPTERS[source.kind].response ?? toResponse(stored));
  };
  for (const path of PATHS) app.post(path, options, receive);
}

/** The beginning of a mail has the text, and that of a form has the answers before the photos. */
function mayBeCut(source: PublicSource, request: FastifyRequest): boolean {
  if (source.kind === 'email') return true;
  const isForm = essenceOf(contentTypeOf(request)) === 'multipart/form-data';
  return isForm && !isBodyNeeded(methodOf(source.kind, source.verification));
}

/** What was sent, if its maker sent it, without the secret. */
async function readSent(
  services: SourceServices,
  source: PublicSource,
  request: SourceRequest,
): Promise<SentBody> {
  const { bytes: raw, length } = request.body ?? { bytes: Buffer.alloc(0), length: 0 };
  const contentType = contentTypeOf(request);
  const bytes = await decompressed(raw, request.headers['content-encoding']);
  const isWhole = length <= raw.length;
  const parse = (given: Buffer) => parseSent(source.kind, contentType, given, isWhole);
  const body = await parse(bytes);
  const secrets = secretsOf(services, source, request);
  const payload = 'payload' in body ? body.payload : undefined;
  const { headers, query } = request;
  // Makers sign what they compress, or what they send.
  const isKnown = [bytes, raw].some((signed) =>
    isVerified(source.kind, source.verification, secrets, {
      headers,
      query,
      bytes: signed,
      payload,
    }),
  );
  if (!isKnown) throw notVerified();
  const shown = hideSecret(bytes, secrets);
  const total = isWhole ? shown.length : length;
  return {
    contentType,
    bytes: shown,
    length: total,
    body: shown === bytes ? body : await parse(shown),
  };
}

async function findOpenSource(database: Database, request: SourceRequest): Promise<PublicSource> {
  const source = await findPublicSource(database, request.params.source_key);
  if (source === null) throw notFound('source');
  request.organizationId = source.organization_id;
  if (await isSuspended(database, source.organization_id)) throw organizationSuspended();
  if (!source.active) throw inactive();
  return source;
}

function secretsOf(
  { secrets }: SourceServices,
  source: PublicSource,
  request: SourceRequest,
): SourceSecrets {
  if (source.sealed_secret === null) return {};
  const owner = { organizationId: source.organization_id, sourceId: source.source_id };
  const opened = openSecrets(secrets, source.sealed_secret, owner);
  if (opened !== null) return opened;
  // Not the fault of the sender, who has to send it again.
  request.log.error('The secret of a source cannot be decrypted. Check THROUGHLINE_SECRET_KEY.');
  throw new Problem(
    503,
    'secret_unreadable',
    'The service cannot check who sent this, because it cannot read the secret of the source. Its operator has to set the secret key again. Send it again later.',
    { headers: { 'Retry-After': '300' } },
  );
}

/** Several makers send what was refused again only if the status is 5xx. */
function orBusy(take: () => void): void {
  try {
    take();
  } catch (error) {
    if (!(error instanceof Problem && error.status === 429)) throw error;
    throw new Problem(503, 'source_busy', error.message, { headers: error.headers });
  }
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
