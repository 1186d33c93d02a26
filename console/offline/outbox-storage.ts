import { type IDBPDatabase, openDB } from 'idb';
import type { OutboxEntry, OutboxStorage } from './outbox.ts';

/** In the browser's database, so that nothing is lost when the page is closed or the phone restarts. */
export function outboxStorage(owner: string): OutboxStorage {
  let database: Promise<IDBPDatabase> | null = null;
  const open = () => {
    database ??= openDB(`throughline outbox ${owner}`, 1, {
      upgrade: (db) => {
        db.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
      },
    });
    return database;
  };
  return {
    all: async (): Promise<OutboxEntry[]> => (await open()).getAll('entries'),
    async add(entry) {
      return Number(await (await open()).add('entries', entry));
    },
    async put(entry) {
      await (await open()).put('entries', entry);
    },
    async delete(id) {
      await (await open()).delete('entries', id);
    },
  };
}
