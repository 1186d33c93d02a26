import { resolve } from 'node:path';
import { StartupError } from './platform/startup-error.ts';

export type Role = 'all' | 'api' | 'worker';

/** All settings of the process. Every one is optional; the README's table repeats this list. */
export interface Config {
  host: string;
  port: number;
  /** Of the role that owns the tables, and migrates them. */
  databaseUrl: string | null;
  /** Where the service logs in as throughline_app; null to derive it from databaseUrl. */
  appDatabaseUrl: string | null;
  dataDirectory: string;
  bootstrapToken: string | null;
  role: Role;
  /** Requests a second a token may make. */
  rateLimit: number;
  /** Where the service is reached from outside; null to go by what each request says. */
  publicUrl: string | null;
  /** What secrets are sealed with; null to keep one beside the embedded database. */
  secretKey: Buffer | null;
  /** Whether webhooks and gateways may lie in private networks: for tests and development. */
  allowPrivateAddresses: boolean;
  logLevel: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads every setting once. All that is wrong is said in one line, so that one restart mends it. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const wrong: string[] = [];

  function text(name: string): string | null {
    const value = environment[name]?.trim();
    return value ? value : null;
  }
  function integer(name: string, fallback: number, least: number, most: number): number {
    const value = text(name);
    if (value === null) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    wrong.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return fallback;
  }
  function oneOf(name: string, allowed: readonly string[], fallback: string): string {
    const value = text(name);
    if (value === null || allowed.includes(value)) return value ?? fallback;
    wrong.push(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
    return fallback;
  }
  function databaseUrl(name: string): string | null {
    const value = text(name);
    // The value may hold a password, so it is never repeated. `user@/database?host=/run/postgresql`,
    // for a socket, is a URL to PostgreSQL but not to the standard, which wants a host behind the @.
    const standard = value?.replace('@/', '@socket/') ?? '';
    if (value !== null && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(standard))) {
      wrong.push(`${name} must look like postgres://user:password@host:5432/database`);
    }
    return value;
  }
  function bootstrapToken(): string | null {
    const value = text('THROUGHLINE_BOOTSTRAP_TOKEN');
    if (value !== null && !/^[\x21-\x7e]{20,512}$/.test(value)) {
      wrong.push(
        'THROUGHLINE_BOOTSTRAP_TOKEN must be 20 to 512 visible ASCII characters without spaces',
      );
    }
    return value;
  }
  function publicUrl(): string | null {
    const value = text('THROUGHLINE_PUBLIC_URL');
    if (value === null) return null;
    const url = URL.parse(value);
    // Pages link to each other from the root, so a path in front of them would be lost on the way.
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    wrong.push('THROUGHLINE_PUBLIC_URL must look like https://intake.example.com, without a path');
    return null;
  }
  function secretKey(): Buffer | null {
    const value = text('THROUGHLINE_SECRET_KEY');
    if (value === null) return null;
    if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
    // Like a password, the value is never repeated.
    if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return Buffer.from(value, 'base64');
    wrong.push(
      'THROUGHLINE_SECRET_KEY must be 32 bytes in base64 or hex, such as "openssl rand -base64 32" prints',
    );
    return null;
  }

  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 0, 65535),
    databaseUrl: databaseUrl('DATABASE_URL'),
    appDatabaseUrl: databaseUrl('THROUGHLINE_APP_DATABASE_URL'),
    dataDirectory: resolve(text('THROUGHLINE_DATA_DIR') ?? 'data'),
    bootstrapToken: bootstrapToken(),
    role: oneOf('THROUGHLINE_ROLE', ['all', 'api', 'worker'], 'all') as Role,
    rateLimit: integer('THROUGHLINE_RATE_LIMIT', 1000, 1, 1_000_000),
    publicUrl: publicUrl(),
    secretKey: secretKey(),
    allowPrivateAddresses:
      oneOf('THROUGHLINE_WEBHOOK_ALLOW_PRIVATE', ['true', 'false'], 'false') === 'true',
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (config.appDatabaseUrl !== null && config.databaseUrl === null) {
    wrong.push('THROUGHLINE_APP_DATABASE_URL needs DATABASE_URL, which migrates the database');
  }
  if (wrong.length > 0) throw new StartupError(`Settings: ${wrong.join('; ')}.`);
  return config;
}
