import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { sealedTable } from '../../../platform/sealed-table.ts';
import type { Secrets } from '../../../platform/secrets.ts';

export interface SigningSecretRow {
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  created_at: Date;
}

const selectSecret = statement(
  'select_playbook_signing_secret',
  `select sealed_secret, sealed_previous_secret, previous_secret_until, created_at
   from playbook_signing_secrets where organization_id = $1`,
);

export async function findSigningSecret(tx: Tx): Promise<SigningSecretRow | null> {
  const [row] = await tx.query<SigningSecretRow>(selectSecret, [tx.organizationId]);
  return row ?? null;
}

/** The secrets that sign a request now; none before the first secret is created. */
export async function validSecrets(tx: Tx, secrets: Secrets | null): Promise<string[]> {
  if (secrets === null) return [];
  const row = await findSigningSecret(tx);
  if (row === null) return [];
  const { sealed_secret, sealed_previous_secret: previous, previous_secret_until: until } = row;
  const isInTime = until !== null && until > tx.now;
  return [sealed_secret, isInTime ? previous : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => secrets.open(sealed, tx.organizationId))
    .filter((secret) => secret !== null);
}

const saveSecret = statement(
  'save_playbook_signing_secret',
  `insert into playbook_signing_secrets as s
     (organization_id, sealed_secret, created_at, updated_at)
   values ($1, $2, $3, $3)
   on conflict (organization_id) do update
   set sealed_previous_secret = s.sealed_secret, previous_secret_until = $4,
       sealed_secret = excluded.sealed_secret, updated_at = excluded.updated_at
   returning previous_secret_until, created_at, updated_at`,
);

export async function replaceSigningSecret(tx: Tx, sealed: Buffer, previousUntil: Date) {
  const values = [tx.organizationId, sealed, tx.now, previousUntil];
  const [row] = await tx.query<{
    previous_secret_until: Date | null;
    created_at: Date;
    updated_at: Date;
  }>(saveSecret, values);
  if (!row) throw new Error('The signing secret was not written.');
  return row;
}

export const sealedSigningSecrets = sealedTable(
  'playbook_signing_secrets',
  'organization_id',
  ['sealed_secret', 'sealed_previous_secret'],
  (organizationId) => organizationId,
);
