import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { type ConnectionSettings, Database } from './platform/database/database.ts';
import { runningEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { statement } from './platform/database/statement.ts';
import { type Resealed, reseal } from './platform/sealed-table.ts';
import { Secrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';
import { sealedTables } from './sealed-tables.ts';
import { KEY_FILE_CACHE_MS, newKey, replaceKeys, storedKeys } from './secret-key.ts';
import { tasks } from './tasks.ts';

/** The keys that encrypt secrets: what they must be able to read at the start, and how one is replaced. */

export interface Rotation extends Resealed {
  /** How many values of each table were encrypted again. */
  tables: Record<string, number>;
}

/** Fails if no key can decrypt something in the database: it would be found only when a message fails. */
export async function assertSecretsReadable(
  database: Database,
  secrets: Secrets | null,
  allowsUnreadable: boolean,
): Promise<void> {
  if (allowsUnreadable) return;
  const unreadable = await countUnreadable(database, secrets);
  if (unreadable === 0) return;
  const isSet = secrets !== null;
  throw new StartupError(
    `${unreadable} secrets in the database (passwords of channels, secrets of webhooks and playbooks) are encrypted with another key${isSet ? '' : ', and no key is set'}. Set THROUGHLINE_SECRET_KEY to that key${isSet ? ', or add it after a comma' : ''}. If it is lost, set THROUGHLINE_ALLOW_UNREADABLE_SECRETS=true, start, and enter each secret again.`,
  );
}

async function countUnreadable(database: Database, given: Secrets | null): Promise<number> {
  // Without a key, nothing can be read: the same as with a key that has encrypted nothing.
  const secrets = given ?? new Secrets([newKey()]);
  let unreadable = 0;
  for (const organizationId of await withOtherKeys(database, secrets.keyNames)) {
    for (const table of sealedTables) {
      const counts = await reseal(database, organizationId, table, { secrets, onlyCount: true });
      unreadable += counts.unreadable;
    }
  }
  return unreadable;
}

/** Encrypts everything again with the first key, while the service runs. It can be interrupted and repeated. */
export async function resealEverything(database: Database, secrets: Secrets): Promise<Rotation> {
  const rotation: Rotation = { resealed: 0, unreadable: 0, tables: {} };
  for (const organizationId of await withOtherKeys(database, secrets.keyNames.slice(0, 1))) {
    for (const table of sealedTables) {
      const counts = await reseal(database, organizationId, table, { secrets, onlyCount: false });
      rotation.resealed += counts.resealed;
      rotation.unreadable += counts.unreadable;
      rotation.tables[table.name] = (rotation.tables[table.name] ?? 0) + counts.resealed;
    }
  }
  return rotation;
}

/** `throughline rotate-key`: with the keys of the setting, or with a new key in the data directory. */
export async function rotateKey(config: Config): Promise<Rotation> {
  const database = new Database(await connect(config), systemClock, { connections: 2 });
  try {
    if (config.secretKeys) return await resealEverything(database, new Secrets(config.secretKeys));
    if (config.databaseUrl) {
      throw new StartupError(
        'Set THROUGHLINE_SECRET_KEY to the new key, a comma, and the keys before it.',
      );
    }
    return await replaceStoredKey(database, config.dataDirectory);
  } finally {
    await database.close();
  }
}

/**
 * The running service reads the file again within a second, so it encrypts with the new key before the last pass. Only
 * then is the old key removed. If this was interrupted before, the file has two keys, and the first is the new one.
 */
async function replaceStoredKey(database: Database, dataDirectory: string): Promise<Rotation> {
  const stored = storedKeys(dataDirectory);
  const keys = stored.length > 1 ? stored : [newKey(), ...stored];
  replaceKeys(dataDirectory, keys);
  const secrets = new Secrets(keys);
  const first = await resealEverything(database, secrets);
  await sleep(2 * KEY_FILE_CACHE_MS);
  const last = await resealEverything(database, secrets);
  if (last.unreadable === 0) replaceKeys(dataDirectory, keys.slice(0, 1));
  const tables = Object.entries(first.tables).map(([name, count]) => [
    name,
    count + (last.tables[name] ?? 0),
  ]);
  return {
    resealed: first.resealed + last.resealed,
    unreadable: last.unreadable,
    tables: { ...last.tables, ...Object.fromEntries(tables) },
  };
}

async function connect(config: Config): Promise<ConnectionSettings> {
  const owner = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : runningEmbeddedPostgres(config.dataDirectory);
  if (owner === null) {
    throw new StartupError(
      `No database runs in ${join(config.dataDirectory, 'postgres')}. Start the service, then run this again.`,
    );
  }
  return migrate(owner, tasks, () => {}, { applicationUrl: config.appDatabaseUrl });
}

const selectOrganizations = statement(
  'organizations_with_other_keys',
  'select organizations_with_other_keys as organization_id from organizations_with_other_keys($1)',
);

async function withOtherKeys(database: Database, keyNames: readonly Buffer[]): Promise<string[]> {
  const rows = await database.withoutTenant<{ organization_id: string }>(selectOrganizations, [
    keyNames,
  ]);
  return rows.map(({ organization_id }) => organization_id);
}
