import { type IDBPDatabase, openDB } from 'idb';
import type { Cache } from '../store/query.ts';

const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

interface Stored {
  value: unknown;
  at: number;
}

let owner = '';
let database: Promise<IDBPDatabase> | null = null;

/** Each user has a database of its own: the next person at this computer sees nothing of it. */
export function openCache(organizationId: string, userId: string): void {
  owner = `throughline ${organizationId} ${userId}`;
  database = null;
}

function open(): Promise<IDBPDatabase> {
  database ??= openDB(owner, 1, {
    upgrade: (db) => {
      db.createObjectStore('results');
    },
  });
  return database;
}

/** What was read last, for the next visit and for times without a connection. */
export const cache: Cache = {
  async read(key) {
    const stored: Stored | undefined = await (await open()).get('results', key);
    return stored && Date.now() - stored.at < MAX_AGE_MS ? stored.value : undefined;
  },
  async write(key, value) {
    await (await open()).put('results', { value, at: Date.now() } satisfies Stored, key);
  },
};

/** After signing out, nothing of the company stays on the computer. */
export async function deleteCache(): Promise<void> {
  if (database === null) return;
  const db = await database;
  database = null;
  db.close();
  indexedDB.deleteDatabase(db.name);
}
