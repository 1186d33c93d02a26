import { codeOf, messageOf } from '../server/platform/failure.ts';

/** An error that the user can fix. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, exitCode = 1) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Why a request failed: `fetch` puts the network error code, such as ECONNREFUSED, in the cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return codeOf(cause) ?? messageOf(error);
}
