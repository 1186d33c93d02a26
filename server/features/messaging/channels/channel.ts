import { isEmail } from '../../../domain/contact.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { isObject } from '../../../platform/is-object.ts';
import { isWebAddress } from '../../../platform/web-address.ts';
import type { ChannelKind, GivenSettings } from './schemas.ts';

/** The rules of a channel that the schema cannot express: which settings belong to which kind. */

export interface SmtpSettings {
  host: string;
  port: number;
  secure: boolean;
  username: string | null;
  from_address: string;
  from_name: string | null;
}
export interface GatewaySettings {
  url: string;
  from_number: string;
}
/** The kind of a channel, with the settings of that kind. */
export type KindSettings =
  | { kind: 'smtp'; settings: SmtpSettings }
  | { kind: 'sms_gateway'; settings: GatewaySettings };

const REQUIRED = {
  smtp: ['host', 'from_address'],
  sms_gateway: ['url', 'secret', 'from_number'],
} as const;
const ALLOWED: Record<ChannelKind, readonly string[]> = {
  smtp: [...REQUIRED.smtp, 'port', 'secure', 'username', 'password', 'from_name'],
  sms_gateway: REQUIRED.sms_gateway,
};
export const SECRET_OF_KIND = { smtp: 'password', sms_gateway: 'secret' } as const;
const SERVER_OF_KIND = { smtp: 'host', sms_gateway: 'url' } as const;

const DEFAULT_PORT = 587;
const PORT_WITH_TLS = 465;

export const NAME_OF_KIND = { smtp: 'Email', sms_gateway: 'Texts' } as const;

export function missingSettings(kind: unknown, given: unknown): FieldError[] {
  if (!isKind(kind) || !isObject(given)) return [];
  return REQUIRED[kind]
    .filter((name) => given[name] === undefined)
    .map((name) => ({
      pointer: `/settings/${name}`,
      code: 'required',
      detail: `A channel of kind ${kind} requires settings.${name}. Add it.`,
    }));
}

export function invalidSettings(kind: unknown, given: unknown): FieldError[] {
  if (!isKind(kind) || !isObject(given)) return [];
  const errors = Object.keys(given)
    .filter((name) => !ALLOWED[kind].includes(name))
    .map((name) => ({
      pointer: `/settings/${name}`,
      code: 'not_allowed',
      detail: `A channel of kind ${kind} has no settings.${name}. Leave it out.`,
    }));
  const { url, from_address } = given;
  if (typeof url === 'string' && !isWebAddress(url)) {
    errors.push({
      pointer: '/settings/url',
      code: 'invalid_format',
      detail:
        'The field settings.url must be a complete http or https URL without a password, such as https://sms.example.com/send.',
    });
  }
  if (typeof from_address === 'string' && !isEmail(from_address.trim())) {
    errors.push({
      pointer: '/settings/from_address',
      code: 'invalid_format',
      detail:
        'The field settings.from_address must be an email address such as office@example.com.',
    });
  }
  return errors;
}

/** A stored secret must not be sent to another server, so a new server requires the secret again. */
export function secretMissingForNewServer(
  kind: ChannelKind,
  before: GivenSettings,
  given: GivenSettings,
): FieldError[] {
  const server = SERVER_OF_KIND[kind];
  const secret = SECRET_OF_KIND[kind];
  const isNewServer = given[server] !== undefined && given[server] !== before[server];
  if (!isNewServer || given[secret] !== undefined) return [];
  const detail = `When you change settings.${server}, send settings.${secret} too. The stored secret is not sent to another server.`;
  return [{ pointer: `/settings/${secret}`, code: 'required', detail }];
}

/** The settings that are stored as plain text: all except the secret. */
export function storedSettings(kind: ChannelKind, given: GivenSettings): KindSettings {
  const settings = kind === 'smtp' ? smtpSettings(given) : gatewaySettings(given);
  if (settings === null) throw validationFailed(missingSettings(kind, given));
  return settings;
}

function gatewaySettings({ url, from_number }: GivenSettings): KindSettings | null {
  if (url === undefined || from_number === undefined) return null;
  return { kind: 'sms_gateway', settings: { url, from_number } };
}

function smtpSettings(given: GivenSettings): KindSettings | null {
  const { host, from_address, port = DEFAULT_PORT } = given;
  if (host === undefined || from_address === undefined) return null;
  const settings = {
    host,
    port,
    secure: given.secure ?? port === PORT_WITH_TLS,
    username: given.username ?? null,
    from_address: from_address.trim(),
    // On one line, because it becomes part of an email header.
    from_name: given.from_name?.replaceAll(/\s+/g, ' ').trim() || null,
  };
  return { kind: 'smtp', settings };
}

function isKind(kind: unknown): kind is ChannelKind {
  return kind === 'smtp' || kind === 'sms_gateway';
}
