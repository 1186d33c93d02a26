import { Problem } from '../../platform/errors.ts';

/** A problem with one of several moves points to it. The pointer is null where there is only one change. */
export async function inMove<Result>(
  pointer: string | null,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw pointer !== null && error instanceof Problem ? pointedTo(pointer, error) : error;
  }
}

export function pointedTo(pointer: string, problem: Problem): Problem {
  const { status, code, message, extra, errors } = problem;
  const found = errors ?? [{ pointer: '', code, detail: message }];
  return new Problem(status, code, message, {
    errors: found.map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` })),
    ...(extra && { extra }),
  });
}
