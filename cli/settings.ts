import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../server/platform/failure.ts';
import { tokenFile } from '../server/token-file.ts';
import { CliError } from './cli-error.ts';
import type { Command } from './commands.ts';

/** The settings of every command: which service, which token, and how to print. */
export interface Settings {
  url: string;
  token: string;
  json: boolean;
}

export interface Arguments extends Settings {
  /** The argument of the command, '' if it has none. */
  argument: string;
  options: Options;
}

/** As returned by `parseArgs`: read them with `textOption` and `listOption`. */
type Options = Record<string, string | boolean | (string | boolean)[] | undefined>;

const DEFAULT_URL = 'http://127.0.0.1:8080';
const COMMON_OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export function readArguments(command: Command, args: string[]): Arguments {
  const given = parse(command, args);
  const { options, positionals } = given;
  const [argument = '', ...tooMany] = positionals;
  if (tooMany.length > 0 || (argument !== '') !== (command.argument !== null)) {
    throw new CliError('bad_arguments', `Usage: npx throughline ${command.usage}`, 2);
  }
  return {
    url: readUrl(textOption(given, 'url') ?? process.env.THROUGHLINE_URL ?? DEFAULT_URL),
    token: command.isLocal ? '' : readToken(textOption(given, 'token')),
    json: options.json === true,
    argument,
    options,
  };
}

function parse(command: Command, args: string[]): { options: Options; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...COMMON_OPTIONS, ...command.options },
      allowPositionals: true,
      strict: true,
    });
    return { options: values, positionals };
  } catch (error) {
    const [reason] = messageOf(error).split(/\. (?=To specify)/);
    throw new CliError('bad_arguments', `${reason}. Usage: npx throughline ${command.usage}`, 2);
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new CliError('bad_url', `--url must be a URL such as ${DEFAULT_URL}, not "${text}".`, 2);
}

/** From the option, from the environment, or the one stored by the first start of a service here. */
function readToken(given: string | undefined): string {
  const token = given ?? process.env.THROUGHLINE_TOKEN ?? storedToken();
  if (token && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new CliError(
    'no_token',
    'Set a token with --token or THROUGHLINE_TOKEN. The first start of a service stores one in the file bootstrap-token in its data directory (THROUGHLINE_DATA_DIR).',
  );
}

function storedToken(): string | undefined {
  const given = process.env.THROUGHLINE_DATA_DIR;
  const directories = given ? [given] : ['data', join(import.meta.dirname, '../data')];
  for (const directory of directories) {
    try {
      return readFileSync(tokenFile(directory), 'utf8').trim();
    } catch {
      // Not there; perhaps in the next.
    }
  }
  return undefined;
}

/** The value of an option that has one. */
export function textOption({ options }: { options: Options }, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that can be used several times. */
function listOption({ options }: { options: Options }, name: string): string[] | undefined {
  const values = options[name];
  return Array.isArray(values) ? values.filter((one) => typeof one === 'string') : undefined;
}

/** --after: a seq of the event log. */
export function readAfter(args: Arguments): number | null {
  const text = textOption(args, 'after');
  if (text === undefined) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CliError('bad_arguments', `--after must be a seq, such as 42, not "${text}".`, 2);
}

/** --types: which event types to include. Default: all. */
export function readTypes(args: Arguments): (type: string) => boolean {
  const given = listOption(args, 'types');
  if (given === undefined) return () => true;
  const patterns = given.flatMap((list) => list.split(',')).map((pattern) => pattern.trim());
  for (const pattern of patterns) {
    if (/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(pattern)) continue;
    const detail = `--types must be event types such as lead.qualified, lead.* or *, not "${pattern}".`;
    throw new CliError('bad_arguments', detail, 2);
  }
  return (type) =>
    patterns.some((pattern) =>
      pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
    );
}
