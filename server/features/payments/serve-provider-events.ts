import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { applyReport } from './apply-report.ts';
import { PROVIDERS, type Received, type Report } from './provider.ts';
import { findPublicProvider, type PublicProvider } from './provider-queries.ts';
import { openKeys } from './secret.ts';

/** The largest event of Stripe is about 100 KiB. */
const BODY_LIMIT_BYTES = 512 * 1024;

export interface ProviderServices {
  database: Database;
  rateLimit: RateLimit;
  secrets: Secrets | null;
}

type ProviderRequest = FastifyRequest<{
  Params: { provider_key: string };
  Body?: Buffer;
}>;

/**
 * The addresses of payment providers: outside /v1, without a token, signed with the provider's secret. A suspended
 * organization is served too: the money has moved, and the provider reports it only for three days.
 *
 * Posts without a good signature count as failures of their address, as wrong keys do, and never against the provider: a
 * flood of them must not keep out what the provider reports.
 */
export function serveProviderEvents(app: FastifyInstance, services: ProviderServices): void {
  const { database, rateLimit } = services;
  keepRawBodies(app);
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: ProviderRequest) => {
      if (!isKey(request.params.provider_key)) throw notFound('payment provider');
    },
  };

  app.post('/p/:provider_key', options, async (request: ProviderRequest, reply) => {
    const received = receivedIn(request, database.clock.now());
    // Before the database is asked for anything.
    if (!MAKERS.some((maker) => maker.looksSigned(received))) throw refuse(request);
    const provider = await findOpenProvider(database, request);
    const report = await readReport(services, provider, received);
    if (!report) throw refuse(request);
    rateLimit.takeGateway(request.params.provider_key, reply);
    const actor = { type: 'system', id: null, name: PROVIDERS[provider.kind].name } as const;
    const { organization_id: organizationId } = provider;
    const outcome = await database.transaction({ organizationId, actor }, (tx) =>
      applyReport(tx, provider, report),
    );
    return reply.send({ received: true, outcome });
  });

  function refuse(request: ProviderRequest): Problem {
    rateLimit.countFailure(request.ip);
    return badSignature();
  }
}

const MAKERS = Object.values(PROVIDERS);

function receivedIn({ headers, body }: ProviderRequest, now: Date): Received {
  const signature = headers['stripe-signature'];
  return {
    bytes: body ?? Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : undefined,
    now,
  };
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
  { secrets }: ProviderServices,
  provider: PublicProvider,
  received: Received,
): Promise<Report | null> {
  const owner = {
    organizationId: provider.organization_id,
    paymentProviderId: provider.payment_provider_id,
  };
  const keys = openKeys(secrets, provider.sealed_secret, owner);
  return keys && PROVIDERS[provider.kind].readReport(keys, received);
}

function badSignature(): Problem {
  return new Problem(
    400,
    'webhook_not_verified',
    'The signature is missing or wrong, or its timestamp is more than 5 minutes old. Nothing was stored. Compare the signing secret of the endpoint with webhook_secret.',
  );
}
