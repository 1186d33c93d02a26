import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { systemClock } from '../platform/clock.ts';
import { Database } from '../platform/database/database.ts';
import { Announcements } from '../platform/events/announcements.ts';
import { createMetrics } from '../platform/metrics.ts';

/** The OpenAPI document generated from the routes. It needs no database. */
export async function openapiDocument(): Promise<string> {
  const nowhere = { host: 'none', database: 'none' };
  const database = new Database(nowhere, systemClock);
  const app = await buildApp({
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    health: { check: async () => ({}), refreshGauges: async () => {} },
    rateLimit: 1,
    announcements: new Announcements(nowhere),
    role: 'api',
  });
  await app.ready();
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await app.close();
  await database.close();
  return document;
}
