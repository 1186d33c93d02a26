import { isEmail } from '../../../domain/contact.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { isObject } from '../../../platform/is-object.ts';
import { isWebAddress } from '../../../platform/web-address.ts';
import type { ChannelKind, GivenSettings } from './schemas.ts';

/** The rules of a channel that no schema can say: which settings belong to which kind. */

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
const OF_KIND: Record<ChannelKind, readonly string[]> = {
  smtp: [...REQUIRED.smtp, 'port', 'secure', 'username', 'password', 'from_name'],
  sms_gateway: REQUIRED.sms_gateway,
};
export const SECRET_OF_KIND = { smtp: 'password', sms_gateway: 'secret' } as const;
const PLACE_OF_KIND = { smtp: 'host', sms_gateway: 'url' } as const;

const DEFAULT_PORT = 587;
const PORT_WITH_TLS = 465;

export const NAME_OF_KIND = { smtp: 'Mail', sms_gateway: 'Texts' } as const;

export function missingSettings(kind: unknown, given: unknown): FieldError[] {
  if (!isKind(kind) || !isObject(given)) return [];
  return REQUIRED[kind]
    .filter((name) => given[name] === undefined)
    .map((name) => ({
      pointer: `/settings/${name}`,
      code: 'required',
      detail: `A channel of the kind ${kind} needs settings.${name}.`,
    }));
}

export function wrongSettings(kind: unknown, given: unknown): FieldError[] {
  if (!isKind(kind) || !isObject(given)) return [];
  const errors = Object.keys(given)
    .filter((name) => !OF_KIND[kind].includes(name))
    .map((name) => ({
      pointer: `/settings/${name}`,
      code: 'not_allowed',
      detail: `A channel of the kind ${kind} has no settings.${name}. Leave it out.`,
    }));
  const { url, from_address } = given;
  if (typeof url === 'string' && !isWebAddress(url)) {
    errors.push({
      pointer: '/settings/url',
      code: 'invalid_format',
      detail:
        'The field settings.url must be a whole http or https address without a password in it, such as https://sms.example.com/send.',
    });
  }
  if (typeof from_address === 'string' && !isEmail(from_address.trim())) {
    errors.push({
      pointer: '/settings/from_address',
      code: 'invalid_format',
      detail: 'The field settings.from_address must be an address such as office@example.com.',
    });
  }
  return errors;
}

/** Sent to another place, a secret that is kept here would be known there: whoever moves it has it. */
export function secretMissingForNewPlace(
  kind: ChannelKind,
  before: GivenSettings,
  given: GivenSettings,
): FieldError[] {
  const place = PLACE_OF_KIND[kind];
  const secret = SECRET_OF_KIND[kind];
  const isMoved = given[place] !== undefined && given[place] !== before[place];
  if (!isMoved || given[secret] !== undefined) return [];
  const detail = `With another settings.${place}, send settings.${secret} again: the one kept is not sent elsewhere.`;
  return [{ pointer: `/settings/${secret}`, code: 'required', detail }];
}

/** What is kept in the open: everything but the secret. */
export function keptSettings(kind: ChannelKind, given: GivenSettings): KindSettings {
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
    // On one line: it becomes part of a mail's head.
    from_name: given.from_name?.replaceAll(/\s+/g, ' ').trim() || null,
  };
  return { kind: 'smtp', settings };
}

function isKind(kind: unknown): kind is ChannelKind {
  return kind === 'smtp' || kind === 'sms_gateway';
}
