import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import { hashToken, newToken } from '../../platform/auth/token-format.ts';
import { type Database, violates } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { type Actor, pendingEvent } from '../../platform/events/event.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { insertNewOrganization, type NewOrganizationDefault } from './create-organization.ts';
import { tokenCreated, tokenRestored } from './events.ts';
import { revoke } from './revoke-token.ts';
import {
  insertToken,
  TOKEN_COLUMNS,
  type TokenRow,
  tokenResource,
  toToken,
} from './token-queries.ts';

/** The first start of the service creates an organization and a token with every scope. */

const STARTUP: Actor = { type: 'system', id: null, name: 'start-up' };
const BOOTSTRAP_SCOPES = [EVERY_SCOPE, 'operator'];
/** Not a real organization: the transaction has none until the first one is found or created. */
const NO_ORGANIZATION = NIL_UUID;

export interface BootstrapOptions {
  /** The token from the setting, which every start makes valid; null to create one at the first start. */
  token: string | null;
  /** Saves a new token where the operator finds it. Called before the commit, so that no token is lost. */
  keepToken: (token: string) => Promise<void>;
  /** Functions that create the defaults of a new organization. */
  defaults: readonly NewOrganizationDefault[];
}

/** Returns the token that it created; null if an organization exists or the setting provides the token. */
export async function bootstrap(
  database: Database,
  options: BootstrapOptions,
): Promise<string | null> {
  const work = async (tx: Tx) => {
    // The lock makes two processes that start together run in turn: the second finds the organization of the first.
    const [, organizations] = await Promise.all([
      tx.query(lockBootstrap, []),
      tx.query<{ organization_id: string }>(firstOrganization, []),
    ]);
    const first = organizations[0]?.organization_id;
    if (first === undefined) return createFirstOrganization(tx, options);
    if (options.token !== null) await applySetting(tx, first, options.token);
    return null;
  };
  try {
    return await database.transaction({ organizationId: NO_ORGANIZATION, actor: STARTUP }, work);
  } catch (error) {
    if (!violates(error, 'token_directory_hash')) throw error;
    throw new StartupError(
      'THROUGHLINE_BOOTSTRAP_TOKEN is already the token of another organization. Set it to a different value.',
    );
  }
}

async function createFirstOrganization(tx: Tx, options: BootstrapOptions): Promise<string | null> {
  const secret = options.token ?? newToken();
  if (options.token === null) await options.keepToken(secret);
  insertNewOrganization(tx, {
    name: 'My company',
    timeZone: 'America/New_York',
    country: 'US',
    token: { ...NEW_TOKEN, secret, fromSetting: options.token !== null },
    defaults: options.defaults,
  });
  return options.token === null ? secret : null;
}

/**
 * Makes the token of the setting valid with every scope, and revokes earlier tokens of the setting, with those that
 * were created with them.
 */
async function applySetting(tx: Tx, organizationId: string, secret: string): Promise<void> {
  const hash = hashToken(secret);
  const tokens = await tx.inOrganization(organizationId, (own) => {
    // Two statements: the second sees the tokens that were being created under the locked ones.
    own.query(lockTokensOfSetting, [organizationId]);
    return own.query<TokenRow>(tokensOfSetting, [organizationId, hash]);
  });
  const configured = tokens.find((row) => row.token_hash.equals(hash));
  const replaced = tokens.filter((row) => row !== configured);

  tx.inOrganization(organizationId, (own) => {
    for (const row of replaced) revoke(own, row);
    if (configured === undefined) {
      const row = insertToken(own, { ...NEW_TOKEN, secret, fromSetting: true });
      own.emit(null, pendingEvent(tokenCreated, toToken(row)));
    } else if (!isValid(configured)) {
      changeResource(own, tokenResource, configured, VALID, tokenRestored);
    }
  });
}

function isValid(token: TokenRow): boolean {
  return (
    token.from_setting &&
    token.revoked_at === null &&
    token.expires_at === null &&
    token.user_id === null &&
    token.parent_token_id === null &&
    BOOTSTRAP_SCOPES.every((scope) => token.scopes.includes(scope))
  );
}

const NEW_TOKEN = { name: 'Bootstrap token', scopes: BOOTSTRAP_SCOPES };

/** Changes that make an existing token valid as the token of the setting. */
const VALID = {
  scopes: BOOTSTRAP_SCOPES,
  user_id: null,
  from_setting: true,
  parent_token_id: null,
  allowed_origins: [],
  expires_at: null,
  revoked_at: null,
} satisfies Partial<TokenRow>;

const lockBootstrap = statement('lock_bootstrap', 'select pg_advisory_xact_lock(7226601405)');
const firstOrganization = statement(
  'first_organization',
  'select organization_ids as organization_id from organization_ids() limit 1',
);
const lockTokensOfSetting = statement(
  'lock_tokens_of_setting',
  `select from tokens where organization_id = $1 and from_setting and revoked_at is null
   for no key update`,
);
const tokensOfSetting = statement(
  'tokens_of_setting',
  `select ${TOKEN_COLUMNS} from tokens
   where organization_id = $1
     and (token_hash = $2
       or revoked_at is null and (from_setting or ancestor_ids && array(
         select s.token_id from tokens s
         where s.organization_id = $1 and s.from_setting and s.revoked_at is null and s.token_hash <> $2)))`,
);
