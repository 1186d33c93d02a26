import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Given } from '../arguments.ts';
import { checkout } from '../checkout.ts';
import { CliError } from '../errors.ts';
import { readOutput } from '../output.ts';

/** Works on the database, with the code and the settings of the service: this only starts it. */
export async function run(given: Given): Promise<void> {
  const directory = checkout();
  if (directory === null) {
    throw new CliError(
      'no_service_here',
      'rotate-key works on the database of a service. Run npm run rotate-key where the service is installed.',
    );
  }
  const { format, isChosen } = readOutput(given);
  const script = join(directory, 'server', 'rotate-key-command.ts');
  const json = isChosen && format !== 'table' ? ['--json'] : [];
  const child = spawn(process.execPath, [script, ...json], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
}
