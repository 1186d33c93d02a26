import type { Role } from '../../domain/scopes.ts';
import type { Database } from '../../platform/database/database.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** An email address with a password. It belongs to no organization, so only functions of the database reach it. */
export interface Account {
  account_id: string;
  password_hash: string | null;
}

/** A user that an account can sign in as. */
export interface Membership {
  organization_id: string;
  organization_name: string;
  user_id: string;
  user_name: string;
  role: Role;
}

export async function findAccount(database: Database, email: string): Promise<Account | null> {
  return (await database.withoutTenant<Account>(byEmail, [email]))[0] ?? null;
}

export function membershipsOf(database: Database, accountId: string): Promise<Membership[]> {
  return database.withoutTenant<Membership>(memberships, [accountId]);
}

/** Within the transaction of an invitation that is accepted; false if the address was taken in this moment. */
export async function createAccount(
  tx: Tx,
  account: { accountId: string; email: string; passwordHash: string },
): Promise<boolean> {
  const values = [account.accountId, account.email, account.passwordHash, tx.now];
  const [row] = await tx.query<{ created: string | null }>(create, values);
  return row?.created === account.accountId;
}

/** The user that an account may belong to. */
interface UserOfAccount {
  organizationId: string;
  userId: string;
}

/** Whether no other user has this account, active or not: then its organization may let it have a new password. */
export async function isAccountOnlyOf(
  database: Database,
  accountId: string,
  { organizationId, userId }: UserOfAccount,
): Promise<boolean> {
  const values = [accountId, organizationId, userId];
  const [row] = await database.withoutTenant<{ is_only: boolean | null }>(isOnlyOf, values);
  return row?.is_only ?? false;
}

/** False if the account belongs to another user too. */
export async function setPasswordOfOnlyUser(
  tx: Tx,
  { accountId, userId, passwordHash }: { accountId: string; userId: string; passwordHash: string },
): Promise<boolean> {
  const values = [accountId, tx.organizationId, userId, passwordHash, tx.now];
  const [row] = await tx.query<{ is_set: boolean }>(setHashOfOnlyUser, values);
  return row?.is_set ?? false;
}

export function setPassword(tx: Tx, accountId: string, passwordHash: string): Promise<unknown> {
  return tx.query(setHash, [accountId, passwordHash, tx.now]);
}

/** A user with the account that signs in as this user; null before the invitation was accepted. */
export const lockUserWithAccount = rowFinder<{ active: boolean; account_id: string | null }>(
  statement(
    'lock_user_with_account',
    'select active, account_id from users where organization_id = $1 and user_id = $2 for no key update',
  ),
  'user',
);

/** The person signs in as this user from now on. */
export function connectAccount(tx: Tx, userId: string, accountId: string): Promise<unknown> {
  return tx.query(connect, [tx.organizationId, userId, accountId]);
}

export async function emailOf(database: Database, accountId: string): Promise<string | null> {
  const rows = await database.withoutTenant<{ email: string }>(byId, [accountId]);
  return rows[0]?.email ?? null;
}

/** The same, in a transaction. */
export async function emailIn(tx: Tx, accountId: string): Promise<string | null> {
  return (await tx.query<{ email: string }>(byId, [accountId]))[0]?.email ?? null;
}

const byEmail = statement('find_account', 'select * from find_account($1)');
const byId = statement('get_account', 'select * from get_account($1)');
const memberships = statement('users_of_account', 'select * from users_of_account($1)');
const create = statement('create_account', 'select create_account($1, $2, $3, $4) as created');
const connect = statement(
  'connect_account',
  'update users set account_id = $3 where organization_id = $1 and user_id = $2',
);
const setHash = statement('set_account_password', 'select set_account_password($1, $2, $3)');
const isOnlyOf = statement(
  'is_account_only_of',
  'select is_account_only_of($1, $2, $3) as is_only',
);
const setHashOfOnlyUser = statement(
  'set_password_of_only_user',
  'select set_password_of_only_user($1, $2, $3, $4, $5) as is_set',
);
