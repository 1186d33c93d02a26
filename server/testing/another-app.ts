import { Writable } from 'node:stream';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import type { ConsoleBuild } from '../console/build-console.ts';
import { Database } from '../platform/database/database.ts';
import { Announcements } from '../platform/events/announcements.ts';
import type { MetricsAccess } from '../platform/http/health.ts';
import { createMetrics } from '../platform/metrics.ts';
import { reactions } from '../reactions.ts';
import { ApiClient } from './api-client.ts';
import type { TestService } from './harness.ts';

export interface AnotherApp {
  url: string;
  as(token: string | null): ApiClient;
  /** Everything it has logged so far, at the most verbose level. */
  log(): string;
  stop(): Promise<void>;
}

/** Acts like a second API process of the service: it shares only the database. */
export async function startAnotherApp(
  service: TestService,
  options: {
    rateLimit?: number;
    publicUrl?: string;
    trustProxy?: number;
    metricsAccess?: MetricsAccess;
    console?: ConsoleBuild;
    /** Without the key of the service. */
    secrets?: null;
  } = {},
): Promise<AnotherApp> {
  const secrets = options.secrets === null ? null : service.taskContext.secrets;
  const database = new Database(service.connection, service.clock, { secrets, reactions });
  const announcements = new Announcements(service.connection);
  await announcements.start();
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = await buildApp({
    database,
    log: pino({ level: 'trace' }, destination),
    metrics: createMetrics(),
    health: { check: async () => ({}), refreshGauges: async () => {} },
    rateLimit: options.rateLimit ?? 1_000_000,
    secrets,
    publicUrl: options.publicUrl ?? null,
    trustProxy: options.trustProxy ?? false,
    metricsAccess: options.metricsAccess ?? 'everyone',
    announcements,
    console: options.console ?? null,
    role: 'api',
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    as: (token) => new ApiClient(url, token),
    log: () => lines.join(''),
    async stop() {
      await app.close();
      await announcements.stop();
      await database.close();
    },
  };
}
