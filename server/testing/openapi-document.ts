import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { systemClock } from '../platform/clock.ts';
import { Database } from '../platform/database/database.ts';
import { createMetrics } from '../platform/metrics.ts';

/** The document as the routes of this code make it. No database is asked. */
export async function openapiDocument(): Promise<string> {
  const database = new Database({ host: 'none', database: 'none' }, systemClock);
  const app = await buildApp({
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    health: { check: async () => ({}), refreshGauges: async () => {} },
    rateLimit: 1,
    role: 'api',
  });
  await app.ready();
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await app.close();
  await database.close();
  return document;
}
