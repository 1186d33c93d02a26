/** The program ends with one of these. */
export const EXIT = {
  failed: 1,
  calledWrongly: 2,
  notFound: 3,
  notAllowed: 4,
  refused: 5,
  busy: 6,
  interrupted: 130,
} as const;

/** An error that the user can fix. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: number;
  /** Further lines for a person, and further members for a program. */
  readonly lines: readonly string[];
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    exitCode: number = EXIT.failed,
    { lines = [], more = {} }: { lines?: readonly string[]; more?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
    this.lines = lines;
    this.more = more;
  }
}

export function calledWrongly(message: string): CliError {
  return new CliError('bad_arguments', message, EXIT.calledWrongly);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a request failed: `fetch` puts the network error code, such as ECONNREFUSED, in the cause. */
export function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.cause === undefined) return at.message;
  }
  return String(error);
}
