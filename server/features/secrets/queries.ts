import { toPublicId } from '../../domain/ids.ts';
import { table } from '../../platform/database/table.ts';
import { sealedTable } from '../../platform/sealed-table.ts';
import type { Secret } from './schemas.ts';

export interface SecretRow {
  secret_id: string;
  name: string;
  /** Null once it is deleted. */
  sealed_value: Buffer | null;
  allowed_hosts: string[];
  last_used_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const secrets = table<SecretRow>('secrets', {
  secret_id: 'key',
  name: 'fixed',
  sealed_value: 'value',
  allowed_hosts: 'value',
  // Only use-secrets.ts writes this.
  last_used_at: 'fixed',
  deleted_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
export const SECRET_COLUMNS = secrets.columns;

export function toSecret(row: SecretRow): Secret {
  return {
    secret_id: toPublicId('secret', row.secret_id),
    name: row.name,
    allowed_hosts: row.allowed_hosts,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const secretResource = {
  insert: secrets.insert,
  save: secrets.update,
  show: toSecret,
};
export const { find: findSecret, lock: lockSecret } = secrets.byKey('secret');

/** The value of one secret is encrypted for it and cannot be read as the value of another. */
export function ownerName(organizationId: string, secretId: string): string {
  return `secret ${organizationId} ${secretId}`;
}

export const sealedSecrets = sealedTable('secrets', 'secret_id', ['sealed_value'], ownerName);

export const listSecretRows = secrets.newestFirst('deleted_at is null');
