import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Retention, RetentionKind } from './schemas.ts';

export interface RetentionRow {
  organization_id: string;
  transcripts_days: number | null;
  messages_days: number | null;
  deliveries_days: number | null;
  raw_payloads_days: number | null;
  replaced: Partial<Record<RetentionKind, number>>;
  created_at: Date;
  updated_at: Date;
}

const insertDefaults = statement(
  'insert_retention_settings',
  `insert into retention_settings (organization_id, created_at, updated_at) values ($1, $2, $2)
   on conflict do nothing`,
);
const select =
  'select organization_id, transcripts_days, messages_days, deliveries_days, raw_payloads_days, replaced,\n' +
  '     created_at, updated_at from retention_settings where organization_id = $1';
const selectSettings = statement('select_retention_settings', select);
const lockSettings = statement('lock_retention_settings', `${select} for no key update`);

/** Null until a setting was changed for the first time: nothing expires. */
export async function findRetention(tx: Tx): Promise<RetentionRow | null> {
  const [row] = await tx.query<RetentionRow>(selectSettings, [tx.organizationId]);
  return row ?? null;
}

export async function lockRetention(tx: Tx): Promise<RetentionRow> {
  tx.query(insertDefaults, [tx.organizationId, tx.now]);
  const [row] = await tx.query<RetentionRow>(lockSettings, [tx.organizationId]);
  if (!row) throw new Error('The retention settings were not created.');
  return row;
}

const updateSettings = statement(
  'update_retention_settings',
  `update retention_settings
   set transcripts_days = $2, messages_days = $3, deliveries_days = $4, raw_payloads_days = $5, replaced = $6,
       updated_at = $7
   where organization_id = $1`,
);

export function saveRetention(tx: Tx, row: RetentionRow): void {
  tx.query(updateSettings, [
    tx.organizationId,
    row.transcripts_days,
    row.messages_days,
    row.deliveries_days,
    row.raw_payloads_days,
    JSON.stringify(row.replaced),
    row.updated_at,
  ]);
}

export function toRetention(row: RetentionRow): Retention {
  return {
    organization_id: toPublicId('organization', row.organization_id),
    transcripts_days: row.transcripts_days,
    messages_days: row.messages_days,
    deliveries_days: row.deliveries_days,
    raw_payloads_days: row.raw_payloads_days,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const applyBatch = statement(
  'apply_retention',
  'select apply_retention($1, $2, $3, $4) as has_more',
);

const ROWS_PER_BATCH = 1_000;

/** The scans of each kind: events repeat what messages say. */
export const SCANS: Record<RetentionKind, readonly string[]> = {
  transcripts: ['transcripts', 'transcripts_events'],
  messages: ['messages', 'messages_events'],
  deliveries: ['deliveries'],
  raw_payloads: ['raw_payloads', 'raw_payloads_receipts'],
};

/** Replaces the values of the next rows that are older. Returns whether there may be more. */
export async function expireBatch(tx: Tx, scan: string, before: Date): Promise<boolean> {
  const values = [tx.organizationId, scan, before, ROWS_PER_BATCH];
  const [row] = await tx.query<{ has_more: boolean }>(applyBatch, values);
  return row?.has_more ?? false;
}
