import { COMMON } from './globals.ts';

export interface FoundCommand {
  /** The words of the command; several commands can begin with them. */
  words: readonly string[];
  /** Everything else, in order. */
  rest: readonly string[];
}

const VALUED = new Set(
  COMMON.filter(({ kind }) => kind !== 'boolean').map(({ flag }) => `--${flag}`),
);

/** Takes as many words as some command begins with. Options can come before them. */
export function findCommand(args: readonly string[], names: readonly string[]): FoundCommand {
  const words: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg.startsWith('-')) {
      rest.push(arg);
      if (!VALUED.has(arg) && arg !== '-o') continue;
      index += 1;
      rest.push(...args.slice(index, index + 1));
      continue;
    }
    const next = [...words, arg].join(' ');
    if (!names.some((name) => name === next || name.startsWith(`${next} `))) {
      rest.push(...args.slice(index));
      break;
    }
    words.push(arg);
  }
  return { words, rest };
}
