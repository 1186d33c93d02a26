import { pino } from 'pino';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { ConsoleBuild } from '../../server/console/build-console.ts';
import { fill } from '../../server/demo/fill.ts';
import { openPrivateDatabase } from '../../server/demo/private-database.ts';
import { Database } from '../../server/platform/database/database.ts';
import { Announcements } from '../../server/platform/events/announcements.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { reactions } from '../../server/reactions.ts';
import { openSecrets } from '../../server/secret-key.ts';
import { ApiClient } from '../../server/testing/api-client.ts';
import { created } from '../../server/testing/created.ts';
import { TestClock } from '../../server/testing/test-clock.ts';
import { fillDay, type Lane } from './fill-day.ts';

/** A Tuesday morning in Los Angeles, when everyone is on the way. */
const NOW = Date.parse('2027-03-02T10:40:00-08:00');
const SEED = 1;

export interface DemoService {
  url: string;
  api: ApiClient;
  /** The key of an invitation for a user of the company. */
  invite(name: string): Promise<string>;
  /** Who has the most visits today. */
  technicianWithVisits(): Promise<{ name: string }>;
  stop(): Promise<void>;
}

/** The service with the console and the company of the demo, at a time that stands still. Nothing of it is kept. */
export async function startDemoService(dataDirectory: string): Promise<DemoService> {
  const config = readConfig({ THROUGHLINE_DATA_DIR: dataDirectory });
  const own = await openPrivateDatabase();
  const filled = await fill({
    connection: own.connection,
    config,
    seed: SEED,
    signal: new AbortController().signal,
    end: NOW,
    onProgress() {},
  });
  const { token } = filled;
  await filled.stop();
  const clock = new TestClock(new Date(NOW).toISOString());
  const secrets = openSecrets(config);
  const database = new Database(own.connection, clock, { secrets, reactions });
  const announcements = new Announcements(own.connection);
  await announcements.start();
  const build = new ConsoleBuild();
  await build.start();
  const app = await buildApp({
    database,
    log: pino({ level: 'silent' }),
    console: build,
    metrics: createMetrics(),
    health: { check: async () => ({}), refreshGauges: async () => {} },
    rateLimit: 1_000_000,
    secrets,
    allowsPrivateAddresses: true,
    announcements,
    role: 'api',
  });
  // Pages take their time from the service.
  app.server.prependListener('request', (_, response) => {
    response.setHeader('date', clock.now().toUTCString());
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const api = new ApiClient(url, token);
  await fillDay(api, NOW);
  return {
    url,
    api,
    async invite(name) {
      const user_id = await userNamed(api, name);
      const invitation = await created(api.post(`/v1/users/${user_id}/invitations`));
      return String(invitation.url).split('#')[1] ?? '';
    },
    technicianWithVisits: () => busiest(api),
    async stop() {
      await app.close();
      await announcements.stop();
      await database.close();
      await own.stop();
    },
  };
}

async function userNamed(api: ApiClient, wanted: string): Promise<string> {
  const { body } = await api.get('/v1/users?limit=200');
  return body.data.find(({ name }: { name: string }) => name === wanted).user_id;
}

async function busiest(api: ApiClient): Promise<{ name: string }> {
  const { body } = await api.get('/v1/dispatch?date=2027-03-02');
  const openVisits = ({ appointments }: Lane) =>
    appointments.filter(({ status }) => !['completed', 'canceled'].includes(status)).length;
  return body.lanes.toSorted((a: Lane, b: Lane) => openVisits(b) - openVisits(a))[0];
}
