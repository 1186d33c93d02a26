import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { HIDDEN, hidePath } from '../../platform/hide-secrets.ts';
import type { ProviderKind } from '../invoices/index.ts';
import type { PaymentProviderShown } from './provider-schemas.ts';

export interface ProviderRow {
  payment_provider_id: string;
  provider_key: string;
  kind: ProviderKind;
  mode: 'test' | 'live';
  status: 'active' | 'disabled';
  sealed_secret: Buffer;
  created_at: Date;
  updated_at: Date;
}

const providers = table<ProviderRow>('payment_providers', {
  payment_provider_id: 'key',
  provider_key: 'fixed',
  kind: 'fixed',
  mode: 'value',
  status: 'value',
  sealed_secret: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toPaymentProvider(row: ProviderRow, baseUrl: string): PaymentProviderShown {
  return {
    payment_provider_id: toPublicId('payment_provider', row.payment_provider_id),
    kind: row.kind,
    mode: row.mode,
    status: row.status,
    provider_key: row.provider_key,
    webhook_url: `${baseUrl}/p/${row.provider_key}`,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** As events show it: keys are not in the log. */
export function toLoggedProvider(row: ProviderRow, baseUrl: string): PaymentProviderShown {
  const shown = toPaymentProvider(row, baseUrl);
  return { ...shown, provider_key: HIDDEN, webhook_url: hidePath(shown.webhook_url) };
}

const insertDirectoryEntry = statement(
  'insert_payment_provider_directory_entry',
  `insert into payment_provider_directory (organization_id, payment_provider_id, provider_key)
   values ($1, $2, $3)`,
);

/** Also inserts the directory entry that leads from the key to its organization. */
export function insertProvider(tx: Tx, row: ProviderRow): void {
  providers.insert(tx, row);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.payment_provider_id, row.provider_key]);
}

export const saveProvider = providers.update;
export const {
  find: findProvider,
  findOrNull: findProviderOrNull,
  lock: lockProvider,
} = providers.byKey('payment provider');
export const listProviderRows = providers.newestFirst();

const selectActive = statement(
  'select_active_payment_provider',
  `select ${providers.columns} from payment_providers where organization_id = $1 and status = 'active'`,
);

export async function findActiveProvider(tx: Tx): Promise<ProviderRow | null> {
  const [row] = await tx.query<ProviderRow>(selectActive, [tx.organizationId]);
  return row ?? null;
}

/** A provider found by its key. */
export interface PublicProvider {
  organization_id: string;
  payment_provider_id: string;
  kind: ProviderKind;
  mode: 'test' | 'live';
  sealed_secret: Buffer;
}

const selectPublic = statement('find_payment_provider', 'select * from find_payment_provider($1)');

/** Runs without a tenant, because the organization is found by the key. */
export async function findPublicProvider(
  database: Database,
  providerKey: string,
): Promise<PublicProvider | null> {
  const [provider] = await database.lookup<PublicProvider>(selectPublic, [providerKey]);
  return provider ?? null;
}
