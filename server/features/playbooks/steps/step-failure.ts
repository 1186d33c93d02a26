import { Problem } from '../../../platform/errors.ts';

/** Why a step cannot be done: the run fails with it, and can be retried from there. */
export class StepFailure extends Error {
  override name = 'StepFailure';
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** What a run shows of a failure. */
export interface PublicError {
  code: string;
  detail: string;
}

/** Of our own mistakes it shows no more than that there was one. */
export function toPublicError(error: unknown): PublicError {
  if (error instanceof StepFailure) return { code: error.code, detail: error.message };
  if (error instanceof Problem) {
    return { code: error.errors?.[0]?.code ?? error.code, detail: error.message };
  }
  const detail = 'Something went wrong inside the service. Retry the run; the log has the details.';
  return { code: 'internal_error', detail };
}
