import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { normalizePhone } from '../../../domain/contact.ts';
import { toPublicId, toUuid } from '../../../domain/ids.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound, Problem, validationFailed } from '../../../platform/errors.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { bodyReader, type ReadBody, unstorableText } from '../../../platform/http/validation.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { isKey } from '../../../platform/unguessable-key.ts';
import { findPublicChannel, type PublicChannel } from '../channels/queries.ts';
import { openSecret } from '../channels/secret.ts';
import { isSignedBy } from '../channels/signature.ts';
import type { CommunicationRow } from '../communications/queries.ts';
import { reportDelivery } from '../communications/report-delivery.ts';
import type { AskAboutVisit } from './apply-keyword.ts';
import { receiveText } from './receive-text.ts';
import { DeliveryReportBody, ReceivedTextBody } from './schemas.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

export interface CallbackServices {
  database: Database;
  rateLimit: RateLimit;
  secrets: Secrets | null;
}

type CallbackRequest = FastifyRequest<{ Params: { channel_key: string }; Body?: Buffer }>;

/** Callbacks of SMS gateways: outside /v1, without a token, signed with the channel's secret. */
export const serveGatewayCallbacks =
  (askAboutVisit: AskAboutVisit) =>
  (app: FastifyInstance, services: CallbackServices): void => {
    const { database, rateLimit } = services;
    keepRawBodies(app);
    const options = {
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: async (request: CallbackRequest, reply: FastifyReply) => {
        const { channel_key } = request.params;
        if (!isKey(channel_key)) throw notFound('channel');
        rateLimit.takeGateway(channel_key, reply);
      },
    };

    app.post('/g/:channel_key/sms', options, async (request: CallbackRequest, reply) => {
      const { channel, body: text } = await authenticate(services, request, readText);
      const from = normalizePhone(text.from.trim(), channel.country);
      if (from === null) throw invalidSender();
      const received = await asOrganization(database, channel, (tx) =>
        receiveText(tx, channel, { ...text, from }, askAboutVisit),
      );
      const row = { ...received.row, lifecycle_number: await received.lifecycleNumber };
      return sendReceipt(request, reply.code(received.isNew ? 201 : 200), row);
    });

    app.post('/g/:channel_key/status', options, async (request: CallbackRequest, reply) => {
      const { channel, body: report } = await authenticate(services, request, readReport);
      const row = await asOrganization(database, channel, (tx) =>
        reportDelivery(tx, {
          communicationId: toUuid('communication', report.reference),
          channelId: channel.channel_id,
          status: report.status,
          detail: report.reason ?? null,
        }),
      );
      return sendReceipt(request, reply, row);
    });
  };

const readText = bodyReader(ReceivedTextBody);
const readReport = bodyReader(DeliveryReportBody);

/** The signature covers the bytes of the body, so they must not be parsed first. */
function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}

/** Returns the channel of the key and the body of the request, after the signature was verified. */
async function authenticate<Body>(
  { database, secrets }: CallbackServices,
  request: CallbackRequest,
  readBody: ReadBody<Body>,
): Promise<{ channel: PublicChannel; body: Body }> {
  const channel = await findPublicChannel(database, request.params.channel_key);
  if (channel === null || channel.kind !== 'sms_gateway') throw notFound('channel');
  request.organizationId = channel.organization_id;
  const bytes = request.body ?? Buffer.alloc(0);
  const owner = { organizationId: channel.organization_id, channelId: channel.channel_id };
  const secret = channel.sealed_secret && openSecret(secrets, channel.sealed_secret, owner);
  const { headers } = request;
  const signed = {
    timestamp: headers['x-throughline-timestamp'],
    signature: headers['x-throughline-signature'],
    body: bytes,
  };
  if (!secret || !isSignedBy(secret, signed, database.clock.now())) throw badSignature();
  const parsed = parse(bytes);
  const unstorable = unstorableText(parsed);
  const read = readBody(parsed);
  if ('body' in read && unstorable.length === 0) return { channel, body: read.body };
  throw validationFailed([...unstorable, ...('errors' in read ? read.errors : [])]);
}

function parse(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'));
  } catch {
    // Reported below.
  }
  throw new Problem(400, 'malformed_json', 'The body is not valid JSON. Fix it and try again.');
}

function badSignature(): Problem {
  return new Problem(
    401,
    'bad_signature',
    'The signature is missing or wrong, or its timestamp is more than 5 minutes off. See /docs/guides/sms-gateway for how to sign a request.',
  );
}

function invalidSender(): Problem {
  const detail = 'The field from must be a phone number such as +14155550134.';
  return validationFailed([{ pointer: '/from', code: 'phone_unreadable', detail }]);
}

function asOrganization<T>(
  database: Database,
  { organization_id: organizationId, name }: PublicChannel,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const actor = { type: 'system', id: null, name: `Channel: ${name}` } as const;
  return database.transaction({ organizationId, actor }, work);
}

function sendReceipt(request: CallbackRequest, reply: FastifyReply, row: CommunicationRow) {
  request.lifecycleNumber = row.lifecycle_number;
  return reply.send({
    communication_id: toPublicId('communication', row.communication_id),
    lifecycle_number: row.lifecycle_number,
  });
}
