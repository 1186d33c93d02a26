import { type IDBPDatabase, openDB } from 'idb';
import type { Me } from '../../packages/sdk/src/index.ts';
import type { Cache } from '../store/query.ts';

const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

interface Stored {
  value: unknown;
  at: number;
}

/** The results that the first screen of an address needed at the last visit. */
const firstOf = (path: string) => `first screen ${path}`;

let owner = '';
let database: Promise<IDBPDatabase> | null = null;
/** Read before they are needed. */
const ahead = new Map<string, unknown>();
/** Asked for since the page was opened; null after the first screen was there. */
let asked: Set<string> | null = new Set();

/** Each user has a database of its own: the next person at this computer sees nothing of it. */
export function openCache({ organization, user, token_id }: Me): void {
  const next = `throughline ${organization.organization_id} ${user?.user_id ?? token_id}`;
  if (next === owner) return;
  owner = next;
  database = null;
  ahead.clear();
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
  peek(key) {
    asked?.add(key);
    return ahead.get(key);
  },
  async read(key) {
    const stored: Stored | undefined = await (await open()).get('results', key);
    return stored && Date.now() - stored.at < MAX_AGE_MS ? stored.value : undefined;
  },
  async write(key, value) {
    await (await open()).put('results', { value, at: Date.now() } satisfies Stored, key);
  },
};

/** Reads what the first screen of this address needed last time, so that it can be drawn at once. */
export async function readAhead(path: string): Promise<void> {
  const keys = await cache.read(firstOf(path));
  if (!Array.isArray(keys)) return;
  await Promise.all(
    keys.map(async (key) => {
      ahead.set(key, await cache.read(key));
    }),
  );
}

/** The first screen is there: the next visit reads ahead what it has asked for. */
export async function rememberFirstScreen(path: string): Promise<void> {
  const keys = [...(asked ?? [])];
  asked = null;
  ahead.clear();
  if (keys.length > 0) await cache.write(firstOf(path), keys);
}

/** After signing out, nothing of the company stays on the computer. */
export async function deleteCache(): Promise<void> {
  if (database === null) return;
  const db = await database;
  database = null;
  db.close();
  indexedDB.deleteDatabase(db.name);
}
