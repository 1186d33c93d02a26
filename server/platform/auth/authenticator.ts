import { intersect, type Role, SCOPES_OF_ROLE } from '../../domain/scopes.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { Problem } from '../errors.ts';
import type { Actor } from '../events/event.ts';
import { toPublicId } from '../ids.ts';
import { hashToken, isPlausible } from './token-format.ts';

/** Who asks: the organization that everything is scoped to, what they may do, and their name. */
export interface Caller {
  organizationId: string;
  tokenId: string;
  scopes: readonly string[];
  actor: Actor;
  country: string;
  qualificationPolicy: string;
}

/**
 * A token's standing is remembered this long, in every process by itself, so that a revocation holds
 * everywhere within 1 s without anybody having to be told.
 */
const REMEMBER_MS = 500;
const REMEMBER_AT_MOST = 10_000;

interface Remembered {
  caller: Promise<Caller | null>;
  until: number;
}

export class Authenticator {
  readonly #database: Database;
  readonly #remembered = new Map<string, Remembered>();

  constructor(database: Database) {
    this.#database = database;
  }

  async authenticate(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) {
      throw unauthorized('Send your token in the header "Authorization: Bearer <token>".');
    }
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1];
    const caller = token && isPlausible(token) ? await this.#recall(token) : null;
    if (caller === null) {
      throw unauthorized(
        'This token is not valid: it is mistyped, expired or revoked. Make a new one with POST /v1/tokens.',
      );
    }
    return caller;
  }

  #recall(token: string): Promise<Caller | null> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const now = performance.now();
    const known = this.#remembered.get(key);
    if (known && known.until > now) return known.caller;

    const caller = this.#lookUp(hash);
    this.#remembered.delete(key);
    this.#remembered.set(key, { caller, until: now + REMEMBER_MS });
    caller.catch(() => this.#remembered.delete(key));
    if (this.#remembered.size > REMEMBER_AT_MOST) {
      for (const oldest of this.#remembered.keys()) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    return caller;
  }

  async #lookUp(hash: Buffer): Promise<Caller | null> {
    const [place] = await this.#database.withoutTenant<{
      organization_id: string;
      token_id: string;
    }>(findToken, [hash]);
    if (!place) return null;

    const options = { organizationId: place.organization_id, actor: AUTHENTICATION };
    const row = await this.#database.transaction(options, async (tx) => {
      const rows = tx.query<TokenRow>(readToken, [tx.organizationId, place.token_id, tx.now]);
      tx.query(touchToken, [tx.organizationId, place.token_id, tx.now]);
      await tx.commit();
      return (await rows)[0];
    });
    return row ? asCaller(row) : null;
  }
}

function asCaller(row: TokenRow): Caller {
  const ofUser = row.user_id !== null && row.role !== null;
  return {
    organizationId: row.organization_id,
    tokenId: row.token_id,
    scopes: ofUser ? intersect(row.scopes, SCOPES_OF_ROLE[row.role!]) : row.scopes,
    actor: ofUser
      ? { type: 'user', id: toPublicId('user', row.user_id!), name: row.user_name! }
      : { type: 'token', id: toPublicId('token', row.token_id), name: row.name },
    country: row.country,
    qualificationPolicy: row.qualification_policy,
  };
}

function unauthorized(detail: string): Problem {
  return new Problem(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

const AUTHENTICATION: Actor = { type: 'system', id: null, name: 'authentication' };

const findToken = statement('find_token', 'select * from find_token($1)');

interface TokenRow {
  organization_id: string;
  token_id: string;
  name: string;
  scopes: string[];
  user_id: string | null;
  user_name: string | null;
  role: Role | null;
  country: string;
  qualification_policy: string;
}

const readToken = statement(
  'read_presented_token',
  `select t.organization_id, t.token_id, t.name, t.scopes, t.user_id, u.name as user_name, u.role,
          o.country, o.qualification_policy
   from tokens t
   join organizations o on o.organization_id = t.organization_id
   left join users u on u.organization_id = t.organization_id and u.user_id = t.user_id
   where t.organization_id = $1 and t.token_id = $2
     and t.revoked_at is null
     and (t.expires_at is null or t.expires_at > $3)
     and (t.user_id is null or u.active)`,
);

/** Last use is kept to the minute: one write a minute a token, however often it is used. */
const touchToken = statement(
  'touch_token',
  `update tokens set last_used_at = $3
   where organization_id = $1 and token_id = $2 and revoked_at is null
     and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
);
