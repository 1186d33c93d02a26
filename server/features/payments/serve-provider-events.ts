import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { applyReport } from './apply-report.ts';
import { PROVIDERS, type Report } from './provider.ts';
import { findPublicProvider, type PublicProvider } from './provider-queries.ts';
import { openKeys } from './secret.ts';
import { sendThanks } from './thanks-page.ts';

/** The largest event of Stripe is about 100 KiB. */
const BODY_LIMIT_BYTES = 512 * 1024;

export interface ProviderServices {
  database: Database;
  rateLimit: RateLimit;
  secrets: Secrets | null;
}

type ProviderRequest = FastifyRequest<{
  Params: { provider_key: string };
  Querystring: { payment?: unknown };
  Body?: Buffer;
}>;

/**
 * The addresses of payment providers: outside /v1, without a token, signed with the provider's secret. A suspended
 * organization is served too: the money has moved, and the provider reports it only for three days.
 */
export function serveProviderEvents(app: FastifyInstance, services: ProviderServices): void {
  const { database, rateLimit } = services;
  keepRawBodies(app);
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: ProviderRequest, reply: FastifyReply) => {
      const { provider_key } = request.params;
      if (!isKey(provider_key)) throw notFound('payment provider');
      if (request.method === 'POST') rateLimit.takeGateway(provider_key, reply);
      else rateLimit.takePublic(provider_key, request.ip, reply);
    },
  };

  app.post('/p/:provider_key', options, async (request: ProviderRequest, reply) => {
    const provider = await findOpenProvider(database, request);
    const report = await readReport(services, provider, request);
    const actor = { type: 'system', id: null, name: PROVIDERS[provider.kind].name } as const;
    const { organization_id: organizationId } = provider;
    const outcome = await database.transaction({ organizationId, actor }, (tx) =>
      applyReport(tx, provider, report),
    );
    return reply.send({ received: true, outcome });
  });

  // Where customers come back to if the company has no page of its own.
  app.get('/p/:provider_key', options, async (request: ProviderRequest, reply) => {
    const provider = await findOpenProvider(database, request);
    return sendThanks(reply, provider, request.query.payment === 'canceled');
  });
}

/** The signature covers the bytes of the body, so they must not be parsed first. */
function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

async function findOpenProvider(
  database: Database,
  request: ProviderRequest,
): Promise<PublicProvider> {
  const provider = await findPublicProvider(database, request.params.provider_key);
  if (provider === null) throw notFound('payment provider');
  request.organizationId = provider.organization_id;
  return provider;
}

async function readReport(
  { database, secrets }: ProviderServices,
  provider: PublicProvider,
  request: ProviderRequest,
): Promise<Report> {
  const owner = {
    organizationId: provider.organization_id,
    paymentProviderId: provider.payment_provider_id,
  };
  const keys = openKeys(secrets, provider.sealed_secret, owner);
  const signature = request.headers['stripe-signature'];
  const received = {
    bytes: request.body ?? Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : undefined,
    now: database.clock.now(),
  };
  const report = keys && (await PROVIDERS[provider.kind].readReport(keys, received));
  if (!report) throw badSignature();
  return report;
}

function badSignature(): Problem {
  return new Problem(
    400,
    'webhook_not_verified',
    'The signature is missing or wrong, or its timestamp is more than 5 minutes old. Nothing was stored. Compare the signing secret of the endpoint with webhook_secret.',
  );
}
