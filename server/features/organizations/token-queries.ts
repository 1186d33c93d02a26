import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { hashToken } from '../../platform/auth/token-format.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { newUuid } from '../../platform/ids.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { Token } from './token-schemas.ts';

export interface TokenRow {
  token_id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  user_id: string | null;
  /** Whether this is the token from `THROUGHLINE_BOOTSTRAP_TOKEN`. */
  from_setting: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const tokens = table<TokenRow>('tokens', {
  token_id: 'key',
  name: 'fixed',
  token_hash: 'fixed',
  scopes: 'value',
  user_id: 'value',
  from_setting: 'value',
  expires_at: 'value',
  revoked_at: 'value',
  // Only find-caller.ts writes this, without a lock on the row.
  last_used_at: 'fixed',
  created_at: 'fixed',
  updated_at: 'value',
});
export const TOKEN_COLUMNS = tokens.columns;

export function toToken(row: TokenRow): Token {
  return {
    token_id: toPublicId('token', row.token_id),
    name: row.name,
    scopes: row.scopes,
    user_id: toPublicIdOrNull('user', row.user_id),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertDirectoryEntry = statement(
  'insert_token_directory_entry',
  'insert into token_directory (organization_id, token_id, token_hash) values ($1, $2, $3)',
);

export interface NewToken {
  name: string;
  scopes: string[];
  secret: string;
  userId?: string | null;
  expiresAt?: Date | null;
  fromSetting?: boolean;
}

/** Inserts a token and the directory entry that finds its organization by the hash. The secret is not stored. */
export function insertToken(tx: Tx, token: NewToken): TokenRow {
  const row: TokenRow = {
    token_id: newUuid(),
    name: token.name,
    token_hash: hashToken(token.secret),
    scopes: token.scopes,
    user_id: token.userId ?? null,
    from_setting: token.fromSetting ?? false,
    expires_at: token.expiresAt ?? null,
    revoked_at: null,
    last_used_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  tokens.insert(tx, row);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.token_id, row.token_hash]);
  return row;
}

const selectTokenForUpdate = statement(
  'select_token_for_update',
  `select ${TOKEN_COLUMNS} from tokens where organization_id = $1 and token_id = $2 for no key update`,
);

export const lockToken = rowFinder<TokenRow>(selectTokenForUpdate, 'token');

const selectToken = statement(
  'select_token',
  `select ${TOKEN_COLUMNS} from tokens where organization_id = $1 and token_id = $2`,
);

export const findToken = rowFinder<TokenRow>(selectToken, 'token');

export const tokenResource = { save: tokens.update, show: toToken };

const selectTokens = statement(
  'list_tokens',
  `select ${TOKEN_COLUMNS} from tokens
   where organization_id = $1
     and token_id < $2
   order by token_id desc limit $3`,
);

export function listTokenRows(tx: Tx, before: string | null, limit: number): Promise<TokenRow[]> {
  return tx.query<TokenRow>(selectTokens, [tx.organizationId, before ?? LAST_UUID, limit]);
}
