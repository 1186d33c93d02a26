import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { ownerName, SECRET_COLUMNS, type SecretRow } from './queries.ts';

const selectByName = statement(
  'select_secrets_by_name',
  `select ${SECRET_COLUMNS} from secrets
   where organization_id = $1 and name = any ($2) and deleted_at is null`,
);
/** Last use is stored to the minute: at most one write per secret and minute. */
const touchSecrets = statement(
  'touch_secrets',
  `update secrets set last_used_at = $3
   where organization_id = $1 and secret_id = any ($2)
     and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
);

function byName(tx: Tx, names: readonly string[]): Promise<SecretRow[]> {
  return tx.query<SecretRow>(selectByName, [tx.organizationId, names]);
}

/** Which of these names are names of secrets. */
export async function knownSecretNames(
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  return new Set((await byName(tx, names)).map(({ name }) => name));
}

/** Why a value cannot be sent, for the person who reads why a step failed. */
export interface Unusable {
  code: 'secret_missing' | 'secret_unreadable' | 'secret_not_allowed';
  detail: string;
}

/** The decrypted values by name, to be sent to the host now; or why one of them cannot be. */
export async function useSecrets(
  tx: Tx,
  secrets: Secrets | null,
  names: readonly string[],
  host: string,
): Promise<ReadonlyMap<string, string> | Unusable> {
  const values = new Map<string, string>();
  if (names.length === 0) return values;
  const rows = await byName(tx, names);
  for (const name of names) {
    const row = rows.find((one) => one.name === name);
    const sealed = row?.sealed_value;
    if (!row || !sealed) return missing(name);
    if (row.allowed_hosts.length > 0 && !row.allowed_hosts.includes(host)) return wrongHost(name);
    const value = secrets?.open(sealed, ownerName(tx.organizationId, row.secret_id)) ?? null;
    if (value === null) return unreadable(name);
    values.set(name, value);
  }
  tx.query(touchSecrets, [tx.organizationId, rows.map(({ secret_id }) => secret_id), tx.now]);
  return values;
}

function missing(name: string): Unusable {
  const detail = `There is no secret ${name}. Create it with POST /v1/secrets, then retry the run.`;
  return { code: 'secret_missing', detail };
}

function wrongHost(name: string): Unusable {
  const detail = `The secret ${name} must not be sent to this host. Correct the URL, or add the host to the allowed_hosts of the secret.`;
  return { code: 'secret_not_allowed', detail };
}

function unreadable(name: string): Unusable {
  const detail = `The secret ${name} cannot be decrypted, because the service has another key. Restore the key, or send the value again with PATCH /v1/secrets/{id}.`;
  return { code: 'secret_unreadable', detail };
}
