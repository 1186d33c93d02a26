import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

export interface Health {
  /** The state of each part of the process: null if it works, otherwise what is wrong. */
  check(): Promise<Record<string, string | null>>;
  /** Updates the gauges that are read from the database. */
  refreshGauges(): Promise<void>;
}

/** Outside /v1 and without a token, for monitoring. */
export function serveHealth(app: FastifyInstance, health: Health, metrics: Metrics): void {
  const hidden = { logLevel: 'silent' as const };

  app.get('/healthz', hidden, async () => ({ status: 'alive' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const parts = Object.entries(await health.check());
    const ready = parts.every(([, wrong]) => wrong === null);
    const checks = Object.fromEntries(parts.map(([name, wrong]) => [name, wrong ?? 'ok']));
    if (!ready) reply.code(503).header('retry-after', '1');
    return { status: ready ? 'ready' : 'not_ready', checks };
  });

  app.get('/metrics', hidden, async (_request, reply) => {
    // The figures of the process itself matter most when the database is unavailable.
    await health.refreshGauges().catch(() => {});
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
