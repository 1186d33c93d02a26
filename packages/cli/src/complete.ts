import { readConfig } from './config.ts';
import { findCommand } from './find-command.ts';
import { rows } from './generated/commands.ts';
import { COMMON, HIDDEN } from './globals.ts';
import { optionsOf } from './operation.ts';
import { ownCommands } from './own.ts';
import type { Option } from './table.ts';

/** Prints what the last word can become, one per line: the scripts of the shells call this. */
export function complete(words: readonly string[]): void {
  const found = candidates(words);
  if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
}

function candidates(words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const commands = [
    ...ownCommands.filter((one) => !one.isHidden),
    ...rows.filter((one) => !one.stream),
  ];
  const names = commands.map(({ name }) => name);
  const { words: command, rest } = findCommand(before, names);
  const name = command.join(' ');
  const options = optionsFor(name);
  const valued = options.find(
    ({ flag, kind }) => `--${flag}` === before.at(-1) && kind !== 'boolean',
  );
  if (valued) return matching(valuesFor(valued), current);
  if (current.startsWith('-')) {
    const flags = options.filter(({ flag }) => !HIDDEN.has(flag) || !isCommon(flag, options));
    return matching(
      flags.map(({ flag }) => `--${flag}`),
      current,
    );
  }
  if (rest.some((word) => !word.startsWith('-'))) return [];
  if (name === 'completion') return matching(['bash', 'zsh', 'fish', 'powershell'], current);
  const start = name === '' ? '' : `${name} `;
  const next = names
    .filter((one) => one.startsWith(start))
    .map((one) => one.slice(start.length).split(' ')[0] ?? '');
  return matching([...new Set(next)].sort(), current);
}

function optionsFor(name: string): readonly Option[] {
  const row = rows.find((one) => one.name === name);
  if (row) {
    const { fields, others } = optionsOf(row);
    return [...fields, ...others];
  }
  return [...(ownCommands.find((one) => one.name === name)?.options ?? []), ...COMMON];
}

function isCommon(flag: string, options: readonly Option[]): boolean {
  return options.some((one) => one.flag === flag && COMMON.includes(one));
}

function valuesFor({ flag, values }: Option): readonly string[] {
  if (flag !== 'profile') return values;
  try {
    return Object.keys(readConfig().profiles);
  } catch {
    return [];
  }
}

function matching(words: readonly string[], start: string): string[] {
  return words.filter((word) => word !== '' && word.startsWith(start));
}
