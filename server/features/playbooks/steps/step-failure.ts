import { Problem } from '../../../platform/errors.ts';

/** A step cannot be executed. The run fails with this error and can be retried from this step. */
export class StepFailure extends Error {
  override name = 'StepFailure';
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The part of an error that a run shows. */
export interface PublicError {
  code: string;
  detail: string;
}

/** Hides the details of internal errors. */
export function toPublicError(error: unknown): PublicError {
  if (error instanceof StepFailure) return { code: error.code, detail: error.message };
  if (error instanceof Problem) {
    return { code: error.errors?.[0]?.code ?? error.code, detail: error.message };
  }
  const detail = 'An internal error occurred. Retry the run; the server log has the details.';
  return { code: 'internal_error', detail };
}
