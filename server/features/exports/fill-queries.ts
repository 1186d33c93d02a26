import { bigintArray } from '../../platform/database/bigint-array.ts';
import { statement } from '../../platform/database/statement.ts';
import { checkConstraints, type Tx } from '../../platform/database/transaction.ts';
import { ORGANIZATION } from './exported-tables.ts';
import type { Sums } from './file-format.ts';

const lock = statement('lock_for_restore', 'select lock_for_restore($1) as event_seq');

/**
 * Nothing else can be committed to the organization until this transaction ends. Returns the end of its log. Fails with
 * the constraint organization_not_empty if it has data.
 */
export async function lockForRestore(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ event_seq: number }>(lock, [tx.organizationId]);
  return row?.event_seq ?? 0;
}

const tryToWork = statement(
  'try_to_restore',
  `select pg_try_advisory_xact_lock(hashtextextended('restore ' || $1::uuid, 0)) as locked`,
);

/** Whether this worker is the only one that restores into the organization. */
export async function takeRestore(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(tryToWork, [tx.organizationId]);
  return row?.locked ?? false;
}

const deferReferences = statement('defer_constraints', 'select defer_constraints($1)');

/** Leads refer to later leads and to customers, which are written after them. */
export function deferLeadReferences(tx: Tx): void {
  tx.query(deferReferences, [tx.organizationId]);
}

const dangling = (column: string, table: string, key: string) =>
  `(select l.lead_id, '${column}' as column from leads l
    where l.organization_id = $1 and l.${column} is not null and not exists (
      select from ${table} o where o.organization_id = $1 and o.${key} = l.${column})
    limit 1)`;
const selectDangling = statement(
  'select_dangling_lead',
  [
    dangling('customer_id', 'customers', 'customer_id'),
    dangling('duplicate_of', 'leads', 'lead_id'),
    dangling('merged_into', 'leads', 'lead_id'),
    `(select c.lead_id, 'customer''s merged_into' from customers c
      where c.organization_id = $1 and c.merged_into is not null and not exists (
        select from customers o where o.organization_id = $1 and o.customer_id = c.merged_into)
      limit 1)`,
  ].join(' union all '),
);

/**
 * Checks them. The lead is looked for first, because under row-level security PostgreSQL does not say which key is
 * missing.
 */
export async function checkLeadReferences(tx: Tx): Promise<void> {
  const rows = await tx.query<{ lead_id: string; column: string }>(selectDangling, [
    tx.organizationId,
  ]);
  if (rows[0]) throw new DanglingLead(rows[0].lead_id, rows[0].column);
  await tx.query(checkConstraints, [tx.organizationId]);
}

/** A lead that refers to a row that is not in the file. */
export class DanglingLead extends Error {
  readonly leadId: string;
  readonly column: string;

  constructor(leadId: string, column: string) {
    super(`The ${column} of the lead ${leadId} does not exist.`);
    this.leadId = leadId;
    this.column = column;
  }
}

const writeRows = statement('restore_rows', 'select restore_rows($1, $2, $3, $4) as result');

export type WrittenRows =
  | { inserted: number }
  | {
      index: number;
      state: string;
      message: string;
      constraint: string | null;
      column: string | null;
    };

/** The lines as they are in the file, and for each the columns that do not come from it. */
export async function restoreRows(
  tx: Tx,
  table: string,
  lines: readonly string[],
  overrides: readonly object[],
): Promise<WrittenRows> {
  const values = [tx.organizationId, table, `[${lines.join()}]`, JSON.stringify(overrides)];
  const [row] = await tx.query<{ result: WrittenRows }>(writeRows, values);
  return row?.result ?? { inserted: 0 };
}

const settings = ORGANIZATION.ruled.map((column) => `${column} = r.${column}`).join(', ');
const updateSettings = statement(
  'restore_organization_settings',
  `update organizations o set ${settings}, updated_at = $3
   from jsonb_populate_record(null::organizations, $2::jsonb) as r where o.organization_id = $1`,
);

export async function restoreSettings(tx: Tx, data: object): Promise<void> {
  await tx.query(updateSettings, [tx.organizationId, JSON.stringify(data), tx.now]);
}

const retire = statement(
  'retire_ready_playbooks',
  `update playbooks set key = null, enabled = false, archived_at = $3, updated_at = $3
   where organization_id = $1 and key = any ($2)`,
);

/** Playbooks that the organization came with make room for those of the file. */
export function retireReadyPlaybooks(tx: Tx, keys: readonly string[]): void {
  if (keys.length > 0) tx.query(retire, [tx.organizationId, keys, tx.now]);
}

const addKeys = statement(
  'add_contact_keys_batch',
  'select add_contact_keys_batch($1, $2, $3, $4)',
);

export function addContactKeysBatch(
  tx: Tx,
  contacts: readonly { id: string; keys: readonly bigint[] }[],
): void {
  const rows = contacts.flatMap(({ keys }, index) => keys.map(() => index + 1));
  tx.query(addKeys, [
    tx.organizationId,
    contacts.map(({ id }) => id),
    bigintArray(contacts.flatMap(({ keys }) => keys)),
    rows,
  ]);
}

export interface ContactOfCustomer {
  customer_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
}

const selectCustomers = statement(
  'select_restored_customers',
  `select customer_id, name, phone, email from customers
   where organization_id = $1 and customer_id = any ($2)`,
);

export async function findContacts(
  tx: Tx,
  customerIds: readonly string[],
): Promise<ContactOfCustomer[]> {
  return tx.query(selectCustomers, [tx.organizationId, customerIds]);
}

const compareSums = statement('compare_money_sums', 'select money_sums($1) = $2::jsonb as equal');

export async function hasSums(tx: Tx, sums: Sums): Promise<boolean> {
  const values = [tx.organizationId, JSON.stringify(sums)];
  const [row] = await tx.query<{ equal: boolean }>(compareSums, values);
  return row?.equal ?? false;
}

/** What no line of the file has: counters, directories of keys, and where followers of the log are. */
const completions = [
  statement('continue_numbers', 'select continue_numbers($1)'),
  statement(
    'skip_restored_events',
    `update event_cursors set last_seq = (
       select c.event_seq from organization_counters c where c.organization_id = $1)
     where organization_id = $1`,
  ),
];
const insertPace = statement(
  'insert_restored_pace',
  'insert into follow_up_paces (organization_id, used_until) values ($1, $2) on conflict do nothing',
);

/** The directories are on every node of a cluster, so their rows are read before they are written. */
const publicKeys = [
  {
    select: statement(
      'select_restored_forms',
      'select form_id as id, form_key as key from forms where organization_id = $1',
    ),
    insert: statement(
      'restore_form_directory',
      'insert into form_directory (organization_id, form_id, form_key) values ($1, $2, $3)',
    ),
  },
  {
    select: statement(
      'select_restored_sources',
      'select source_id as id, source_key as key from sources where organization_id = $1',
    ),
    insert: statement(
      'restore_source_directory',
      'insert into source_directory (organization_id, source_id, source_key) values ($1, $2, $3)',
    ),
  },
  {
    select: statement(
      'select_restored_booking_pages',
      'select booking_page_id as id, page_key as key from booking_pages where organization_id = $1',
    ),
    insert: statement(
      'restore_booking_page_directory',
      'insert into booking_page_directory (organization_id, booking_page_id, page_key) values ($1, $2, $3)',
    ),
  },
  {
    select: statement(
      'select_restored_channels',
      'select channel_id as id, channel_key as key from channels where organization_id = $1',
    ),
    insert: statement(
      'restore_channel_directory',
      'insert into channel_directory (organization_id, channel_id, channel_key) values ($1, $2, $3)',
    ),
  },
];

export async function completeTables(tx: Tx): Promise<void> {
  for (const { select, insert } of publicKeys) {
    const rows = await tx.query<{ id: string; key: string }>(select, [tx.organizationId]);
    for (const { id, key } of rows) tx.query(insert, [tx.organizationId, id, key]);
  }
  for (const one of completions) tx.query(one, [tx.organizationId]);
  tx.query(insertPace, [tx.organizationId, tx.now]);
}

const deleteChunks = statement(
  'delete_restore_chunks',
  'delete from restore_chunks where organization_id = $1 and restore_id = $2',
);

export function deleteFile(tx: Tx, restoreId: string): void {
  tx.query(deleteChunks, [tx.organizationId, restoreId]);
}

const progress = statement(
  'save_restore_progress',
  `update restores set lines_done = $3, updated_at = $4
   where organization_id = $1 and restore_id = $2 and status = 'running'`,
);

export function saveProgress(tx: Tx, restoreId: string, lines: number): void {
  tx.query(progress, [tx.organizationId, restoreId, lines, tx.now]);
}
