import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

export interface Health {
  /** The state of each part of the process: null if it works, otherwise what is wrong. */
  check(): Promise<Record<string, string | null>>;
  /** Updates the gauges that are read from the database. */
  refreshGauges(): Promise<void>;
}

/**
 * Who can read the metrics: everyone who reaches the service, who has a token of its own, or no one, because the service
 * is open to a network and has no such token.
 */
export type MetricsAccess = 'everyone' | 'no_one' | { token: string };

/** Outside /v1 and without a token of an organization, for monitoring. */
export function serveHealth(
  app: FastifyInstance,
  health: Health,
  metrics: Metrics,
  access: MetricsAccess,
): void {
  const hidden = { logLevel: 'silent' as const };

  app.get('/healthz', hidden, async () => ({ status: 'alive' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const parts = Object.entries(await health.check());
    const ready = parts.every(([, wrong]) => wrong === null);
    const checks = Object.fromEntries(parts.map(([name, wrong]) => [name, wrong ?? 'ok']));
    if (!ready) reply.code(503).header('retry-after', '1');
    return { status: ready ? 'ready' : 'not_ready', checks };
  });

  app.get('/metrics', hidden, async (request, reply) => {
    assertMayReadMetrics(access, request.headers.authorization);
    // The figures of the process itself matter most when the database is unavailable.
    await health.refreshGauges().catch(() => {});
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function assertMayReadMetrics(access: MetricsAccess, authorization = ''): void {
  if (access === 'everyone') return;
  const headers = { 'WWW-Authenticate': 'Bearer' };
  if (access === 'no_one') {
    const detail =
      'Set THROUGHLINE_METRICS_TOKEN to read the metrics of a service that is not local.';
    throw new Problem(401, 'unauthorized', detail, { headers });
  }
  const [given, needed] = [Buffer.from(authorization), Buffer.from(`Bearer ${access.token}`)];
  if (given.length === needed.length && timingSafeEqual(given, needed)) return;
  const detail = 'Send THROUGHLINE_METRICS_TOKEN in the header "Authorization: Bearer <token>".';
  throw new Problem(401, 'unauthorized', detail, { headers });
}
