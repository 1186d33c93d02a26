/** The message of any thrown value. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a failed system call or query, such as ENOENT; undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What a child process wrote before it failed. */
export function stderrOf(error: unknown): string {
  if (!(error instanceof Error) || !('stderr' in error)) return '';
  return typeof error.stderr === 'string' ? error.stderr : '';
}
