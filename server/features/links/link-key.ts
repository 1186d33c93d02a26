import { hash } from 'node:crypto';
import { newOrganizationKey, organizationKeyOf } from '../../domain/organization-key.ts';
import { base32Of } from '../../platform/base32.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** The key names its organization, so it is found without a directory of all of them. */
export function newLinkKey(tx: Tx): string {
  return newOrganizationKey(tx.organizationId);
}

/**
 * The same key each time for the same thing, so that repeating what made it changes nothing. Without a secret key there is
 * nothing to derive it from, and it is a new one each time.
 */
export function derivedLinkKey(tx: Tx, thing: string): string {
  const mac = tx.secrets?.sign('customer link', `${tx.organizationId} ${thing}`);
  return mac === undefined
    ? newLinkKey(tx)
    : organizationKeyOf(tx.organizationId, base32Of(mac.subarray(0, 26)));
}

/** Only this hash is stored. A key has 130 random bits, so a plain hash cannot be reversed by search. */
export function hashLinkKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

export function linkUrl(baseUrl: string, key: string): string {
  return `${baseUrl}/c/${key}`;
}
