import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID, type RowsBefore } from '../../platform/paging.ts';
import type { Passkey } from './passkey-schemas.ts';

/** Passkeys belong to an account, so only functions of the database reach them. */
export interface PasskeyRow {
  passkey_id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  domain: string;
  name: string;
  is_synced: boolean;
  last_used_at: Date | null;
  refused_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export function toPasskey(row: PasskeyRow, userId: string): Passkey {
  return {
    passkey_id: toPublicId('passkey', row.passkey_id),
    user_id: toPublicId('user', userId),
    name: row.name,
    synced: row.is_synced,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    refused_at: row.refused_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function listPasskeyRows(accountId: string): RowsBefore<PasskeyRow> {
  return (tx, before, limit) => tx.query(ofAccount, [accountId, before ?? LAST_UUID, limit]);
}

export async function findPasskey(database: Database, credentialId: string) {
  return (await database.withoutTenant<PasskeyRow>(byCredential, [credentialId]))[0] ?? null;
}

export type NewPasskey = Omit<PasskeyRow, 'last_used_at' | 'refused_at' | 'revoked_at'>;

export async function insertPasskey(
  tx: Tx,
  row: NewPasskey,
): Promise<'created' | 'exists' | 'too_many'> {
  const { passkey_id, account_id, credential_id, public_key, sign_count, transports } = row;
  const key = [passkey_id, account_id, credential_id, public_key, sign_count, transports];
  const values = [...key, row.domain, row.name, row.is_synced, row.created_at];
  const [result] = await tx.query<{ result: 'created' | 'exists' | 'too_many' }>(insert, values);
  return result?.result ?? 'exists';
}

/** False if its counter did not grow, which is recorded. */
export async function usePasskey(
  tx: Tx,
  { passkey_id }: PasskeyRow,
  used: { signCount: number; isSynced: boolean },
): Promise<boolean> {
  const values = [passkey_id, used.signCount, used.isSynced, tx.now];
  return (await tx.query<{ is_used: boolean }>(use, values))[0]?.is_used ?? false;
}

/** Null if the account has no such passkey, or no longer. */
export async function revokePasskey(tx: Tx, accountId: string, passkeyId: string) {
  return (await tx.query<PasskeyRow>(revoke, [accountId, passkeyId, tx.now]))[0] ?? null;
}

const ofAccount = statement(
  'passkeys_of_account',
  'select * from passkeys_of_account($1, $2, $3::integer)',
);
const byCredential = statement('find_passkey', 'select * from find_passkey($1)');
const insert = statement(
  'create_passkey',
  'select create_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as result',
);
const use = statement('use_passkey', 'select use_passkey($1, $2, $3, $4) as is_used');
const revoke = statement('revoke_passkey', 'select * from revoke_passkey($1, $2, $3)');
