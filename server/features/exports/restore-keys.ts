import { searchKeys } from '../../domain/search.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { customerKeys } from '../customers/index.ts';
import { leadKeys, prepare, readAttribution, readMetadata } from '../leads/index.ts';
import { contactOf } from './adjust-row.ts';
import type { FileRow } from './check-file.ts';
import { addContactKeysBatch, findContacts } from './fill-queries.ts';

/** Computes the keys that duplicates and searches find these rows by. */
export async function restoreKeys(tx: Tx, type: string, rows: readonly FileRow[]): Promise<void> {
  if (type === 'lead') {
    const contacts = rows.map(({ data }) => {
      const contact = contactOf(data);
      const origin = {
        metadata: readMetadata(data.metadata),
        attribution: readAttribution(data.attribution),
      };
      const keys = leadKeys({ ...contact, ...origin }, prepare(contact));
      return { id: String(data.lead_id), keys };
    });
    addContactKeysBatch(tx, contacts);
  } else if (type === 'customer') {
    const contacts = rows.map(({ data }) => ({
      id: String(data.customer_id),
      keys: customerKeys(contactOf(data)),
    }));
    addContactKeysBatch(tx, contacts);
  } else if (type === 'contact_point') {
    addContactKeysBatch(tx, rows.map(keysOfPoint));
  } else if (type === 'job') {
    addContactKeysBatch(tx, await keysOfJobs(tx, rows));
  }
}

/** Of the phone number or mailbox alone, for the contact that had it. */
function keysOfPoint({ data }: FileRow) {
  const contact = { name: null, phone: null, email: null, address: null };
  const known = { ...contact, [String(data.kind)]: String(data.value) };
  const keys = [...new Set([...leadKeys(known, prepare(known)), ...customerKeys(known)])];
  return { id: String(data.contact_id), keys };
}

async function keysOfJobs(tx: Tx, rows: readonly FileRow[]) {
  const ids = [...new Set(rows.map(({ data }) => String(data.customer_id)))];
  const customers = new Map((await findContacts(tx, ids)).map((one) => [one.customer_id, one]));
  return rows.flatMap(({ data }) => {
    const customer = customers.get(String(data.customer_id));
    if (customer === undefined) return [];
    const { name, phone, email } = customer;
    const title = String(data.title);
    const keys = searchKeys({ name, phone, email, title }, 'job');
    return [{ id: String(data.job_id), keys }];
  });
}
