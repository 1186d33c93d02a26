import { CliError } from './cli-error.ts';
import { commands } from './commands.ts';
import { help } from './help.ts';
import { printError } from './output.ts';
import { readArguments } from './settings.ts';

/** npx throughline <command>: the exit code is 0 on success, 1 on failure, 2 for invalid arguments. */
try {
  const [name = 'help', ...rest] = process.argv.slice(2);
  const command = commands[name];
  if (name === 'help' || name === '--help' || name === '-h' || name.startsWith('--')) {
    help(process.argv.includes('--json'));
  } else if (!command) {
    throw new CliError('unknown_command', `Unknown command ${name}. ${seeHelp()}`, 2);
  } else if (rest.includes('--help') || rest.includes('-h')) {
    help(rest.includes('--json'), name);
  } else {
    await command.run(readArguments(command, rest));
  }
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  printError(error, process.argv.includes('--json'));
  process.exitCode = error.exitCode;
}

function seeHelp(): string {
  return `The commands are ${Object.keys(commands).join(', ')}. Run "npx throughline help" for details.`;
}
