import { toPublicId } from '../../domain/ids.ts';
import { type Role, SCOPES_OF_ROLE } from '../../domain/scopes.ts';
import type { Caller, Session } from '../../platform/auth/authenticator.ts';
import { intersect } from '../../platform/auth/scopes.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { Problem } from '../../platform/errors.ts';
import type { Actor } from '../../platform/events/event.ts';

/** The caller of a token; null if the token is unknown, expired or revoked, or its user is inactive. */
export async function findCaller(database: Database, tokenHash: Buffer): Promise<Caller | null> {
  const [entry] = await database.withoutTenant<{
    organization_id: string;
    token_id: string;
  }>(findToken, [tokenHash]);
  if (!entry) return null;

  const options = { organizationId: entry.organization_id, actor: AUTHENTICATION };
  const [row] = await database.read(options, (tx) =>
    tx.query<PresentedToken>(readToken, [tx.organizationId, entry.token_id, tx.now]),
  );
  if (!row) return null;
  if (row.is_use_unwritten) await writeUse(database, options, entry.token_id);
  return toCaller(row);
}

/** The time of the last use can wait until the disk has space; requests that read must not. */
async function writeUse(
  database: Database,
  options: { organizationId: string; actor: Actor },
  tokenId: string,
): Promise<void> {
  try {
    await database.transaction(options, async (tx) => {
      tx.query(touchToken, [tx.organizationId, tokenId, tx.now]);
    });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'storage_full')) throw error;
  }
}

function toCaller(row: PresentedToken): Caller {
  const { user_id, user_name, role } = row;
  const isUser = user_id !== null && user_name !== null && role !== null;
  return {
    organizationId: row.organization_id,
    tokenId: row.token_id,
    userId: isUser ? user_id : null,
    ownerId: null,
    scopes: isUser ? intersect(row.scopes, SCOPES_OF_ROLE[role]) : row.scopes,
    actor: isUser
      ? { type: 'user', id: toPublicId('user', user_id), name: user_name }
      : { type: 'token', id: toPublicId('token', row.token_id), name: row.name },
    allowedOrigins: row.allowed_origins,
    session: toSession(row),
    isSuspended: row.is_suspended,
    country: row.country,
    qualificationPolicy: row.qualification_policy,
  };
}

function toSession({ account_id, signed_in_at, method }: PresentedToken): Session | null {
  if (account_id === null || signed_in_at === null) return null;
  return { accountId: account_id, signedInAt: signed_in_at, provesAccount: method !== 'link' };
}

const AUTHENTICATION: Actor = { type: 'system', id: null, name: 'authentication' };

const findToken = statement('find_token', 'select * from find_token($1)');

interface PresentedToken {
  organization_id: string;
  token_id: string;
  name: string;
  scopes: string[];
  user_id: string | null;
  user_name: string | null;
  role: Role | null;
  allowed_origins: string[];
  account_id: string | null;
  signed_in_at: Date | null;
  method: string | null;
  is_suspended: boolean;
  country: string;
  qualification_policy: string;
  /** Last use is stored to the minute. */
  is_use_unwritten: boolean;
}

const readToken = statement(
  'read_presented_token',
  `select t.organization_id, t.token_id, t.name, t.scopes, t.user_id, u.name as user_name, u.role,
          t.allowed_origins, s.account_id, s.signed_in_at, s.method, o.suspended_at is not null as is_suspended, o.country,
          o.qualification_policy,
          coalesce(t.last_used_at < $3::timestamptz - interval '1 minute', true) as is_use_unwritten
   from tokens t
   join organizations o on o.organization_id = t.organization_id
   left join users u on u.organization_id = t.organization_id and u.user_id = t.user_id
   left join sessions s on s.organization_id = t.organization_id and s.token_id = t.token_id
   where t.organization_id = $1 and t.token_id = $2
     and t.revoked_at is null
     and (t.expires_at is null or t.expires_at > $3)
     and (t.user_id is null or u.active)
     and (not t.is_session or coalesce(t.last_used_at, t.created_at) > $3::timestamptz
       - case when u.role = 'owner' then interval '12 hours' else interval '30 days' end)
     and not exists (
       select from users a
       where a.organization_id = t.organization_id and a.user_id = any (t.ancestor_user_ids) and not a.active)`,
);

/** At most one write per token and minute, in all processes. */
const touchToken = statement(
  'touch_token',
  `update tokens set last_used_at = $3
   where organization_id = $1 and token_id = $2 and revoked_at is null
     and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
);
