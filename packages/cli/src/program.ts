import { readGiven } from './arguments.ts';
import { CliError, calledWrongly, EXIT } from './errors.ts';
import { findCommand } from './find-command.ts';
import { COMMON } from './globals.ts';
import { handleSignals } from './interrupt.ts';
import { printError } from './output.ts';
import { type OwnCommand, ownCommands } from './own.ts';
import { didYouMean } from './suggest.ts';
import type { CommandRow } from './table.ts';

/** throughline <command>, as a process. */
export async function program(): Promise<void> {
  // A reader that has seen enough, such as head, is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? 0 : EXIT.failed);
    });
  }
  handleSignals();
  const code = await execute(process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
}

/** Returns the code that the program ends with: see EXIT. */
export async function execute(args: readonly string[]): Promise<number> {
  try {
    await main(args);
    return 0;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    printError(error, isJson(args));
    return error.exitCode;
  }
}

async function main(args: readonly string[]): Promise<void> {
  const [first = 'help'] = args;
  if (first === '__complete') {
    const { complete } = await import('./complete.ts');
    complete(args.slice(1));
    return;
  }
  const isHelp = first === 'help' || args.includes('--help') || args.includes('-h');
  const own = findCommand(
    args,
    ownCommands.map(({ name }) => name),
  );
  const ownCommand = ownCommands.find(({ name }) => name === own.words.join(' '));
  // `events` prints the log; what follows it can be an operation: `events list`.
  const isSure = ownCommand && !isHelp && (ownCommand.name !== 'events' || !hasWord(own.rest));
  if (isSure) await runOwn(ownCommand, own.rest);
  else await runAny(args, isHelp);
}

function hasWord(rest: readonly string[]): boolean {
  return rest.some((arg) => /^[a-z]/.test(arg)) && !rest[0]?.startsWith('-');
}

async function runOwn(command: OwnCommand, rest: readonly string[]): Promise<void> {
  const usage = `See throughline ${command.name} --help.`;
  const given = readGiven(rest, [...command.options, ...COMMON], usage);
  const required = command.words.filter((word) => !word.startsWith('['));
  if (given.words.length < required.length || given.words.length > command.words.length) {
    throw calledWrongly(
      `Usage: throughline ${[command.name, ...command.words].join(' ')}. ${usage}`,
    );
  }
  const { run } = await command.load();
  await run(given);
}

/** With the table of all operations. */
async function runAny(args: readonly string[], isHelp: boolean): Promise<void> {
  const [{ rows }, { runOperation }] = await Promise.all([
    import('./generated/commands.ts'),
    import('./operation.ts'),
  ]);
  const names = [...ownCommands, ...rows].map(({ name }) => name);
  const { words, rest } = findCommand(args[0] === 'help' ? args.slice(1) : args, names);
  const name = words.join(' ');
  if (isHelp || (words.length === 0 && rest.every((arg) => arg.startsWith('-')))) {
    const { help } = await import('./help.ts');
    help(name, rows, { isJson: isJson(args), unknown: firstWord(rest) });
    return;
  }
  const row = rows.find((one) => one.name === name);
  if (row && !row.stream) await runOperation(row, rest);
  else throw unknownCommand(name, firstWord(rest), rows);
}

function firstWord(rest: readonly string[]): string | undefined {
  return rest.find((arg) => !arg.startsWith('-'));
}

function unknownCommand(
  name: string,
  word: string | undefined,
  rows: readonly CommandRow[],
): CliError {
  const start = name === '' ? '' : `${name} `;
  const next = [...ownCommands.filter((one) => !one.isHidden), ...rows]
    .filter((one) => one.name.startsWith(start))
    .map((one) => one.name.slice(start.length).split(' ')[0] ?? '')
    .filter((one) => one !== '');
  const verbs = [...new Set(next)];
  const known =
    name === '' ? 'Run throughline help for all commands.' : `It has ${verbs.join(', ')}.`;
  const wrong =
    word === undefined ? `${name} needs a command.` : `Unknown command ${start}${word}.`;
  const suggestion = word === undefined ? '' : didYouMean(word, verbs);
  return new CliError('unknown_command', `${wrong}${suggestion} ${known}`, EXIT.calledWrongly);
}

function isJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) =>
      arg === '--json' ||
      /^--output=(nd)?json$/.test(arg) ||
      (/^(--output|-o)$/.test(arg) && /^(nd)?json$/.test(args[index + 1] ?? '')),
  );
}
