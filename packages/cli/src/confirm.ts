import { CliError, EXIT } from './errors.ts';

/** Asks on a terminal. Without one, nothing that cannot be undone, or that leaves the service, happens without --yes. */
export async function confirm(question: string, command: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CliError(
      'confirmation_needed',
      `${question} Without a terminal, confirm it with --yes: throughline ${command} … --yes. See what would happen with --dry-run.`,
      EXIT.calledWrongly,
    );
  }
  const prompts = await import('@clack/prompts');
  const agreed = await prompts.confirm({
    message: question,
    initialValue: false,
    output: process.stderr,
  });
  if (prompts.isCancel(agreed)) throw interrupted();
  if (!agreed) throw new CliError('not_confirmed', 'Nothing was done.', EXIT.failed);
}

export function interrupted(): CliError {
  return new CliError('interrupted', 'Interrupted. Nothing was done.', EXIT.interrupted);
}
