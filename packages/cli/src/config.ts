import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError, messageOf } from './errors.ts';
import { isObject } from './values.ts';

export interface Profile {
  url: string;
  token: string;
}

export interface Config {
  /** The profile that is used without --profile. */
  current: string;
  profiles: Record<string, Profile>;
}

export const DEFAULT_PROFILE = 'default';

export function configFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const windows = process.platform === 'win32' ? APPDATA : undefined;
  return join(
    XDG_CONFIG_HOME || windows || join(homedir(), '.config'),
    'throughline',
    'config.json',
  );
}

export function readConfig(): Config {
  let text: string;
  try {
    text = readFileSync(configFile(), 'utf8');
  } catch (error) {
    if (isObject(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return empty();
    throw unreadable(messageOf(error));
  }
  try {
    return configOf(JSON.parse(text));
  } catch (error) {
    throw unreadable(messageOf(error));
  }
}

function empty(): Config {
  return { current: DEFAULT_PROFILE, profiles: {} };
}

function configOf(value: unknown): Config {
  if (!isObject(value) || !isObject(value.profiles)) throw new Error('it has no profiles');
  const profiles = Object.entries(value.profiles).flatMap(([name, one]) =>
    isObject(one) && typeof one.url === 'string' && typeof one.token === 'string'
      ? [[name, { url: one.url, token: one.token }] as const]
      : [],
  );
  const current = typeof value.current === 'string' ? value.current : DEFAULT_PROFILE;
  return { current, profiles: Object.fromEntries(profiles) };
}

function unreadable(reason: string): CliError {
  const detail = `${configFile()} cannot be read (${reason}). Fix it, or remove it and run throughline login.`;
  return new CliError('config_unreadable', detail);
}

/** Written completely or not at all, readable only by its owner: it contains tokens. */
export function writeConfig(config: Config): void {
  const file = configFile();
  const next = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(next, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    chmodSync(next, 0o600);
    renameSync(next, file);
  } catch (error) {
    throw new CliError('config_unwritable', `${file} cannot be written: ${messageOf(error)}.`);
  }
}
