import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { hashToken } from '../../platform/auth/token-format.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Token } from './token-schemas.ts';

export interface TokenRow {
  token_id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  user_id: string | null;
  /** Whether this is the token from `THROUGHLINE_BOOTSTRAP_TOKEN`. */
  from_setting: boolean;
  /** Whether a browser has it as its session. */
  is_session: boolean;
  /** The token that created it, and that it ends with. */
  parent_token_id: string | null;
  created_by: Actor;
  /** Where a browser may use it; empty for a token of a server. */
  allowed_origins: string[];
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
  is_session: 'fixed',
  parent_token_id: 'value',
  created_by: 'fixed_json',
  allowed_origins: 'value',
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
    allowed_origins: row.allowed_origins,
    parent_token_id: toPublicIdOrNull('token', row.parent_token_id),
    created_by: row.created_by,
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
  isSession?: boolean;
  /** Null for a token that no token of the organization created. */
  parentId?: string | null;
  allowedOrigins?: string[];
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
    is_session: token.isSession ?? false,
    parent_token_id: token.parentId ?? null,
    created_by: tx.actor,
    allowed_origins: token.allowedOrigins ?? [],
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

const selectFamily = statement(
  'lock_descendants_of_token',
  `select ${TOKEN_COLUMNS} from tokens
   where organization_id = $1 and $2 = any (ancestor_ids) and revoked_at is null
   order by token_id for no key update`,
);

/**
 * The valid tokens that were created with a token, and with those. Its own row is locked before: tokens that are being
 * created under it are committed by then, and no others can be.
 */
export function lockDescendants(tx: Tx, tokenId: string): Promise<TokenRow[]> {
  return tx.query<TokenRow>(selectFamily, [tx.organizationId, tokenId]);
}

export const tokenResource = { save: tokens.update, show: toToken };

export const listTokenRows = tokens.newestFirst('not is_session');
