import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import { hashToken, newToken } from '../../platform/auth/token-format.ts';
import { type Database, violates } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type Actor, pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { insertNewOrganization, type NewOrganizationDefault } from './create-organization.ts';
import { tokenCreated, tokenRestored, tokenRevoked } from './events.ts';
import { insertToken, setTokenRevoked, type TokenRow, toToken } from './queries.ts';

/** Whoever starts the service first gets an organization and a token that may do everything. */

const STARTUP: Actor = { type: 'system', id: null, name: 'start-up' };
const BOOTSTRAP_SCOPES = [EVERY_SCOPE, 'operator'];
/** Not an organization: the start belongs to none until it has found or made the first. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

export interface BootstrapOptions {
  /** The token of the setting, made valid at every start; null to make one at the first. */
  token: string | null;
  /** Keeps a new token where the operator finds it. Called before the commit, so that none is lost. */
  keepToken: (token: string) => Promise<void>;
  /** What a new organization starts with. */
  defaults: readonly NewOrganizationDefault[];
}

/** Answers the token it made, null if there was one already or the setting gives it. */
export async function bootstrap(
  database: Database,
  options: BootstrapOptions,
): Promise<string | null> {
  const work = async (tx: Tx) => {
    // Two processes that start at once take turns, and the second finds what the first made.
    const [, organizations] = await Promise.all([
      tx.query(lockBootstrap, []),
      tx.query<{ organization_id: string }>(firstOrganization, []),
    ]);
    const first = organizations[0]?.organization_id;
    if (first === undefined) return makeFirstOrganization(tx, options);
    if (options.token !== null) await honourSetting(tx, first, options.token);
    return null;
  };
  try {
    return await database.transaction({ organizationId: NO_ORGANIZATION, actor: STARTUP }, work);
  } catch (error) {
    if (!violates(error, 'token_directory_hash')) throw error;
    throw new StartupError(
      'THROUGHLINE_BOOTSTRAP_TOKEN is the token of an organization other than the first. Set it to another string.',
    );
  }
}

async function makeFirstOrganization(tx: Tx, options: BootstrapOptions): Promise<string | null> {
  const secret = options.token ?? newToken();
  if (options.token === null) await options.keepToken(secret);
  insertNewOrganization(tx, {
    name: 'My company',
    timeZone: 'America/New_York',
    country: 'US',
    token: {
      name: 'Bootstrap token',
      scopes: BOOTSTRAP_SCOPES,
      secret,
      fromSetting: options.token !== null,
    },
    defaults: options.defaults,
  });
  return options.token === null ? secret : null;
}

/** The setting's token is valid, with every scope, and one that the setting had before is not. */
async function honourSetting(tx: Tx, organizationId: string, secret: string): Promise<void> {
  const hash = hashToken(secret);
  let found: Promise<SettingTokenRow[]> = Promise.resolve([]);
  tx.inOrganization(organizationId, (own) => {
    found = own.query(tokensOfSetting, [organizationId, hash]);
  });
  const tokens = await found;
  const wanted = tokens.find((row) => row.token_hash.equals(hash));
  const replaced = tokens.filter((row) => row !== wanted);

  tx.inOrganization(organizationId, (own) => {
    for (const row of replaced) {
      setTokenRevoked(own, row.token_id);
      const token = toToken({ ...row, revoked_at: tx.now, updated_at: tx.now });
      own.emit(null, pendingEvent(tokenRevoked, token, { revoked_at: null }));
    }
    if (wanted === undefined) {
      const row = { ...NEW_TOKEN, token_id: newUuid(), created_at: tx.now, updated_at: tx.now };
      insertToken(own, row, secret, { fromSetting: true });
      own.emit(null, pendingEvent(tokenCreated, toToken(row)));
    } else if (!isInForce(wanted)) {
      own.query(restoreToken, [organizationId, wanted.token_id, BOOTSTRAP_SCOPES, tx.now]);
      const restored = { ...wanted, ...NEW_TOKEN, name: wanted.name, updated_at: tx.now };
      const previous = changedFields(toToken(wanted), toToken(restored));
      own.emit(null, pendingEvent(tokenRestored, toToken(restored), previous));
    }
  });
}

function isInForce(token: SettingTokenRow): boolean {
  return (
    token.from_setting &&
    token.revoked_at === null &&
    token.expires_at === null &&
    token.user_id === null &&
    BOOTSTRAP_SCOPES.every((scope) => token.scopes.includes(scope))
  );
}

const NEW_TOKEN = {
  name: 'Bootstrap token',
  scopes: BOOTSTRAP_SCOPES,
  user_id: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};

type SettingTokenRow = TokenRow & { token_hash: Buffer; from_setting: boolean };

const lockBootstrap = statement('lock_bootstrap', 'select pg_advisory_xact_lock(7226601405)');
const firstOrganization = statement(
  'first_organization',
  'select organization_ids as organization_id from organization_ids() limit 1',
);
const tokensOfSetting = statement(
  'tokens_of_setting',
  `select token_id, name, scopes, user_id, expires_at, revoked_at, last_used_at, created_at, updated_at,
          token_hash, from_setting
   from tokens
   where organization_id = $1 and (token_hash = $2 or (from_setting and revoked_at is null))`,
);
const restoreToken = statement(
  'restore_token',
  `update tokens
   set revoked_at = null, expires_at = null, user_id = null, scopes = $3, from_setting = true, updated_at = $4
   where organization_id = $1 and token_id = $2`,
);
