import { createHmac, randomBytes } from 'node:crypto';
import { HASH_PREFIX } from '../../../domain/erased.ts';
import { type Address, canonicalAddress } from '../../../domain/message-address.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { conflict } from '../../../platform/errors.ts';
import { sealedTable } from '../../../platform/sealed-table.ts';
import { requireSecrets } from '../../../platform/secrets.ts';

/**
 * An opt-out still holds after its person was erased: its address is replaced by a hash. The key of the hash is
 * random, one per organization, and sealed, so a copy of the database does not reveal the address. When the key of
 * the service is rotated, this one is sealed again, and the hashes stay valid.
 */

const selectKey = statement(
  'select_erasure_key',
  'select sealed_secret from erasure_keys where organization_id = $1',
);
const insertKey = statement(
  'insert_erasure_key',
  `insert into erasure_keys (organization_id, sealed_secret, created_at) values ($1, $2, $3)
   on conflict do nothing`,
);

const ownerOf = (organizationId: string) => `${organizationId} erasure`;
const owner = (tx: Tx) => ownerOf(tx.organizationId);

export const sealedErasureKeys = sealedTable(
  'erasure_keys',
  'organization_id',
  ['sealed_secret'],
  ownerOf,
);

async function findKey(tx: Tx): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed_secret: Buffer }>(selectKey, [tx.organizationId]);
  if (!row) return null;
  const secret = requireSecrets(tx.secrets).open(row.sealed_secret, owner(tx));
  if (secret === null) {
    throw conflict(
      'secret_key_missing',
      'The opt-outs of erased people cannot be read: they were sealed with another key. Set THROUGHLINE_SECRET_KEY to the key of that time.',
    );
  }
  return Buffer.from(secret, 'base64');
}

function hashOf(key: Buffer, { channel, address }: Address): string {
  const mac = createHmac('sha256', key).update(`${channel} ${address}`).digest('hex');
  return `${HASH_PREFIX}${mac}`;
}

/** The forms in which an opt-out of the address can be stored: the address, and its hash if people were erased. */
export async function storedForms(tx: Tx, { channel, address }: Address): Promise<string[]> {
  const canonical = canonicalAddress(channel, address);
  const key = await findKey(tx);
  return key === null ? [canonical] : [canonical, hashOf(key, { channel, address: canonical })];
}

/** The addresses as they are stored, each with the hash that replaces it. */
export async function hashAddresses(
  tx: Tx,
  addresses: readonly Address[],
): Promise<(Address & { hash: string })[]> {
  const fresh = requireSecrets(tx.secrets).seal(randomBytes(32).toString('base64'), owner(tx));
  tx.query(insertKey, [tx.organizationId, fresh, tx.now]);
  const key = await findKey(tx);
  if (key === null) throw new Error('The key of erased addresses is missing');
  return addresses.map(({ channel, address }) => {
    const stored = { channel, address: canonicalAddress(channel, address) };
    return { ...stored, hash: hashOf(key, stored) };
  });
}
