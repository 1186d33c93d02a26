import { CliError, EXIT } from './errors.ts';
import { COMMON, HIDDEN, OF_CHANGES, OF_LISTS } from './globals.ts';
import { optionsOf, usageOf } from './operation.ts';
import { type OwnCommand, ownCommands } from './own.ts';
import { didYouMean } from './suggest.ts';
import type { CommandRow, Option } from './table.ts';

interface HelpOptions {
  isJson: boolean;
  /** A word that no command begins with. */
  unknown: string | undefined;
}

interface Entry {
  name: string;
  usage: string;
  summary: string;
}

/** The help of one command, of all commands that begin with the words, or of everything. */
export function help(
  name: string,
  rows: readonly CommandRow[],
  { isJson, unknown }: HelpOptions,
): void {
  const own = ownCommands.find((one) => one.name === name);
  const row = rows.find((one) => one.name === name);
  if (isJson) {
    printJson(name, rows);
    return;
  }
  if (name === '') {
    if (unknown !== undefined) throw unknownTopic(unknown, rows);
    print(overview(rows));
  } else if (row) print(operationHelp(row));
  else if (own) print([ownHelp(own), ...group(name, rows)].join('\n'));
  else print(group(name, rows).join('\n'));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function unknownTopic(word: string, rows: readonly CommandRow[]): CliError {
  const names = [...ownCommands, ...rows].map((one) => one.name.split(' ')[0] ?? '');
  const detail = `Unknown command ${word}.${didYouMean(word, names)} Run throughline help for all commands.`;
  return new CliError('unknown_command', detail, EXIT.calledWrongly);
}

function entries(rows: readonly CommandRow[]): Entry[] {
  return [
    ...ownCommands
      .filter((one) => !one.isHidden)
      .map((one) => ({ name: one.name, usage: ownUsage(one), summary: one.summary })),
    ...rows
      .filter((one) => !one.stream)
      .map((one) => ({ name: one.name, usage: usageOf(one), summary: one.summary })),
  ];
}

function ownUsage({ name, words, options }: OwnCommand): string {
  const needed = options.filter((one) => one.isRequired);
  const flags = needed.map((one) => ` --${one.flag} ${one.value ?? '…'}`).join('');
  return `throughline ${[name, ...words].join(' ')}${flags} [options]`;
}

function printJson(name: string, rows: readonly CommandRow[]): void {
  const isWanted = (one: Entry) =>
    name === '' || one.name === name || one.name.startsWith(`${name} `);
  for (const { name: command, usage, summary } of entries(rows).filter(isWanted)) {
    print(JSON.stringify({ command, usage, description: summary }));
  }
}

function overview(rows: readonly CommandRow[]): string {
  const resources = new Map<string, string[]>();
  for (const { name, stream } of rows) {
    const [resource = '', ...verb] = name.split(' ');
    if (!stream) resources.set(resource, [...(resources.get(resource) ?? []), verb.join(' ')]);
  }
  const own = ownCommands.filter((one) => !one.isHidden);
  return [
    'throughline <command> [options]',
    '',
    'Commands:',
    ...columns(own.map((one) => [[one.name, ...one.words].join(' '), one.summary])),
    '',
    'Resources, each with its commands:',
    ...columns([...resources].map(([name, verbs]) => [name, wrapped(verbs)])),
    '',
    'Options of every command:',
    ...optionLines(COMMON),
    'Options of lists:',
    ...optionLines(OF_LISTS),
    'Options of changes:',
    ...optionLines(OF_CHANGES),
    '',
    'Exit codes: 0 done, 1 failed or unreachable, 2 called wrongly, 3 not found, 4 token or scope, 5 refused,',
    '6 busy after retries, 130 interrupted.',
    'More: throughline <command> --help',
  ].join('\n');
}

function wrapped(verbs: readonly string[]): string {
  const shown = [...new Set(verbs)];
  return shown.join(', ').replaceAll(/(.{60,80}?,) /g, `$1\n${' '.repeat(30)}`);
}

function group(name: string, rows: readonly CommandRow[]): string[] {
  const inner = entries(rows).filter((one) => one.name.startsWith(`${name} `));
  if (inner.length === 0) return [];
  return [
    `Commands of ${name}:`,
    ...columns(inner.map((one) => [one.name, one.summary])),
    '',
    `More: throughline ${name} <command> --help`,
  ];
}

function ownHelp(command: OwnCommand): string {
  return [
    ownUsage(command),
    `  ${command.summary}.`,
    '',
    ...optionLines(command.options),
    'Options of every command:',
    ...optionLines(COMMON),
    '',
  ].join('\n');
}

function operationHelp(row: CommandRow): string {
  const { fields, others } = optionsOf(row);
  const common = new Set(COMMON);
  const effects: Readonly<Record<string, string>> = {
    destructive: 'Asks for confirmation: it removes or ends something.',
    external: 'Asks for confirmation: it reaches someone outside.',
  };
  return [
    usageOf(row),
    `  ${row.summary}. ${row.method} ${row.path}`,
    ...(row.scopes ? [`  Scope: ${row.scopes}.`] : []),
    ...(effects[row.effect] ? [`  ${effects[row.effect]}`] : []),
    ...(row.undo ? [`  Undone by: throughline ${row.undo}`] : []),
    '',
    ...(fields.length > 0 ? [row.body ? 'Fields:' : 'Filters:', ...optionLines(fields), ''] : []),
    'Options:',
    ...optionLines(others.filter((one) => !common.has(one))),
    ...optionLines(others.filter((one) => common.has(one))),
  ].join('\n');
}

function optionLines(options: readonly Option[]): string[] {
  return columns(
    options
      .filter(({ flag, text }) => !(HIDDEN.has(flag) && text === ''))
      .map((one) => [`--${one.flag}${valueName(one)}`, describe(one)]),
  );
}

function valueName({ kind, value, values }: Option): string {
  if (kind.startsWith('boolean')) return '';
  if (value) return ` ${value}`;
  if (values.length > 0 && values.join('|').length <= 24) return ` ${values.join('|')}`;
  const plain = kind.replace('?', '');
  const names: Readonly<Record<string, string>> = {
    string: 'TEXT',
    any: 'TEXT|JSON',
    object: 'JSON',
  };
  const [base = ''] = plain.split('[');
  return ` ${names[base] ?? base.toUpperCase()}${plain.endsWith('[]') ? ',…' : ''}`;
}

function describe({ text, values, isRequired, kind }: Option): string {
  const isShown = values.length > 0 && values.join('|').length > 24;
  return [
    text,
    ...(isShown ? [`(${values.join(', ')})`] : []),
    ...(kind.endsWith('?') ? ['(or null)'] : []),
    ...(isRequired ? ['(required)'] : []),
  ].join(' ');
}

function columns(rows: readonly (readonly [string, string])[] | string[][]): string[] {
  return rows.map(([left = '', right = '']) =>
    left.length > 27 ? `  ${left}\n${' '.repeat(30)}${right}` : `  ${left.padEnd(28)}${right}`,
  );
}
