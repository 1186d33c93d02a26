import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { toPublicId } from '../../platform/ids.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { Communication } from './schemas.ts';

export interface CommunicationRow {
  communication_id: string;
  lifecycle_number: string;
  lead_id: string;
  channel: Communication['channel'];
  direction: Communication['direction'];
  body: string | null;
  duration_seconds: number | null;
  recording_url: string | null;
  occurred_at: Date;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `communication_id, lifecycle_number, lead_id, channel, direction, body, duration_seconds,
  recording_url, occurred_at, created_at, updated_at`;

export function toCommunication(row: CommunicationRow): Communication {
  return {
    communication_id: toPublicId('comm', row.communication_id),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    channel: row.channel,
    direction: row.direction,
    body: row.body,
    duration_seconds: row.duration_seconds,
    recording_url: row.recording_url,
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertRow = statement(
  'insert_communication',
  `insert into communications (organization_id, ${COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export function insertCommunication(tx: Tx, row: CommunicationRow): void {
  tx.query(insertRow, [
    tx.organizationId,
    row.communication_id,
    row.lifecycle_number,
    row.lead_id,
    row.channel,
    row.direction,
    row.body,
    row.duration_seconds,
    row.recording_url,
    row.occurred_at,
    row.created_at,
    row.updated_at,
  ]);
}

const selectOne = statement(
  'select_communication',
  `select ${COLUMNS} from communications where organization_id = $1 and communication_id = $2`,
);

export async function findCommunication(tx: Tx, id: string): Promise<CommunicationRow> {
  const [row] = await tx.query<CommunicationRow>(selectOne, [tx.organizationId, id]);
  if (!row) throw notFound('communication');
  return row;
}

const selectAll = statement(
  'list_communications',
  `select ${COLUMNS} from communications
   where organization_id = $1 and communication_id < $2
   order by communication_id desc limit $3`,
);
const selectOfLifecycle = statement(
  'list_communications_of_lifecycle',
  `select ${COLUMNS} from communications
   where organization_id = $1 and communication_id < $2 and lifecycle_number = $4
   order by communication_id desc limit $3`,
);

/** Newest first, of one number or of all. */
export function listCommunicationRows(
  tx: Tx,
  lifecycleNumber: string | null,
  before: string | null,
  limit: number,
): Promise<CommunicationRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  return lifecycleNumber === null
    ? tx.query(selectAll, values)
    : tx.query(selectOfLifecycle, [...values, lifecycleNumber]);
}

const selectNewest = statement(
  'list_newest_communications',
  `select c.* from unnest($2::text[]) as wanted (number)
   cross join lateral (
     select ${COLUMNS} from communications
     where organization_id = $1 and lifecycle_number = wanted.number
     order by communication_id desc limit 20
   ) as c
   order by communication_id desc limit 20`,
);

/** The newest twenty of several numbers that are one. */
export async function newestCommunications(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Communication[]> {
  const rows = await tx.query<CommunicationRow>(selectNewest, [
    tx.organizationId,
    lifecycleNumbers,
  ]);
  return rows.map(toCommunication);
}
