import { toPublicId } from '../../../domain/ids.ts';
import { type Address, canonicalAddress, type SentBy } from '../../../domain/message-address.ts';
import { rowFinder } from '../../../platform/database/found-row.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { newUuid } from '../../../platform/ids.ts';
import { LAST_UUID } from '../../../platform/paging.ts';
import { contactOptedIn, contactOptedOut } from './events.ts';
import type { OptOut } from './schemas.ts';

/** Addresses that nothing is sent to, whoever has them. What has ended is kept beside what stands. */

export interface OptOutRow {
  opt_out_id: string;
  lifecycle_number: string | null;
  channel: SentBy;
  address: string;
  said_by: OptOut['said_by'];
  source: string;
  opted_out_at: Date;
  revoked_at: Date | null;
  revoked_source: string | null;
}

const COLUMNS =
  'opt_out_id, lifecycle_number, channel, address, said_by, source, opted_out_at, revoked_at, revoked_source';

const insertOptOut = statement(
  'insert_opt_out',
  `insert into opt_outs (organization_id, opt_out_id, lifecycle_number, channel, address, said_by, source,
     opted_out_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (organization_id, channel, address) where revoked_at is null do nothing
   returning ${COLUMNS}`,
);

/** What was said now; where the address has opted out before, that stands. */
export async function optOut(
  tx: Tx,
  lifecycleNumber: string | null,
  said: Address & Pick<OptOutRow, 'said_by' | 'source'>,
): Promise<{ row: OptOutRow; isNew: boolean }> {
  const [inserted] = await tx.query<OptOutRow>(insertOptOut, [
    tx.organizationId,
    newUuid(),
    lifecycleNumber,
    said.channel,
    canonicalAddress(said.channel, said.address),
    said.said_by,
    said.source,
    tx.now,
  ]);
  if (inserted) {
    tx.emit(lifecycleNumber, pendingEvent(contactOptedOut, toOptOut(inserted)));
    return { row: inserted, isNew: true };
  }
  const standing = await findStanding(tx, said);
  // It ended between the two statements: then this one counts.
  return standing === null ? optOut(tx, lifecycleNumber, said) : { row: standing, isNew: false };
}

const selectStanding = statement(
  'select_standing_opt_out',
  `select ${COLUMNS} from opt_outs
   where organization_id = $1 and channel = $2 and address = $3 and revoked_at is null`,
);

/** The one that stands for the address; null if there is none. */
async function findStanding(tx: Tx, { channel, address }: Address): Promise<OptOutRow | null> {
  const values = [tx.organizationId, channel, canonicalAddress(channel, address)];
  const [row] = await tx.query<OptOutRow>(selectStanding, values);
  return row ?? null;
}

export async function isOptedOut(tx: Tx, address: Address): Promise<boolean> {
  return (await findStanding(tx, address)) !== null;
}

const revokeStanding = statement(
  'revoke_standing_opt_out',
  `update opt_outs set revoked_at = $4, revoked_source = $5
   where organization_id = $1 and channel = $2 and address = $3 and revoked_at is null
   returning ${COLUMNS}`,
);

/** Ends what stands for the address, if anything does, and tells of it under the number of the contact. */
export async function optIn(
  tx: Tx,
  lifecycleNumber: string | null,
  address: Address,
  source: string,
): Promise<OptOutRow | null> {
  const row = await endOptOut(tx, address, source);
  if (row) emitOptedIn(tx, lifecycleNumber, row);
  return row;
}

export async function endOptOut(
  tx: Tx,
  { channel, address }: Address,
  source: string,
): Promise<OptOutRow | null> {
  const values = [tx.organizationId, channel, canonicalAddress(channel, address), tx.now, source];
  const [row] = await tx.query<OptOutRow>(revokeStanding, values);
  return row ?? null;
}

export function emitOptedIn(tx: Tx, lifecycleNumber: string | null, row: OptOutRow): void {
  tx.emit(lifecycleNumber, pendingEvent(contactOptedIn, toOptOut(row)));
}

const selectOne = statement(
  'select_opt_out',
  `select ${COLUMNS} from opt_outs where organization_id = $1 and opt_out_id = $2`,
);

export const findOptOut = rowFinder<OptOutRow>(selectOne, 'opt-out');

export interface OptOutFilters {
  lifecycleNumber: string | null;
  /** In canonical form. */
  addresses: string[] | null;
  channel: SentBy | null;
  standing: boolean | null;
}

const selectAll = statement(
  'list_opt_outs',
  `select ${COLUMNS} from opt_outs
   where organization_id = $1 and opt_out_id < $2
   order by opt_out_id desc limit $3`,
);
/** Few belong to one number, so the rest is looked at row by row. */
const selectOfLifecycle = statement(
  'list_opt_outs_of_lifecycle',
  `select ${COLUMNS} from opt_outs
   where organization_id = $1 and opt_out_id < $2 and lifecycle_number = $4
     and ($5::text[] is null or address = any ($5)) and ($6::text is null or channel = $6)
     and ($7::boolean is null or (revoked_at is null) = $7)
   order by opt_out_id desc limit $3`,
);
/** And to one address. */
const selectOfAddresses = statement(
  'list_opt_outs_of_addresses',
  `select ${COLUMNS} from opt_outs
   where organization_id = $1 and opt_out_id < $2 and address = any ($4)
     and ($5::text is null or channel = $5) and ($6::boolean is null or (revoked_at is null) = $6)
   order by opt_out_id desc limit $3`,
);
const selectOfKinds = statement(
  'list_opt_outs_of_kinds',
  `select o.* from unnest($4::text[]) as wanted (channel)
   cross join unnest($5::boolean[]) as are (standing)
   cross join lateral (
     select ${COLUMNS} from opt_outs o
     where o.organization_id = $1 and o.channel = wanted.channel
       and (o.revoked_at is null) = are.standing and o.opt_out_id < $2
     order by o.opt_out_id desc limit $3
   ) as o
   order by opt_out_id desc limit $3`,
);

/** Newest first. */
export function listOptOutRows(
  tx: Tx,
  { lifecycleNumber, addresses, channel, standing }: OptOutFilters,
  before: string | null,
  limit: number,
): Promise<OptOutRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  if (lifecycleNumber !== null) {
    const rest = [lifecycleNumber, addresses, channel, standing];
    return tx.query(selectOfLifecycle, [...values, ...rest]);
  }
  if (addresses !== null) {
    return tx.query(selectOfAddresses, [...values, addresses, channel, standing]);
  }
  if (channel === null && standing === null) return tx.query(selectAll, values);
  const channels = channel === null ? ['sms', 'email'] : [channel];
  const kinds = standing === null ? [true, false] : [standing];
  return tx.query(selectOfKinds, [...values, channels, kinds]);
}

export function toOptOut(row: OptOutRow): OptOut {
  return {
    opt_out_id: toPublicId('opt_out', row.opt_out_id),
    lifecycle_number: row.lifecycle_number,
    channel: row.channel,
    address: row.address,
    said_by: row.said_by,
    source: row.source,
    opted_out_at: row.opted_out_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    revoked_source: row.revoked_source,
    created_at: row.opted_out_at.toISOString(),
    updated_at: (row.revoked_at ?? row.opted_out_at).toISOString(),
  };
}
