import { ERASED, HASH_PREFIX } from '../../../domain/erased.ts';
import { toPublicId } from '../../../domain/ids.ts';
import { type Address, canonicalAddress, type SentBy } from '../../../domain/message-address.ts';
import { rowFinder } from '../../../platform/database/found-row.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { newUuid } from '../../../platform/ids.ts';
import { LAST_UUID } from '../../../platform/paging.ts';
import { storedForms } from './erased-addresses.ts';
import { contactOptedIn, contactOptedOut } from './events.ts';
import type { OptOut } from './schemas.ts';

/** Addresses that opted out, for every contact that has them. Revoked opt-outs stay in the table. */

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

/** Creates an opt-out, or returns the active one of the address. */
export async function optOut(
  tx: Tx,
  lifecycleNumber: string | null,
  input: Address & Pick<OptOutRow, 'said_by' | 'source'>,
): Promise<{ row: OptOutRow; isNew: boolean }> {
  const [inserted] = await tx.query<OptOutRow>(insertOptOut, [
    tx.organizationId,
    newUuid(),
    lifecycleNumber,
    input.channel,
    canonicalAddress(input.channel, input.address),
    input.said_by,
    input.source,
    tx.now,
  ]);
  if (inserted) {
    tx.emit(lifecycleNumber, pendingEvent(contactOptedOut, toOptOut(inserted)));
    return { row: inserted, isNew: true };
  }
  const active = await findActive(tx, input);
  // It was revoked between the two statements, so try again.
  return active === null ? optOut(tx, lifecycleNumber, input) : { row: active, isNew: false };
}

const selectActive = statement(
  'select_standing_opt_out',
  `select ${COLUMNS} from opt_outs
   where organization_id = $1 and channel = $2 and address = any ($3) and revoked_at is null
   limit 1`,
);

/** The active opt-out of the address; null if there is none. */
export async function findActive(tx: Tx, address: Address): Promise<OptOutRow | null> {
  const values = [tx.organizationId, address.channel, await storedForms(tx, address)];
  const [row] = await tx.query<OptOutRow>(selectActive, values);
  return row ?? null;
}

export async function isOptedOut(tx: Tx, address: Address): Promise<boolean> {
  return (await findActive(tx, address)) !== null;
}

const revokeActive = statement(
  'revoke_standing_opt_out',
  `update opt_outs set revoked_at = $4, revoked_source = $5
   where organization_id = $1 and channel = $2 and address = any ($3) and revoked_at is null
   returning ${COLUMNS}`,
);

/** Revokes the active opt-out of the address, if there is one, and emits an event for the contact. */
export async function optIn(
  tx: Tx,
  lifecycleNumber: string | null,
  address: Address,
  source: string,
): Promise<OptOutRow | null> {
  const row = await revokeActiveOptOut(tx, address, source);
  if (row) emitOptedIn(tx, lifecycleNumber, row);
  return row;
}

export async function revokeActiveOptOut(
  tx: Tx,
  address: Address,
  source: string,
): Promise<OptOutRow | null> {
  const forms = await storedForms(tx, address);
  const values = [tx.organizationId, address.channel, forms, tx.now, source];
  const [row] = await tx.query<OptOutRow>(revokeActive, values);
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
/** One lifecycle number has few opt-outs, so the other filters are checked row by row. */
const selectOfLifecycle = statement(
  'list_opt_outs_of_lifecycle',
  `select ${COLUMNS} from opt_outs
   where organization_id = $1 and opt_out_id < $2 and lifecycle_number = $4
     and ($5::text[] is null or address = any ($5)) and ($6::text is null or channel = $6)
     and ($7::boolean is null or (revoked_at is null) = $7)
   order by opt_out_id desc limit $3`,
);
/** One address has few opt-outs, so the other filters are checked row by row. */
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
    address: row.address.startsWith(HASH_PREFIX) ? ERASED : row.address,
    said_by: row.said_by,
    source: row.source,
    opted_out_at: row.opted_out_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    revoked_source: row.revoked_source,
    created_at: row.opted_out_at.toISOString(),
    updated_at: (row.revoked_at ?? row.opted_out_at).toISOString(),
  };
}
