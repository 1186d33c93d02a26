import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Given, textOf } from './arguments.ts';
import { checkout } from './checkout.ts';
import { DEFAULT_PROFILE, type Profile, readConfig } from './config.ts';
import { CliError, EXIT } from './errors.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Which service, which token, and where the token was found. */
export interface Credentials {
  url: string;
  token: string;
  /** For a person: a refusal says it. */
  from: string;
}

/** The option, the environment, a profile, the data directory of a service here: the first that has one. */
export function readCredentials(given: Given): Credentials {
  const { THROUGHLINE_URL, THROUGHLINE_TOKEN } = process.env;
  const flag = textOf(given, 'base-url') ?? textOf(given, 'url');
  const named = textOf(given, 'profile');
  const chosen = named === undefined ? undefined : profileNamed(named);
  const url = flag ?? chosen?.url ?? (THROUGHLINE_URL || undefined);
  const checked = url === undefined ? undefined : checkedUrl(url);
  const token = textOf(given, 'token');
  if (token !== undefined) return complete(checked, token, '--token');
  if (chosen) return ofProfile(named ?? '', chosen, checked);
  if (THROUGHLINE_TOKEN) return complete(checked, THROUGHLINE_TOKEN, 'THROUGHLINE_TOKEN');
  const stored = storedProfile(checked);
  if (stored) return ofProfile(stored.name, stored.profile, checked);
  const found = storedToken();
  if (found) return complete(checked, found.token, found.file);
  throw noToken(checked);
}

function complete(url: string | undefined, token: string, from: string): Credentials {
  if (/^[\x21-\x7e]+$/.test(token)) return { url: url ?? DEFAULT_URL, token, from };
  throw new CliError('no_token', `The token from ${from} is not a token.`, EXIT.notAllowed);
}

/** A token goes only to the service that it was stored for. */
function ofProfile(name: string, { url, token }: Profile, given: string | undefined): Credentials {
  if (given === undefined || sameService(url, given)) {
    return complete(url, token, `the profile ${name}`);
  }
  throw new CliError(
    'other_service',
    `The profile ${name} is for ${url}, not for ${given}. Set a token for ${given}, or run throughline login --url ${given} --profile NAME.`,
    EXIT.notAllowed,
  );
}

function sameService(a: string, b: string): boolean {
  return a.replace(/\/+$/, '') === b.replace(/\/+$/, '');
}

function profileNamed(name: string): Profile {
  const { profiles } = readConfig();
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles);
  const others = names.length > 0 ? `The profiles are ${names.join(', ')}.` : 'There is none yet.';
  throw new CliError(
    'no_profile',
    `There is no profile ${name}. ${others} Create it with throughline login --profile ${name}.`,
    EXIT.notAllowed,
  );
}

/** The profile of the environment, or the current one; not if another service was chosen. */
function storedProfile(url: string | undefined): { name: string; profile: Profile } | undefined {
  const named = process.env.THROUGHLINE_PROFILE;
  if (named) return { name: named, profile: profileNamed(named) };
  const { current, profiles } = readConfig();
  const name = current || DEFAULT_PROFILE;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile || (url !== undefined && !sameService(profile.url, url))) return undefined;
  return { name, profile };
}

/** The one that the first start of a service stored here. */
function storedToken(): { token: string; file: string } | undefined {
  const given = process.env.THROUGHLINE_DATA_DIR;
  const here = checkout();
  for (const directory of given ? [given] : ['data', ...(here ? [join(here, 'data')] : [])]) {
    const file = join(directory, 'bootstrap-token');
    try {
      if (existsSync(file)) return { token: readFileSync(file, 'utf8').trim(), file };
    } catch {
      // Not readable; perhaps the next.
    }
  }
  return undefined;
}

export function checkedUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    return text.replace(/\/+$/, '');
  }
  throw new CliError(
    'bad_url',
    `--url must be a URL such as ${DEFAULT_URL}, not "${text}".`,
    EXIT.calledWrongly,
  );
}

function noToken(url: string | undefined): CliError {
  return new CliError(
    'no_token',
    `No token${url ? ` for ${url}` : ''}. Run throughline login, or set one with --token or THROUGHLINE_TOKEN. The first start of a service stores one in the file bootstrap-token in its data directory (THROUGHLINE_DATA_DIR).`,
    EXIT.notAllowed,
  );
}
