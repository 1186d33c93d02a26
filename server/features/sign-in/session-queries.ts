import { toPublicId } from '../../domain/ids.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { LAST_UUID, type RowsBefore } from '../../platform/paging.ts';
import { insertToken } from '../organizations/index.ts';
import { sessionEnded, sessionStarted } from './events.ts';
import type { Session, SessionOfUser } from './schemas.ts';

export interface SessionRow {
  session_id: string;
  account_id: string;
  user_id: string;
  method: Session['method'];
  user_agent: string | null;
  address: string | null;
  signed_in_at: Date;
  last_used_at: Date | null;
  expires_at: Date;
  revoked_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export function toSessionOfUser(row: SessionRow): SessionOfUser {
  return {
    session_id: toPublicId('session', row.session_id),
    user_id: toPublicId('user', row.user_id),
    method: row.method,
    signed_in_at: row.signed_in_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    ended_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toSession(row: SessionRow): Session {
  return { ...toSessionOfUser(row), user_agent: row.user_agent, address: row.address };
}

/** 90 days, however often it is used. */
const MAX_SESSION_MS = 90 * 24 * 60 * 60 * 1000;

export interface NewSession {
  accountId: string;
  userId: string;
  method: SessionRow['method'];
  userAgent: string | null;
  address: string;
}

/** Opens a session: a token that acts for the user, with every scope that the role allows. */
export function openSession(tx: Tx, given: NewSession): { row: SessionRow; secret: string } {
  const secret = newToken();
  const token = insertToken(tx, {
    name: 'Session',
    scopes: ['*'],
    secret,
    userId: given.userId,
    expiresAt: new Date(tx.now.getTime() + MAX_SESSION_MS),
    isSession: true,
  });
  const row: SessionRow = {
    session_id: token.token_id,
    account_id: given.accountId,
    user_id: given.userId,
    method: given.method,
    user_agent: given.userAgent,
    address: given.address,
    signed_in_at: tx.now,
    last_used_at: null,
    expires_at: token.expires_at ?? tx.now,
    revoked_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  const { session_id, account_id, signed_in_at, method, user_agent, address } = row;
  const values = [session_id, account_id, signed_in_at, method, user_agent, address];
  tx.query(insertSession, [tx.organizationId, ...values]);
  tx.emit(null, pendingEvent(sessionStarted, toSessionOfUser(row)));
  return { row, secret };
}

/** Ends open sessions, at once. */
export function endSessions(tx: Tx, rows: readonly SessionRow[]): SessionRow[] {
  return rows.map((before) => {
    const row = { ...before, revoked_at: tx.now, updated_at: tx.now };
    tx.query(revokeSession, [tx.organizationId, row.session_id, tx.now]);
    const previous = { ended_at: null, updated_at: before.updated_at.toISOString() };
    tx.emit(null, pendingEvent(sessionEnded, toSessionOfUser(row), previous));
    return row;
  });
}

const insertSession = statement(
  'insert_session',
  `insert into sessions (organization_id, token_id, account_id, signed_in_at, method, user_agent, address)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const revokeSession = statement(
  'revoke_session',
  'update tokens set revoked_at = $3, updated_at = $3 where organization_id = $1 and token_id = $2',
);

const COLUMNS = `token_id as session_id, account_id, user_id, method, user_agent, address, signed_in_at, last_used_at, expires_at,
  revoked_at, created_at, updated_at`;
const FROM = 'sessions join tokens using (organization_id, token_id)';

/** The open sessions of a user; locked, so that none is ended twice. */
export function lockOpenSessions(tx: Tx, userId: string): Promise<SessionRow[]> {
  return tx.query<SessionRow>(lockOpen, [tx.organizationId, userId, tx.now]);
}

export const lockSession = rowFinder<SessionRow>(
  statement(
    'lock_session',
    `select ${COLUMNS} from ${FROM} where organization_id = $1 and token_id = $2 for no key update of tokens`,
  ),
  'session',
);

const lockOpen = statement(
  'lock_open_sessions',
  `select ${COLUMNS} from ${FROM}
   where organization_id = $1 and user_id = $2 and is_session and revoked_at is null and expires_at > $3
   order by token_id for no key update of tokens`,
);

/** Of one user, or of everyone. A token that acts for no user has none. */
export function listSessionRows(userId: string | null | 'everyone'): RowsBefore<SessionRow> {
  return async (tx, before, limit) => {
    if (userId === null) return [];
    const values = [tx.organizationId, before ?? LAST_UUID, limit];
    return userId === 'everyone'
      ? tx.query(pageOfAll, values)
      : tx.query(pageOfUser, [...values, userId]);
  };
}

const pageOfAll = statement(
  'list_sessions',
  `select ${COLUMNS} from ${FROM}
   where organization_id = $1 and token_id < $2 and is_session order by token_id desc limit $3`,
);
const pageOfUser = statement(
  'list_sessions_of_user',
  `select ${COLUMNS} from ${FROM}
   where organization_id = $1 and token_id < $2 and is_session and user_id = $4 order by token_id desc limit $3`,
);
