import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { APPLICATION_ROLE, type ConnectionSettings, sqlState } from './database.ts';
import { OWN_ROLE } from './transaction.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Creates the role that the service logs in as, and the role that it switches to for own work. Roles belong to the
 * whole server, so a start on another database may create them at the same time.
 */
export async function createRoles(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<RoleStates>(ROLE_STATES);
  const [state] = rows;
  const changes = [
    ...(state?.can_log_in === null ? [`create role ${APPLICATION_ROLE} login noinherit`] : []),
    ...(state?.can_log_in === false ? [`alter role ${APPLICATION_ROLE} login`] : []),
    ...(state?.has_own_role ? [] : [`create role ${OWN_ROLE} nologin noinherit`]),
  ];
  for (const change of changes) await changeRoles(owner, change);
  const { rows: created } = await owner.query<RoleStates>(ROLE_STATES);
  if (!created[0]?.is_member) await changeRoles(owner, membershipOf(created[0]));
}

interface RoleStates {
  version: number;
  /** Null if the role does not exist. */
  can_log_in: boolean | null;
  has_own_role: boolean;
  /** Whether the application role can switch to the other role, without its privileges before that. */
  is_member: boolean;
}

/** pg_has_role() refuses names that do not exist, so it gets ids. */
const ROLE_STATES = `
  select current_setting('server_version_num')::integer as version,
    (select rolcanlogin from pg_roles where rolname = '${APPLICATION_ROLE}') as can_log_in,
    exists (select from pg_roles where rolname = '${OWN_ROLE}') as has_own_role,
    exists (
      select from pg_auth_members m
      join pg_roles member on member.oid = m.member and member.rolname = '${APPLICATION_ROLE}'
      join pg_roles granted on granted.oid = m.roleid and granted.rolname = '${OWN_ROLE}'
      where not pg_has_role(member.oid, granted.oid, 'usage')) as is_member`;

/**
 * The policies of a role also apply to roles that inherit its privileges. Before PostgreSQL 16, that is a property of
 * the member.
 */
function membershipOf(state: RoleStates | undefined): string {
  const grant = `grant ${OWN_ROLE} to ${APPLICATION_ROLE}`;
  const isPerGrant = (state?.version ?? 0) >= 160000;
  return isPerGrant
    ? `${grant} with inherit false, set true`
    : `alter role ${APPLICATION_ROLE} noinherit; ${grant}`;
}

async function changeRoles(owner: pg.Client, change: string): Promise<void> {
  try {
    await owner.query(change);
  } catch (error) {
    const state = sqlState(error);
    if (state === '42710' || state === '23505') return;
    if (state === INSUFFICIENT_PRIVILEGE)
      throw needsAdministrator(`has no permission to run "${change}"`);
    throw error;
  }
}

/**
 * The roles may connect to the database and nothing else. With temporary tables they could shadow objects that the
 * owner's functions use. Privileges on a database are not copied from its template, so the tests call this for
 * each clone.
 */
export async function limitApplicationRole(owner: pg.Client): Promise<void> {
  await owner.query(`
    do $$
    begin
      if has_database_privilege('${APPLICATION_ROLE}', current_database(), 'temporary')
          or has_database_privilege('${OWN_ROLE}', current_database(), 'temporary') then
        execute format('revoke temporary on database %I from public, ${APPLICATION_ROLE}, ${OWN_ROLE}', current_database());
      end if;
      if not has_database_privilege('${APPLICATION_ROLE}', current_database(), 'connect') then
        execute format('grant connect on database %I to ${APPLICATION_ROLE}', current_database());
      end if;
    end $$`);
}

/**
 * How the service logs in: with `applicationUrl` if the operator sets one, otherwise to the owner's database
 * with a password derived from the owner's. So one URL is enough, and all processes that have it use the same
 * password without storing a secret. If the owner needs no password, neither does the role.
 */
export async function applicationConnection(
  owner: pg.Client,
  settings: ConnectionSettings,
  applicationUrl: string | null,
): Promise<ConnectionSettings> {
  if (applicationUrl !== null) {
    const connection = { connectionString: applicationUrl };
    await assertLimited(connection, 'THROUGHLINE_APP_DATABASE_URL');
    return connection;
  }
  const password = owner.password ? derivedPassword(owner.password) : null;
  const connection = asApplication(settings, password);
  try {
    await assertLimited(connection, 'DATABASE_URL');
  } catch (error) {
    if (password === null || !isRefusedLogin(error)) throw cannotLogIn(error);
    await setPassword(owner, password);
    await assertLimited(connection, 'DATABASE_URL').catch((again) => {
      throw cannotLogIn(again);
    });
  }
  return connection;
}

/** The same database, as the application role. `options` in a URL would replace those of the service. */
function asApplication(settings: ConnectionSettings, password: string | null): ConnectionSettings {
  const { connectionString, ...parts } = settings;
  if (!connectionString) {
    return { ...parts, user: APPLICATION_ROLE, ...(password !== null && { password }) };
  }
  const [url = '', query] = connectionString.split('?', 2);
  const address = url.replace(/^(\w+:\/\/)[^/]*@/, '$1');
  const parameters = new URLSearchParams(query);
  parameters.delete('options');
  parameters.set('user', APPLICATION_ROLE);
  if (password !== null) parameters.set('password', password);
  return { connectionString: `${address}?${parameters}` };
}

/** Slow on purpose: the role's password must not reveal the owner's. */
function derivedPassword(ownerPassword: string): string {
  return scryptSync(ownerPassword, `password of ${APPLICATION_ROLE}`, 32).toString('base64url');
}

/** Sent as the verifier that the server stores, like psql's \password, so that no log contains the password. */
async function setPassword(owner: pg.Client, password: string): Promise<void> {
  const verifier = scramVerifier(password);
  try {
    await owner.query(`alter role ${APPLICATION_ROLE} password '${verifier}'`);
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE)
      throw needsAdministrator(
        `has no permission to set a password for the role ${APPLICATION_ROLE}`,
      );
    throw error;
  }
}

function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64');
  const serverKey = key('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function isRefusedLogin(error: unknown): boolean {
  return ['28P01', '28000'].includes(sqlState(error) ?? '');
}

interface RolePrivileges {
  name: string;
  database: string;
  has_more_rights: boolean;
  may_create: boolean;
  inherits_own: boolean;
}

/**
 * Row-level security works only for roles that own nothing, bypass nothing and are in no other role. The only exception:
 * the application role can switch to the role for own work, which has fewer rights.
 */
async function assertLimited(connection: ConnectionSettings, setting: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<RolePrivileges>(ROLE_PRIVILEGES);
    refuse(rows[0], setting);
    await client.query(`begin; set local role ${OWN_ROLE}; rollback`);
  } finally {
    await client.end();
  }
}

function refuse(role: RolePrivileges | undefined, setting: string): void {
  if (role?.name !== APPLICATION_ROLE) {
    throw new StartupError(
      `The service must log in as ${APPLICATION_ROLE}, but ${setting} uses the role ${role?.name}. Change the user in the URL.`,
    );
  }
  if (role.has_more_rights) {
    throw new StartupError(
      `The role ${APPLICATION_ROLE} or ${OWN_ROLE} could read every organization: it is a superuser, bypasses row-level security, can create roles or databases, owns tables, or is a member of another role. Remove these privileges.`,
    );
  }
  if (role.inherits_own) {
    throw new StartupError(
      `The role ${APPLICATION_ROLE} inherits the role ${OWN_ROLE}, so it would see only own work. Ask an administrator to run: revoke ${OWN_ROLE} from ${APPLICATION_ROLE}; alter role ${APPLICATION_ROLE} noinherit; grant ${OWN_ROLE} to ${APPLICATION_ROLE}.`,
    );
  }
  if (role.may_create) {
    throw new StartupError(
      `The role ${APPLICATION_ROLE} or ${OWN_ROLE} can create objects. As the owner of the database, run: revoke temporary, create on database "${role.database}" from public, ${APPLICATION_ROLE}, ${OWN_ROLE}.`,
    );
  }
}

const ROLE_PRIVILEGES = `
  select session_user as name, current_database() as database,
    bool_or(r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
      or exists (
        select from pg_auth_members m join pg_roles granted on granted.oid = m.roleid
        where m.member = r.oid
          and not (r.rolname = '${APPLICATION_ROLE}' and granted.rolname = '${OWN_ROLE}'))
      or exists (select from pg_class c where c.relowner = r.oid)) as has_more_rights,
    bool_or(has_database_privilege(r.oid, current_database(), 'temporary')
      or has_database_privilege(r.oid, current_database(), 'create')
      or has_schema_privilege(r.oid, 'public', 'create')) as may_create,
    bool_or(r.rolname = '${OWN_ROLE}' and pg_has_role(session_user, r.oid, 'usage')) as inherits_own
  from pg_roles r where r.rolname in (session_user, '${OWN_ROLE}')`;

function needsAdministrator(what: string): StartupError {
  return new StartupError(
    `The role of DATABASE_URL ${what}. Ask an administrator to run, as far as it is not done: create role ${APPLICATION_ROLE} login noinherit password '…'; create role ${OWN_ROLE} nologin noinherit; alter role ${APPLICATION_ROLE} noinherit; grant ${OWN_ROLE} to ${APPLICATION_ROLE}. Then set THROUGHLINE_APP_DATABASE_URL to the URL with the role ${APPLICATION_ROLE} and its password.`,
  );
}

function cannotLogIn(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new StartupError(
    `The service cannot log in as ${APPLICATION_ROLE}: ${detail}. Allow that role to log in like the role of DATABASE_URL (pg_hba.conf), or set THROUGHLINE_APP_DATABASE_URL.`,
  );
}
