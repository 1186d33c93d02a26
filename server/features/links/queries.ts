import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { filteredList } from '../../platform/database/filtered-list.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { KIND_OF, type Purpose } from './link.ts';
import { hashLinkKey } from './link-key.ts';
import type { Link } from './schemas.ts';

export interface LinkRow {
  link_id: string;
  purpose: Purpose;
  /** Of the appointment, the estimate, the invoice or the customer, by the purpose. */
  target_id: string;
  lifecycle_number: string;
  communication_id: string | null;
  expires_at: Date;
  revoked_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const links = table<LinkRow>('links', {
  link_id: 'key',
  purpose: 'fixed',
  target_id: 'fixed',
  lifecycle_number: 'fixed',
  communication_id: 'fixed',
  expires_at: 'fixed',
  revoked_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toLink(row: LinkRow): Link {
  const target = (purpose: Purpose) =>
    toPublicIdOrNull(KIND_OF[purpose], row.purpose === purpose ? row.target_id : null);
  return {
    link_id: toPublicId('link', row.link_id),
    purpose: row.purpose,
    lifecycle_number: row.lifecycle_number,
    appointment_id: target('visit'),
    estimate_id: target('estimate'),
    invoice_id: target('invoice'),
    customer_id: target('profile'),
    communication_id: toPublicIdOrNull('communication', row.communication_id),
    expires_at: row.expires_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const { find: findLink, lock: lockLink } = links.byKey('link');
export const linkResource = { save: links.update, show: toLink };
/** Without a key: the message that brings it gets one when it is sent. */
export const insertLinkWithoutKey = links.insert;

const insertRow = statement(
  'insert_link_with_key',
  `insert into links (organization_id, link_id, purpose, target_id, lifecycle_number, communication_id, expires_at,
     revoked_at, created_at, updated_at, key_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (organization_id, key_hash) where key_hash is not null do nothing
   returning link_id`,
);

/** False if there is a link with this key already. */
export async function insertLink(tx: Tx, row: LinkRow, key: string): Promise<boolean> {
  const inserted = await tx.query(insertRow, [
    tx.organizationId,
    row.link_id,
    row.purpose,
    row.target_id,
    row.lifecycle_number,
    row.communication_id,
    row.expires_at,
    row.revoked_at,
    row.created_at,
    row.updated_at,
    hashLinkKey(key),
  ]);
  return inserted.length === 1;
}

/** Filters that are null are not used. */
export const listLinkRows = filteredList<LinkRow, 'purpose' | 'target' | 'number'>({
  name: 'list_links',
  select: `${links.columns} from links k`,
  alias: 'k',
  id: 'link_id',
  conditions: {
    purpose: (purpose) => `k.purpose = ${purpose}`,
    target: (id) => `k.target_id = ${id}`,
    number: (number) => `k.lifecycle_number = ${number}`,
  },
});

const selectByKey = statement(
  'find_link_of_key',
  `select ${links.columns} from links
   where organization_id = $1 and key_hash = $2 and revoked_at is null`,
);

/** Null if it is unknown or revoked. One that has expired can still be needed. */
export async function findLinkOfKey(tx: Tx, key: string): Promise<LinkRow | null> {
  const values = [tx.organizationId, hashLinkKey(key)];
  const [row] = await tx.query<LinkRow>(selectByKey, values);
  return row ?? null;
}

const lockOfNumbers = statement(
  'lock_links_of_lifecycles',
  `select ${links.columns} from links
   where organization_id = $1 and lifecycle_number = any ($2) and revoked_at is null
   order by link_id for no key update`,
);

export function lockLinksOf(tx: Tx, lifecycleNumbers: readonly string[]): Promise<LinkRow[]> {
  return tx.query<LinkRow>(lockOfNumbers, [tx.organizationId, lifecycleNumbers]);
}
