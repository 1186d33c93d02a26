import { ApiError } from '../../../packages/sdk/src/problem.ts';
import { type DraftStep, flat } from './draft.ts';

/** What the service found, by the step and the field that its pointer leads to. */
export interface Problems {
  /** By the key of the step, then by the rest of the pointer, such as `with/body`. */
  steps: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Of the start and the rules, such as `trigger/event` and `name`. */
  settings: Readonly<Record<string, string>>;
  count: number;
}

export const NO_PROBLEMS: Problems = { steps: new Map(), settings: {}, count: 0 };

/** Null if the service says nothing about fields. */
export function problemsOf(error: unknown, steps: readonly DraftStep[]): Problems | null {
  if (!(error instanceof ApiError) || !('errors' in error.problem)) return null;
  const { errors } = error.problem;
  if (!Array.isArray(errors) || errors.length === 0) return null;
  // The deepest step first: the pointer of a branch begins those of its steps.
  const places = flat(steps).toReversed();
  const found = new Map<string, Record<string, string>>();
  const settings: Record<string, string> = {};
  for (const { pointer, detail } of errors) {
    const at = String(pointer);
    const place = places.find((one) => at === one.pointer || at.startsWith(`${one.pointer}/`));
    if (place) {
      const own = found.get(place.step.key) ?? {};
      own[at.slice(place.pointer.length + 1)] ??= String(detail);
      found.set(place.step.key, own);
    } else settings[at.slice(1)] ??= String(detail);
  }
  return { steps: found, settings, count: errors.length };
}
