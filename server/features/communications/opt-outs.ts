import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { emit, pendingEvent } from '../../platform/events/event.ts';
import { contactOptedIn, contactOptedOut } from './events.ts';
import { canonicalAddress, type SentBy } from './message.ts';

/** Addresses that nothing is sent to, whoever has them. */

interface OptOutRow {
  channel: SentBy;
  address: string;
  source: string;
  opted_out_at: Date;
  revoked_at: Date | null;
}

export interface Address {
  channel: SentBy;
  address: string;
}

const selectOptOut = statement(
  'select_opt_out',
  `select exists (
     select from opt_outs
     where organization_id = $1 and channel = $2 and address = $3 and revoked_at is null
   ) as opted_out`,
);

export async function isOptedOut(tx: Tx, { channel, address }: Address): Promise<boolean> {
  const values = [tx.organizationId, channel, canonicalAddress(channel, address)];
  const [row] = await tx.query<{ opted_out: boolean }>(selectOptOut, values);
  return row!.opted_out;
}

const insertOptOut = statement(
  'insert_opt_out',
  `insert into opt_outs as o (organization_id, channel, address, source, opted_out_at)
   values ($1, $2, $3, $4, $5)
   on conflict (organization_id, channel, address) do update
     set source = excluded.source, opted_out_at = excluded.opted_out_at, revoked_at = null
     where o.revoked_at is not null
   returning channel, address, source, opted_out_at, revoked_at`,
);

/** Whether they had not opted out before. */
export async function optOut(
  tx: Tx,
  lifecycleNumber: string | null,
  { channel, address, source }: Address & { source: string },
): Promise<boolean> {
  const values = [tx.organizationId, channel, canonicalAddress(channel, address), source, tx.now];
  const [row] = await tx.query<OptOutRow>(insertOptOut, values);
  if (!row) return false;
  const event = pendingEvent(contactOptedOut, toOptOut(row, lifecycleNumber));
  emit(tx, lifecycleNumber, event);
  return true;
}

const revokeOptOut = statement(
  'revoke_opt_out',
  `update opt_outs set revoked_at = $4
   where organization_id = $1 and channel = $2 and address = $3 and revoked_at is null
   returning channel, address, source, opted_out_at, revoked_at`,
);

export async function optIn(
  tx: Tx,
  lifecycleNumber: string | null,
  { channel, address }: Address,
): Promise<void> {
  const values = [tx.organizationId, channel, canonicalAddress(channel, address), tx.now];
  const [row] = await tx.query<OptOutRow>(revokeOptOut, values);
  if (!row) return;
  emit(tx, lifecycleNumber, pendingEvent(contactOptedIn, toOptOut(row, lifecycleNumber)));
}

function toOptOut(row: OptOutRow, lifecycleNumber: string | null) {
  return {
    lifecycle_number: lifecycleNumber,
    channel: row.channel,
    address: row.address,
    source: row.source,
    opted_out_at: row.opted_out_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
