import { pino } from 'pino';
import { Client } from 'undici';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { type ConnectionSettings, Database } from '../platform/database/database.ts';
import { Announcements } from '../platform/events/announcements.ts';
import { createMetrics } from '../platform/metrics.ts';
import { Outbound } from '../platform/outbound/outbound.ts';
import { reactions } from '../reactions.ts';
import { openSecrets } from '../secret-key.ts';
import { Api } from './api.ts';
import { Background } from './background.ts';
import { atTime } from './calendar.ts';
import { ORGANIZATION } from './company.ts';
import { DemoClock } from './demo-clock.ts';
import { startGateway } from './gateway.ts';
import { simulateMonth, WorkerSchedule } from './month.ts';
import { createOrganization, openChannels, openCompany } from './open-company.ts';
import { roundOff } from './round-off.ts';

const DAYS = 30;

export interface Filled {
  name: string;
  organizationId: string;
  /** The user who owns the company; no one knows the password. */
  ownerId: string;
  token: string;
  requests: number;
  hasChannels: boolean;
  api: Api;
  stop(): Promise<void>;
}

export interface FillOptions {
  /** Of a database that no one else uses. */
  connection: ConnectionSettings;
  config: Config;
  seed: number;
  signal: AbortSignal;
  /** When the month ends: now, unless it is given. */
  end?: number;
  /** Gets the part of the month that is done, from 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Creates the organization and simulates its month, in the application itself, on its own clock. The settings are
 * those of the service that will serve it, so that its links and encrypted secrets work there.
 */
export async function fill(options: FillOptions): Promise<Filled> {
  const { connection: settings, config, seed, signal, onProgress, end = Date.now() } = options;
  const start = atTime(end, 6, 30, -DAYS);

  const clock = new DemoClock(start);
  const database = new Database(settings, clock, { connections: 6, reactions });
  const secrets = openSecrets(config);
  const announcements = new Announcements(settings);
  const outbound = new Outbound({ allowPrivate: true });
  const gateway = await startGateway();
  const log = pino({ level: 'silent' });
  const metrics = createMetrics();
  const app = await buildApp({
    database,
    log,
    metrics,
    health: { check: async () => ({}), refreshGauges: async () => {} },
    rateLimit: 1_000_000,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    secrets,
    allowsPrivateAddresses: true,
    announcements,
    role: 'api',
  });
  const connection = new Client(await app.listen({ host: '127.0.0.1', port: 0 }));
  const stop = async () => {
    await connection.close();
    await app.close();
    await gateway.stop();
    await outbound.close();
    await database.close();
  };
  try {
    const { organizationId, token } = await createOrganization(database, ORGANIZATION.name);
    const schedule = new WorkerSchedule();
    let requests = 0;
    const api = new Api(connection, token, (method, path) => {
      requests += 1;
      schedule.requestDone(clock.time, method, path);
    });
    const company = await openCompany(api, { start, end });
    const closeChannels = secrets && (await openChannels(company.owner, gateway));
    const context = {
      database,
      metrics,
      log,
      outbound,
      secrets,
      geocoder: null,
      routing: null,
      logMonths: null,
      environment: {},
    };
    const background = new Background(context, organizationId);
    await simulateMonth({
      company,
      clock,
      background,
      schedule,
      start,
      end: end - 1,
      seed,
      signal,
      onProgress,
    });
    await roundOff(company, end);
    await closeChannels?.();
    await background.finish();
    const hasChannels = closeChannels !== null;
    return {
      name: ORGANIZATION.name,
      organizationId,
      ownerId: company.ownerId,
      token,
      requests,
      hasChannels,
      api,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
