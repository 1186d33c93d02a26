import { calledWrongly } from './errors.ts';
import { didYouMean } from './suggest.ts';
import { flagOf, type Option } from './table.ts';

/** What was typed after the command. */
export interface Given {
  words: readonly string[];
  /** The texts of each option, by its flag. */
  options: ReadonlyMap<string, readonly string[]>;
}

const SHORT: Readonly<Record<string, string>> = { '-h': '--help', '-y': '--yes', '-o': '--output' };

/** Reads options: `--name value`, `--name=value`, `--flag`, `--no-flag`; after `--` all are words. */
export function readGiven(
  args: readonly string[],
  options: readonly Option[],
  usage: string,
): Given {
  const words: string[] = [];
  const given = new Map<string, string[]>();
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      words.push(...args.slice(index + 1));
      break;
    }
    const long = SHORT[arg] ?? arg;
    if (!long.startsWith('--')) {
      if (/^-[a-z]$/i.test(arg)) throw calledWrongly(`Unknown option ${arg}. ${usage}`);
      words.push(arg);
      continue;
    }
    const { option, flag, inline, isNegated } = found(long, options, usage);
    const next = args[index + 1];
    const takesNext = inline === undefined && !isNegated && takes(option, next);
    if (takesNext) index += 1;
    const text = isNegated ? 'false' : (inline ?? (takesNext ? next : undefined));
    if (text === undefined && !isBoolean(option)) {
      throw calledWrongly(`--${flag} needs a value. ${usage}`);
    }
    given.set(flag, [...(given.get(flag) ?? []), text ?? 'true']);
  }
  return { words, options: given };
}

function isBoolean({ kind }: Option): boolean {
  return kind.startsWith('boolean');
}

/** A flag takes only `true` and `false` from the next word; any other option takes what is not an option. */
function takes(option: Option, next: string | undefined): boolean {
  if (next === undefined) return false;
  return isBoolean(option) ? next === 'true' || next === 'false' : !/^--[a-z]/.test(next);
}

interface Found {
  option: Option;
  /** As the option has it, or a field in an object that takes any. */
  flag: string;
  inline: string | undefined;
  isNegated: boolean;
}

function found(arg: string, options: readonly Option[], usage: string): Found {
  const equals = arg.indexOf('=');
  const raw = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const inline = equals < 0 ? undefined : arg.slice(equals + 1);
  const flag = flagOf(raw);
  const named = options.find((one) => one.flag === flag);
  if (named) return { option: named, flag, inline, isNegated: false };
  const positive = options.find((one) => `no-${one.flag}` === flag && isBoolean(one));
  if (positive) return { option: positive, flag: positive.flag, inline, isNegated: true };
  const parent = options.find((one) => isOpen(one, options) && flag.startsWith(`${one.flag}.`));
  if (parent) {
    // The names inside are of the user, so they stay as they are.
    const own = parent.flag + raw.slice(parent.flag.length);
    return { option: { ...parent, kind: 'any?' }, flag: own, inline, isNegated: false };
  }
  const flags = options.map((one) => `--${one.flag}`);
  throw calledWrongly(`Unknown option --${raw}.${didYouMean(`--${flag}`, flags)} ${usage}`);
}

/** An object whose fields the API does not name, such as the variables of a template. */
function isOpen({ kind, flag }: Option, options: readonly Option[]): boolean {
  const isObject = kind.startsWith('object') || kind.startsWith('any');
  return (
    isObject && !kind.includes('[]') && !options.some((one) => one.flag.startsWith(`${flag}.`))
  );
}

export function textOf({ options }: Given, flag: string): string | undefined {
  return options.get(flag)?.at(-1);
}

export function isSet(given: Given, flag: string): boolean {
  return textOf(given, flag) === 'true';
}

/** Texts separated by commas, or repeated. */
export function listOf({ options }: Given, flag: string): string[] | undefined {
  return options
    .get(flag)
    ?.flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
