import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { parseKeys } from './platform/sealing.ts';
import { Settings } from './settings.ts';

export type Role = (typeof ROLES)[number];

/** All settings of the process. Every one is optional; the README's table repeats this list. */
export interface Config {
  host: string;
  port: number;
  /** For the role that owns the tables and migrates them. */
  databaseUrl: string | null;
  /** For the role throughline_app, which the service logs in as; null to derive it from databaseUrl. */
  appDatabaseUrl: string | null;
  dataDirectory: string;
  bootstrapToken: string | null;
  role: Role;
  /** Requests per second per token. */
  rateLimit: number;
  /** Public URL of the service; null to use the address that each request arrives at. */
  publicUrl: string | null;
  /** What /metrics asks for; null to serve it only while the service is local. */
  metricsToken: string | null;
  /** The proxies whose X-Forwarded-For is believed: how many, or their addresses. */
  trustProxy: number | string[] | false;
  /** Keys of secrets: the first encrypts, all decrypt. Null to store one next to the embedded database. */
  secretKeys: Buffer[] | null;
  /** Whether to start although secrets in the database cannot be decrypted, because their key is lost. */
  allowUnreadableSecrets: boolean;
  /** Whether webhooks and gateways may be in private networks: for tests and development. */
  allowPrivateAddresses: boolean;
  /** Search of a Nominatim server that finds the coordinates of visits; null for none. */
  geocoderUrl: string | null;
  /** OSRM server that knows how long it takes to drive; null for none. */
  routingUrl: string | null;
  /** How many whole months of events and webhook deliveries are kept; null for all. */
  logMonths: number | null;
  /** Whether sending is paused for the whole service at the start. */
  pauseSending: boolean;
  logLevel: string;
}

const ROLES = ['all', 'api', 'worker'] as const;
/** Fewer would drop what a receiver of webhooks that was down for weeks still has to get. */
const MIN_LOG_MONTHS = 3;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads every setting once. All errors are reported in one line. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = new Settings(environment);
  const config: Config = {
    host: settings.text('HOST') ?? '127.0.0.1',
    port: settings.integer('PORT', 8080, 0, 65535),
    databaseUrl: databaseUrl(settings, 'DATABASE_URL'),
    appDatabaseUrl: databaseUrl(settings, 'THROUGHLINE_APP_DATABASE_URL'),
    dataDirectory: resolve(settings.text('THROUGHLINE_DATA_DIR') ?? 'data'),
    bootstrapToken: bootstrapToken(settings),
    role: settings.oneOf('THROUGHLINE_ROLE', ROLES, 'all'),
    rateLimit: settings.integer('THROUGHLINE_RATE_LIMIT', 1000, 1, 1_000_000),
    publicUrl: publicUrl(settings),
    metricsToken: settings.text('THROUGHLINE_METRICS_TOKEN'),
    trustProxy: trustProxy(settings),
    secretKeys: secretKeys(settings),
    allowUnreadableSecrets:
      settings.oneOf('THROUGHLINE_ALLOW_UNREADABLE_SECRETS', ['true', 'false'], 'false') === 'true',
    allowPrivateAddresses:
      settings.oneOf('THROUGHLINE_WEBHOOK_ALLOW_PRIVATE', ['true', 'false'], 'false') === 'true',
    geocoderUrl: serverUrl(
      settings,
      'THROUGHLINE_GEOCODER_URL',
      'https://nominatim.example.com/search',
    ),
    routingUrl: serverUrl(settings, 'THROUGHLINE_ROUTING_URL', 'https://osrm.example.com'),
    logMonths:
      settings.text('THROUGHLINE_LOG_MONTHS') === null
        ? null
        : settings.integer('THROUGHLINE_LOG_MONTHS', MIN_LOG_MONTHS, MIN_LOG_MONTHS, 1200),
    pauseSending:
      settings.oneOf('THROUGHLINE_PAUSE_SENDING', ['true', 'false'], 'false') === 'true',
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (config.appDatabaseUrl !== null && config.databaseUrl === null) {
    settings.refuse(
      'THROUGHLINE_APP_DATABASE_URL also needs DATABASE_URL, which is used to migrate the database',
    );
  }
  settings.assertValid();
  return config;
}

/** How many proxies are in front of the service, or their addresses. */
function trustProxy(settings: Settings): number | string[] | false {
  const value = settings.text('THROUGHLINE_TRUST_PROXY');
  if (value === null) return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (addresses.every((address) => ipaddr.isValidCIDR(address) || ipaddr.isValid(address))) {
    return addresses;
  }
  settings.refuse(
    'THROUGHLINE_TRUST_PROXY must be the number of proxies, or their addresses such as 10.0.0.0/8,127.0.0.1',
  );
  return false;
}

function databaseUrl(settings: Settings, name: string): string | null {
  const value = settings.text(name);
  // The value can contain a password, so it is never printed. `user@/database?host=/run/postgresql`,
  // for a socket, is a valid URL for PostgreSQL but not for the standard, which requires a host after the @.
  const standard = value?.replace('@/', '@socket/') ?? '';
  if (value !== null && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(standard))) {
    settings.refuse(`${name} must look like postgres://user:password@host:5432/database`);
  }
  return value;
}

function bootstrapToken(settings: Settings): string | null {
  const value = settings.text('THROUGHLINE_BOOTSTRAP_TOKEN');
  if (value !== null && !/^[\x21-\x7e]{20,512}$/.test(value)) {
    settings.refuse(
      'THROUGHLINE_BOOTSTRAP_TOKEN must be 20 to 512 visible ASCII characters without spaces',
    );
  }
  return value;
}

function publicUrl(settings: Settings): string | null {
  const value = settings.text('THROUGHLINE_PUBLIC_URL');
  if (value === null) return null;
  const url = URL.parse(value);
  // Pages link to each other from the root, so a path prefix would be lost.
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  settings.refuse(
    'THROUGHLINE_PUBLIC_URL must look like https://intake.example.com, without a path',
  );
  return null;
}

function serverUrl(settings: Settings, name: string, example: string): string | null {
  const value = settings.text(name);
  const url = value === null ? null : URL.parse(value);
  if (value === null || (url && /^https?:$/.test(url.protocol))) return value;
  settings.refuse(`${name} must look like ${example}`);
  return null;
}

function secretKeys(settings: Settings): Buffer[] | null {
  const value = settings.text('THROUGHLINE_SECRET_KEY');
  if (value === null) return null;
  const keys = parseKeys(value.split(','));
  // Like a password, the value is never printed.
  if (keys === null) {
    settings.refuse(
      'THROUGHLINE_SECRET_KEY must be 32 bytes in base64 or hex, such as the output of "openssl rand -base64 32", or several of them separated by commas',
    );
  }
  return keys;
}
