import { codeOf, messageOf } from '../server/platform/failure.ts';

/** Something that the person at the keyboard can do something about. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, exitCode = 1) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Why a request failed: `fetch` hides the code of the network, such as ECONNREFUSED, in its cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return codeOf(cause) ?? messageOf(error);
}
